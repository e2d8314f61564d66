import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CHUNK_BUFFERS, releaseChunkBuffer, takeChunkBuffer, type ChunkBuffer } from './chunk-buffers.ts'
import { createPartAssembler } from './s3-part-assembler.ts'
import type { Part } from './s3-uploads.ts'

const SIZE = 1000
const TIMEOUTS = { alone: 100, arriving: 2000 }
const part: Part = { number: 2, offset: 3 * SIZE, size: 3 * SIZE }
const upload = { name: 'an upload' }

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

describe('chunks of a part', () => {
  it('that come together go as one part and no other way, in their order', async () => {
    const { assembler, sent } = open()
    const arrivals = [0, 1, 2].map(() => assembler.expect(upload, part))
    const added = [2, 0, 1].map((at) => assembler.add(upload, part, chunk(at)))
    for (const arrived of arrivals) arrived()
    await Promise.all(added)
    expect(sent).toEqual(['part 2: 3000 4000 5000'])
    expect(freeBuffers()).toBe(CHUNK_BUFFERS)
  })

  it('go alone when nobody of their part comes within a moment', async () => {
    const { assembler, sent } = open()
    const added = assembler.add(upload, part, chunk(1))
    await vi.advanceTimersByTimeAsync(TIMEOUTS.alone - 1)
    expect(sent).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    await added
    expect(sent).toEqual(['alone: 4000'])
    assembler.forget(upload)
    expect(freeBuffers()).toBe(CHUNK_BUFFERS)
  })

  it('wait longer while others are arriving, but not for ever', async () => {
    const { assembler, sent } = open()
    const arrived = assembler.expect(upload, part)
    const added = assembler.add(upload, part, chunk(1))
    await vi.advanceTimersByTimeAsync(TIMEOUTS.arriving - TIMEOUTS.alone)
    expect(sent).toEqual([])
    await vi.advanceTimersByTimeAsync(2 * TIMEOUTS.alone)
    await added
    expect(sent).toEqual(['alone: 4000'])
    arrived()
    assembler.forget(upload)
  })

  it('wait no longer when the one that was arriving did not come', async () => {
    const { assembler, sent } = open()
    const arrived = assembler.expect(upload, part)
    void assembler.add(upload, part, chunk(1))
    arrived()
    await vi.advanceTimersByTimeAsync(TIMEOUTS.alone)
    expect(sent).toEqual(['alone: 4000'])
    assembler.forget(upload)
  })

  it('that went alone make the part all the same when the last one comes, and their own objects go', async () => {
    const { assembler, sent } = open()
    const first = [assembler.add(upload, part, chunk(0)), assembler.add(upload, part, chunk(2))]
    await vi.advanceTimersByTimeAsync(TIMEOUTS.alone)
    await Promise.all(first)
    await assembler.add(upload, part, chunk(1))
    await vi.runAllTimersAsync()
    expect(sent).toEqual(['alone: 3000', 'alone: 5000', 'part 2: 3000 4000 5000', 'removed: 3000', 'removed: 5000'])
    expect(freeBuffers()).toBe(CHUNK_BUFFERS)
  })

  it('give their memory back when it is needed, the oldest first, and only when they are durable', async () => {
    const { assembler, sent } = open()
    const first = assembler.add(upload, part, chunk(0))
    expect(assembler.evictOldest()).toBe(false)
    await vi.advanceTimersByTimeAsync(TIMEOUTS.alone)
    await first
    expect(freeBuffers()).toBe(CHUNK_BUFFERS - 1)
    expect(assembler.evictOldest()).toBe(true)
    expect(freeBuffers()).toBe(CHUNK_BUFFERS)
    expect(assembler.evictOldest()).toBe(false)
    const rest = [1, 2].map((at) => assembler.add(upload, part, chunk(at)))
    await vi.advanceTimersByTimeAsync(TIMEOUTS.alone)
    await Promise.all(rest)
    expect(sent).toEqual(['alone: 3000', 'alone: 4000', 'alone: 5000'])
    assembler.forget(upload)
    expect(freeBuffers()).toBe(CHUNK_BUFFERS)
  })

  it('fail together when the part cannot be sent, except those that are durable already', async () => {
    const { assembler, fail } = open()
    const first = assembler.add(upload, part, chunk(0))
    await vi.advanceTimersByTimeAsync(TIMEOUTS.alone)
    await first
    fail()
    const rest = [1, 2].map((at) => assembler.add(upload, part, chunk(at)))
    for (const added of await Promise.allSettled(rest)) expect(added).toMatchObject({ reason: { message: 'no' } })
    expect(freeBuffers()).toBe(CHUNK_BUFFERS)
  })

  it('fail when their upload is thrown away', async () => {
    const { assembler, sent } = open()
    const added = assembler.add(upload, part, chunk(0))
    assembler.forget(upload)
    await expect(added).rejects.toMatchObject({ code: 'server.unavailable' })
    await vi.runAllTimersAsync()
    expect(sent).toEqual([])
    expect(freeBuffers()).toBe(CHUNK_BUFFERS)
  })

  it('count as they were sent last', async () => {
    const { assembler, sent } = open()
    const old = assembler.add(upload, part, chunk(0))
    const again = [0, 1, 2].map((at) => assembler.add(upload, part, chunk(at, 2)))
    await expect(old).rejects.toMatchObject({ code: 'server.unavailable' })
    await Promise.all(again)
    expect(sent).toEqual(['part 2: 3000 4000 5000'])
    expect(freeBuffers()).toBe(CHUNK_BUFFERS)
  })
})

function open() {
  const sent: string[] = []
  let fails = false
  const note = async (what: string) => {
    if (fails) throw new Error('no')
    sent.push(what)
  }
  const assembler = createPartAssembler<typeof upload>(
    {
      sendPart: (_, { number }, chunks) => note(`part ${number}: ${chunks.map(({ offset }) => offset).join(' ')}`),
      sendSingle: (_, { offset }) => note(`alone: ${offset}`),
      removeSingle: (_, { offset }) => note(`removed: ${offset}`),
    },
    TIMEOUTS,
  )
  return { assembler, sent, fail: () => (fails = true) }
}

function chunk(at: number, attempt = 1) {
  return { offset: part.offset + at * SIZE, size: SIZE, buffer: buffer(), attempt }
}

function buffer(): ChunkBuffer {
  const taken = takeChunkBuffer(SIZE)
  if (!taken) throw new Error('there is no room')
  return taken
}

/** Takes every room there is and gives it back. */
function freeBuffers(): number {
  const taken: ChunkBuffer[] = []
  for (let next = takeChunkBuffer(SIZE); next; next = takeChunkBuffer(SIZE)) taken.push(next)
  for (const one of taken) releaseChunkBuffer(one)
  return taken.length
}
