import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeWorker, type FakeWorker } from '../../../tests/support/fakes/fake-worker.ts'
import { linkWorker } from './worker-link.ts'

interface Api {
  double(value: number): Promise<number>
  hang(): Promise<never>
  greet(name: string): void
}

const never = new AbortController().signal
let workers: FakeWorker[]
let greeted: string[]
let link: ReturnType<typeof linkWorker<Api>>

beforeEach(() => {
  workers = []
  greeted = []
  link = linkWorker<Api>(
    () => {
      const api: Api = {
        double: async (value) => value * 2,
        hang: () => new Promise<never>(() => {}),
        greet: (name) => void greeted.push(name),
      }
      const worker = createFakeWorker(api)
      workers.push(worker)
      return worker
    },
    { onStart: (api) => api.greet('page'), idleAfter: 1000 },
  )
})

afterEach(() => {
  vi.useRealTimers()
  for (const worker of workers) worker.terminate()
})

describe('a linked worker', () => {
  it('is started by the first use, with onStart before it, and used again', async () => {
    expect(workers).toHaveLength(0)
    expect(await Promise.all([1, 2].map((value) => link.use(never, (api) => api.double(value))))).toEqual([2, 4])
    expect(await link.use(never, (api) => api.double(3))).toBe(6)
    expect(workers).toHaveLength(1)
    expect(greeted).toEqual(['page'])
  })

  it('is ended when nobody has used it for a while, and started again when needed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await link.use(never, (api) => api.double(1))
    vi.advanceTimersByTime(999)
    expect(workers[0]?.isTerminated).toBe(false)
    await link.use(never, (api) => api.double(1))
    vi.advanceTimersByTime(999)
    expect(workers[0]?.isTerminated).toBe(false)
    vi.advanceTimersByTime(1)
    expect(workers[0]?.isTerminated).toBe(true)
    expect(await link.use(never, (api) => api.double(1))).toBe(2)
    expect(workers).toHaveLength(2)
  })

  it('is not ended while it works', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const controller = new AbortController()
    const hanging = link.use(controller.signal, (api) => api.hang())
    await link.use(never, (api) => api.double(1))
    vi.advanceTimersByTime(60_000)
    expect(workers[0]?.isTerminated).toBe(false)
    controller.abort(new Error('enough'))
    await expect(hanging).rejects.toThrow('enough')
    vi.advanceTimersByTime(1000)
    expect(workers[0]?.isTerminated).toBe(true)
  })

  it('that breaks fails everything that waits for it, and the next use starts another', async () => {
    const waiting = [1, 2].map(() => link.use(never, (api) => api.hang()))
    workers[0]?.breakDown()
    for (const one of waiting) await expect(one).rejects.toMatchObject({ code: 'client.worker_stopped' })
    expect(workers[0]?.isTerminated).toBe(true)
    expect(await link.use(never, (api) => api.double(4))).toBe(8)
    expect(workers).toHaveLength(2)
  })

  it('is not started for what is stopped already', async () => {
    await expect(link.use(AbortSignal.abort(new Error('enough')), (api) => api.hang())).rejects.toThrow('enough')
    expect(workers).toHaveLength(0)
  })
})
