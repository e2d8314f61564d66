import { beforeEach, describe, expect, it } from 'vitest'
import { CHUNK_SIZE } from '../../../../contract/limits.ts'
import {
  BLOCK,
  CHECK,
  CHUNK,
  failOn,
  fileOf,
  job,
  MERGE,
  openFakeRunner,
  WHOLE,
} from '../../../../tests/support/fakes/fake-runner.ts'
import { createFakeStorage, type FakeStorage, refusal } from '../../../../tests/support/fakes/fake-storage.ts'

let storage: FakeStorage
let file: Blob

beforeEach(() => {
  storage = createFakeStorage()
  file = fileOf(5 * CHUNK_SIZE + 1)
})

describe('the protocol', () => {
  it('hashes, asks, sends the chunks and merges them', async () => {
    const { runner, states } = openFakeRunner(storage)
    expect(await runner.start(job, file)).toEqual({ phase: 'done', file: storage.files[0] })
    expect([...new Set(states.map((state) => state.phase))]).toEqual(['hashing', 'checking', 'sending', 'merging'])
    expect(storage.files[0]).toMatchObject({ name: '期末.bin', size: file.size })
    expect([storage.count(CHECK), storage.count(BLOCK), storage.count(CHUNK), storage.count(MERGE)]).toEqual([
      1, 1, 6, 1,
    ])
  })

  it('sends the fields of section 7 with every chunk', async () => {
    await openFakeRunner(storage).runner.start(job, file)
    const last = storage.calls.find((call) => call.input['chunk'] === 6 && call.name === CHUNK)
    const md5 = storage.files[0]?.md5
    expect(last?.input).toEqual({
      chunked: 'true',
      chunk: 6,
      chunks: 6,
      eachSize: CHUNK_SIZE,
      md5,
      fileName: '期末.bin',
      name: '期末.bin',
      fullSize: file.size,
      uid: 'u1',
      size: 1,
      chunkMd5: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    expect(storage.calls.find((call) => call.name === BLOCK)?.input).toMatchObject({
      md5,
      size: file.size,
      chunks: 6,
      name: '期末.bin',
      uid: 'u1',
      chunk: 1,
    })
    expect(storage.calls.find((call) => call.name === MERGE)?.input).toMatchObject({
      md5,
      name: '期末.bin',
      size: file.size,
      chunks: 6,
      serverid: 'base',
      folderId: 'folder-1',
    })
  })

  it('keeps at least 3 chunks in flight, and never more than the connections it may use', async () => {
    storage.fault = () => new Promise((resolve) => setImmediate(resolve))
    const { runner } = openFakeRunner(storage)
    await Promise.all([runner.start(job, file), runner.start({ ...job, id: 'u2' }, fileOf(12 * CHUNK_SIZE))])
    expect(storage.mostAtOnce).toBe(4)
  })

  it.each([0, 1, CHUNK_SIZE])('sends a file of %i bytes whole', async (size) => {
    expect(await openFakeRunner(storage).runner.start(job, fileOf(size))).toMatchObject({
      phase: 'done',
      file: { size },
    })
    expect([storage.count(WHOLE), storage.count(CHUNK), storage.count(MERGE)]).toEqual([1, 0, 0])
  })

  it('sends nothing that the server has already', async () => {
    const { runner } = openFakeRunner(storage)
    await runner.start(job, file)
    expect(await runner.start({ ...job, id: 'u2' }, file)).toEqual({ phase: 'done', file: storage.files[0] })
    expect(storage.count(CHUNK)).toBe(6)
  })

  it('sends only the chunks that are missing', async () => {
    failOn(storage, CHUNK, refusal('access.denied', 403), [4, 5, 6])
    const { runner } = openFakeRunner(storage)
    expect(await runner.start(job, file)).toMatchObject({ phase: 'failed' })
    storage.fault = () => undefined
    const before = storage.count(CHUNK)
    expect(await runner.start(job, file)).toMatchObject({ phase: 'done' })
    expect(storage.count(CHUNK) - before).toBeLessThan(6)
    expect(storage.count(BLOCK)).toBe(2)
  })

  it('asks a foreign server that lists nothing for every chunk', async () => {
    storage.fault = ({ name, input }) => {
      if (name === BLOCK) return { data: input['chunk'] === 2 ? 'yes' : null }
      return name === MERGE ? 'merged' : undefined
    }
    expect(await openFakeRunner(storage).runner.start(job, file)).toEqual({ phase: 'done', file: null })
    expect(storage.count(BLOCK)).toBe(6)
    const sent = storage.calls.filter((call) => call.name === CHUNK).map((call) => call.input['chunk'])
    expect(new Set(sent)).toEqual(new Set([1, 3, 4, 5, 6]))
  })

  it('takes a foreign server at its word that a file exists or is stored', async () => {
    storage.fault = ({ name }) => (name === CHECK ? true : undefined)
    expect(await openFakeRunner(storage).runner.start(job, file)).toEqual({ phase: 'done', file: null })
  })

  it('reports bytes that only grow', async () => {
    let time = 0
    const { runner, states } = openFakeRunner(storage, { now: () => (time += 100) })
    await runner.start(job, file)
    const sent = states.flatMap((state) => (state.phase === 'sending' ? [state.sent] : []))
    expect(sent).toEqual(sent.toSorted((a, b) => a - b))
    expect(sent.length).toBeGreaterThan(1)
  })
})
