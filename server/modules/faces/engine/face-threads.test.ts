import { afterEach, describe, expect, it } from 'vitest'
import { createFaceThreads } from './face-threads.ts'
import type { FaceThread } from './face-thread.ts'

const EMPTY = { pixels: new Uint8Array(64 * 64 * 3), width: 64, height: 64 }

let threads: FaceThread | undefined
afterEach(() => threads?.close())

describe('threads that look for faces', () => {
  it('share what is asked, and refuse what would have to wait too long', async () => {
    threads = createFaceThreads(2, 3)
    const asked = [threads.find(EMPTY), threads.find(EMPTY), threads.find(EMPTY)]
    expect(threads.asked).toBe(3)
    await expect(threads.find(EMPTY)).rejects.toMatchObject({ code: 'server.unavailable' })
    expect(await Promise.all(asked)).toEqual([[], [], []])
    expect(threads.asked).toBe(0)
    expect(await threads.find(EMPTY)).toEqual([])
  })

  it('refuse whoever comes after they were closed, and tell whoever waits', async () => {
    threads = createFaceThreads(1)
    const waiting = threads.find(EMPTY)
    await Promise.all([expect(waiting).rejects.toThrow('closed'), threads.close()])
    await expect(threads.find(EMPTY)).rejects.toMatchObject({ code: 'server.unavailable' })
  })
})
