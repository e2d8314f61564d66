import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CHUNK_ROOMS, giveBackChunkRoom, takeChunkRoom, type ChunkRoom } from '../chunk-buffers.ts'
import { createGathering } from './s3-chunk-groups.ts'
import type { Part } from './s3-uploads.ts'

const SIZE = 1000
const PATIENCE = { alone: 100, together: 2000 }
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
    const { gathering, sent } = gather()
    const arrivals = [0, 1, 2].map(() => gathering.expect(upload, part))
    const added = [2, 0, 1].map((at) => gathering.add(upload, part, chunk(at)))
    for (const arrived of arrivals) arrived()
    await Promise.all(added)
    expect(sent).toEqual(['part 2: 3000 4000 5000'])
    expect(freeRooms()).toBe(CHUNK_ROOMS)
  })

  it('go alone when nobody of their part comes within a moment', async () => {
    const { gathering, sent } = gather()
    const added = gathering.add(upload, part, chunk(1))
    await vi.advanceTimersByTimeAsync(PATIENCE.alone - 1)
    expect(sent).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    await added
    expect(sent).toEqual(['alone: 4000'])
    gathering.forget(upload)
    expect(freeRooms()).toBe(CHUNK_ROOMS)
  })

  it('wait longer while others are arriving, but not for ever', async () => {
    const { gathering, sent } = gather()
    const arrived = gathering.expect(upload, part)
    const added = gathering.add(upload, part, chunk(1))
    await vi.advanceTimersByTimeAsync(PATIENCE.together - PATIENCE.alone)
    expect(sent).toEqual([])
    await vi.advanceTimersByTimeAsync(2 * PATIENCE.alone)
    await added
    expect(sent).toEqual(['alone: 4000'])
    arrived()
    gathering.forget(upload)
  })

  it('wait no longer when the one that was arriving did not come', async () => {
    const { gathering, sent } = gather()
    const arrived = gathering.expect(upload, part)
    void gathering.add(upload, part, chunk(1))
    arrived()
    await vi.advanceTimersByTimeAsync(PATIENCE.alone)
    expect(sent).toEqual(['alone: 4000'])
    gathering.forget(upload)
  })

  it('that went alone make the part all the same when the last one comes, and their own objects go', async () => {
    const { gathering, sent } = gather()
    const first = [gathering.add(upload, part, chunk(0)), gathering.add(upload, part, chunk(2))]
    await vi.advanceTimersByTimeAsync(PATIENCE.alone)
    await Promise.all(first)
    await gathering.add(upload, part, chunk(1))
    await vi.runAllTimersAsync()
    expect(sent).toEqual(['alone: 3000', 'alone: 5000', 'part 2: 3000 4000 5000', 'removed: 3000', 'removed: 5000'])
    expect(freeRooms()).toBe(CHUNK_ROOMS)
  })

  it('give their memory back when it is needed, the oldest first, and only when they are durable', async () => {
    const { gathering, sent } = gather()
    const first = gathering.add(upload, part, chunk(0))
    expect(gathering.spare()).toBe(false)
    await vi.advanceTimersByTimeAsync(PATIENCE.alone)
    await first
    expect(freeRooms()).toBe(CHUNK_ROOMS - 1)
    expect(gathering.spare()).toBe(true)
    expect(freeRooms()).toBe(CHUNK_ROOMS)
    expect(gathering.spare()).toBe(false)
    const rest = [1, 2].map((at) => gathering.add(upload, part, chunk(at)))
    await vi.advanceTimersByTimeAsync(PATIENCE.alone)
    await Promise.all(rest)
    expect(sent).toEqual(['alone: 3000', 'alone: 4000', 'alone: 5000'])
    gathering.forget(upload)
    expect(freeRooms()).toBe(CHUNK_ROOMS)
  })

  it('fail together when the part cannot be sent, except those that are durable already', async () => {
    const { gathering, fail } = gather()
    const first = gathering.add(upload, part, chunk(0))
    await vi.advanceTimersByTimeAsync(PATIENCE.alone)
    await first
    fail()
    const rest = [1, 2].map((at) => gathering.add(upload, part, chunk(at)))
    for (const added of await Promise.allSettled(rest)) expect(added).toMatchObject({ reason: { message: 'no' } })
    expect(freeRooms()).toBe(CHUNK_ROOMS)
  })

  it('fail when their upload is thrown away', async () => {
    const { gathering, sent } = gather()
    const added = gathering.add(upload, part, chunk(0))
    gathering.forget(upload)
    await expect(added).rejects.toMatchObject({ code: 'server.unavailable' })
    await vi.runAllTimersAsync()
    expect(sent).toEqual([])
    expect(freeRooms()).toBe(CHUNK_ROOMS)
  })

  it('count as they were sent last', async () => {
    const { gathering, sent } = gather()
    const old = gathering.add(upload, part, chunk(0))
    const again = [0, 1, 2].map((at) => gathering.add(upload, part, chunk(at, 2)))
    await expect(old).rejects.toMatchObject({ code: 'server.unavailable' })
    await Promise.all(again)
    expect(sent).toEqual(['part 2: 3000 4000 5000'])
    expect(freeRooms()).toBe(CHUNK_ROOMS)
  })
})

function gather() {
  const sent: string[] = []
  let fails = false
  const note = async (what: string) => {
    if (fails) throw new Error('no')
    sent.push(what)
  }
  const gathering = createGathering<typeof upload>(
    {
      sendPart: (_, { number }, chunks) => note(`part ${number}: ${chunks.map(({ offset }) => offset).join(' ')}`),
      sendAlone: (_, { offset }) => note(`alone: ${offset}`),
      removeAlone: (_, { offset }) => note(`removed: ${offset}`),
    },
    PATIENCE,
  )
  return { gathering, sent, fail: () => (fails = true) }
}

function chunk(at: number, sending = 1) {
  return { offset: part.offset + at * SIZE, size: SIZE, room: room(), sending }
}

function room(): ChunkRoom {
  const taken = takeChunkRoom(SIZE)
  if (!taken) throw new Error('there is no room')
  return taken
}

/** Takes every room there is and gives it back. */
function freeRooms(): number {
  const taken: ChunkRoom[] = []
  for (let next = takeChunkRoom(SIZE); next; next = takeChunkRoom(SIZE)) taken.push(next)
  for (const one of taken) giveBackChunkRoom(one)
  return taken.length
}
