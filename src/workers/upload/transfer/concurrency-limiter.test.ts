import { beforeEach, describe, expect, it } from 'vitest'
import { createConcurrencyLimiter, type ConcurrencyLimiter } from './concurrency-limiter.ts'

const never = new AbortController().signal
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Work that ends when told to. */
function openWork() {
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  return { end, work: () => ended }
}

describe('lanes', () => {
  const open = (count: number) =>
    createConcurrencyLimiter(
      () => count,
      () => 0,
    )

  it('let a number through and the rest in their order', async () => {
    const limiter = open(2)
    const started: number[] = []
    const works = Array.from({ length: 4 }, openWork)
    const runs = works.map(({ work }, index) =>
      limiter.run(
        never,
        () => 1,
        () => {
          started.push(index)
          return work()
        },
      ),
    )
    expect(started).toEqual([0, 1])
    works[1]?.end()
    await runs[1]
    await settled()
    expect(started).toEqual([0, 1, 2])
    for (const { end } of works) end()
    await Promise.all(runs)
    expect(started).toEqual([0, 1, 2, 3])
  })

  it('are free again when the work fails', async () => {
    const limiter = open(1)
    await expect(
      limiter.run(
        never,
        () => 1,
        () => Promise.reject(new Error('broken')),
      ),
    ).rejects.toThrow('broken')
    expect(
      await limiter.run(
        never,
        () => 1,
        async () => 'fine',
      ),
    ).toBe('fine')
  })

  it('forget who stopped waiting', async () => {
    const limiter = open(1)
    const { end, work } = openWork()
    const first = limiter.run(never, () => 1, work)
    const controller = new AbortController()
    const second = limiter.run(
      controller.signal,
      () => 1,
      async () => 'second',
    )
    const third = limiter.run(
      never,
      () => 1,
      async () => 'third',
    )
    controller.abort(new Error('no longer'))
    await expect(second).rejects.toThrow('no longer')
    end()
    await first
    expect(await third).toBe('third')
  })

  it('lose none when waiting is stopped in the moment in which one comes free', async () => {
    const limiter = open(1)
    const { end, work } = openWork()
    const first = limiter.run(never, () => 1, work)
    const controller = new AbortController()
    const second = limiter.run(
      controller.signal,
      () => 1,
      async () => 'second',
    )
    const atOnce = first.then(() => controller.abort(new Error('no longer')))
    end()
    await Promise.allSettled([second, atOnce])
    expect(
      await limiter.run(
        never,
        () => 1,
        async () => 'third',
      ),
    ).toBe('third')
  })
})

describe('the number of lanes', () => {
  let time: number
  let limiter: ConcurrencyLimiter
  /** Bytes a millisecond of the line with so many lanes. */
  let line: (count: number) => number

  beforeEach(() => {
    time = 0
    limiter = createConcurrencyLimiter(
      () => 6,
      () => time,
    )
  })

  /** Sends so many chunks, of which more wait all the time, over a line on which each lane has its share. */
  async function send(chunks: number): Promise<void> {
    const waiting: (() => void)[] = []
    const runs = Array.from({ length: chunks }, () =>
      limiter.run(
        never,
        () => 1000,
        () => new Promise<void>((resolve) => void waiting.push(resolve)),
      ),
    )
    for (let sent = 0; sent < chunks; sent++) {
      time += 1000 / line(limiter.count)
      waiting.shift()?.()
      await settled()
    }
    await Promise.all(runs)
  }

  it('grows while that makes the line faster, up to what is allowed', async () => {
    line = (count) => count
    await send(60)
    expect(limiter.count).toBe(6)
  })

  it('stays small where one lane fills the line', async () => {
    line = () => 2
    await send(400)
    expect(limiter.count).toBeLessThanOrEqual(2)
  })

  it('finds the number from which on more bring nothing', async () => {
    line = (count) => Math.min(count, 4)
    await send(90)
    expect(limiter.count).toBe(4)
  })

  it('follows a line that becomes another', async () => {
    line = () => 2
    await send(400)
    line = (count) => count
    await send(800)
    expect(limiter.count).toBeGreaterThanOrEqual(5)
  })

  it('falls when the line breaks, and never to none', async () => {
    line = (count) => count
    await send(60)
    limiter.onConnectionLost()
    expect(limiter.count).toBe(3)
    for (let times = 0; times < 5; times++) limiter.onConnectionLost()
    expect(limiter.count).toBe(1)
    await send(100)
    expect(limiter.count).toBe(6)
  })
})
