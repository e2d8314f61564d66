import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createConnectivity } from './connectivity.ts'

/** A page, a server and a clock that the test moves. */
function world({ browserOnline = true, reachable = true } = {}) {
  const page = new EventTarget()
  const pauses: number[] = []
  let due: (() => void) | null = null
  const server = { reachable, asked: 0 }
  return {
    server,
    pauses,
    tell: (event: string) => page.dispatchEvent(new Event(event)),
    /** Lets the scheduled pause pass and the answer arrive. */
    async pass() {
      const run = due
      due = null
      run?.()
      await answered()
    },
    waiting: () => due !== null,
    connectivity: createConnectivity({
      browserOnline: () => browserOnline,
      page,
      async askServer() {
        server.asked += 1
        return server.reachable
      },
      schedule(run, milliseconds) {
        due = run
        pauses.push(milliseconds)
        return () => {
          due = null
        }
      },
      random: () => 0.5,
    }),
  }
}

async function answered(): Promise<void> {
  await new Promise<void>((resolve) => {
    setImmediate(resolve)
  })
}

describe('connectivity', () => {
  let here: ReturnType<typeof world>
  let connectivity: ReturnType<typeof createConnectivity>

  beforeEach(() => {
    here = world()
    connectivity = here.connectivity
  })

  test('begins with what the browser says', () => {
    expect(connectivity.online.current).toBe(true)
    expect(world({ browserOnline: false }).connectivity.online.current).toBe(false)
  })

  test('does not believe one lost call when the server answers', async () => {
    const changed = vi.fn<() => void>()
    connectivity.online.subscribe(changed)
    connectivity.reportNetworkFailure()
    await answered()
    expect(here.server.asked).toBe(1)
    expect(changed).not.toHaveBeenCalled()
    expect(here.waiting()).toBe(false)
  })

  test('asks once for many calls lost together', async () => {
    here.server.reachable = false
    for (let call = 0; call < 5; call += 1) connectivity.reportNetworkFailure()
    await answered()
    expect(here.server.asked).toBe(1)
    expect(connectivity.online.current).toBe(false)
  })

  test('asks with growing pauses, at most half a minute, until the server is back', async () => {
    here.server.reachable = false
    connectivity.reportNetworkFailure()
    await answered()
    for (let round = 0; round < 6; round += 1) await here.pass()
    expect(here.pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
    here.server.reachable = true
    await here.pass()
    expect(connectivity.online.current).toBe(true)
    expect(here.waiting()).toBe(false)
  })

  test('begins with short pauses again at the next outage', async () => {
    here.server.reachable = false
    connectivity.reportNetworkFailure()
    await answered()
    await here.pass()
    connectivity.reportNetworkSuccess()
    expect(connectivity.online.current).toBe(true)
    connectivity.reportNetworkFailure()
    await answered()
    expect(here.pauses.at(-1)).toBe(1000)
  })

  test('is gone at once when the browser says so, and comes back only when the server answers', async () => {
    here.server.reachable = false
    here.tell('offline')
    expect(connectivity.online.current).toBe(false)
    here.tell('online')
    await answered()
    expect(connectivity.online.current).toBe(false)
    here.server.reachable = true
    here.tell('online')
    await answered()
    expect(connectivity.online.current).toBe(true)
  })

  test('asks at once when somebody looks at the page again', async () => {
    here.server.reachable = false
    connectivity.reportNetworkFailure()
    await answered()
    here.server.reachable = true
    here.tell('visibilitychange')
    await answered()
    expect(connectivity.online.current).toBe(true)
  })

  test('does not hear an old answer after a newer event', async () => {
    here.server.reachable = true
    connectivity.reportNetworkFailure()
    here.tell('offline')
    await answered()
    expect(connectivity.online.current).toBe(false)
    expect(here.waiting()).toBe(true)
  })

  test('leaves an answering server alone', async () => {
    connectivity.reportNetworkSuccess()
    here.tell('visibilitychange')
    here.tell('online')
    await answered()
    expect(here.server.asked).toBe(0)
  })
})
