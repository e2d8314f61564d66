import { describe, expect, test } from 'vitest'
import { createObservable } from '../../core/state/observable.ts'
import { whenNotBusy, watchUploads, type Locks } from './upload-lock.ts'

/** The part of the browser's lock manager that is used here, for one name: first come, first served. */
function createLocks(): Locks {
  const holders = new Set<string>()
  const queue: { mode: string; start: () => void }[] = []
  const free = (mode: string) =>
    holders.size === 0 || (mode === 'shared' && ![...holders].some((key) => key.startsWith('exclusive')))
  const next = () => {
    while (queue[0] && free(queue[0].mode)) queue.shift()?.start()
  }
  let count = 0
  async function request(
    _name: string,
    { mode = 'exclusive', ifAvailable = false, signal }: LockOptions,
    run: (lock: Lock | null) => unknown,
  ): Promise<unknown> {
    if (ifAvailable && (queue.length > 0 || !free(mode))) return run(null)
    count += 1
    const key = `${mode} ${count}`
    await new Promise<void>((resolve, reject) => {
      const entry = {
        mode,
        start: () => {
          holders.add(key)
          resolve()
        },
      }
      signal?.addEventListener('abort', () => {
        const at = queue.indexOf(entry)
        if (at >= 0) queue.splice(at, 1)
        reject(signal.reason)
        next()
      })
      queue.push(entry)
      next()
    })
    try {
      return await run({ name: _name, mode })
    } finally {
      holders.delete(key)
      next()
    }
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the browser's overloads say the same with the result's type
  return { request: request as Locks['request'] }
}

async function settled(): Promise<void> {
  await new Promise<void>((resolve) => {
    setImmediate(resolve)
  })
}

describe('uploads over several tabs', () => {
  test('are seen from every tab, and their end too', async () => {
    const locks = createLocks()
    const [mine, theirs] = [createObservable(false), createObservable(false)]
    const here = watchUploads(locks, mine)
    const there = watchUploads(locks, theirs)
    expect(await here.anyRunning()).toBe(false)
    theirs.set(true)
    await settled()
    expect(await here.anyRunning()).toBe(true)
    expect(await there.anyRunning()).toBe(true)
    let over = false
    const ended = here.ended(new AbortController().signal).then(() => {
      over = true
      return over
    })
    await settled()
    expect(over).toBe(false)
    theirs.set(false)
    await ended
    expect(await here.anyRunning()).toBe(false)
  })

  test('that begin again are seen again', async () => {
    const locks = createLocks()
    const theirs = createObservable(false)
    const here = watchUploads(locks, createObservable(false))
    watchUploads(locks, theirs)
    for (let round = 0; round < 3; round += 1) {
      theirs.set(true)
      await settled()
      expect(await here.anyRunning()).toBe(true)
      theirs.set(false)
      await settled()
      expect(await here.anyRunning()).toBe(false)
    }
  })

  test('are no longer waited for once the signal says so', async () => {
    const busy = createObservable(true)
    const stop = new AbortController()
    const ended = watchUploads(createLocks(), busy).ended(stop.signal)
    stop.abort()
    await expect(ended).rejects.toThrow('abort')
  })

  test('are known of this tab where the browser has no locks', async () => {
    const busy = createObservable(true)
    const watch = watchUploads(undefined, busy)
    expect(await watch.anyRunning()).toBe(true)
    busy.set(false)
    await watch.ended(new AbortController().signal)
    expect(await watch.anyRunning()).toBe(false)
  })
})

test('an idle tab is not waited for', async () => {
  await expect(whenNotBusy(createObservable(false))).resolves.toBeUndefined()
})
