import { beforeEach, describe, expect, it } from 'vitest'
import { CHUNK_SIZE } from '../../../../contract/limits.ts'
import { ownFailure } from './upload-failures.ts'
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

const lost = ownFailure('network.failed')

describe('failures', () => {
  it.each([
    [CHECK, 'checkerror'],
    [BLOCK, 'checkchunkerror'],
    [CHUNK, 'uploaderror'],
    [MERGE, 'chunkmerge'],
  ])('of %s are called %s and are not repeated', async (name, kind) => {
    storage.fault = (call) => {
      if (call.name === name) throw refusal('access.denied', 403)
    }
    expect(await openFakeRunner(storage).runner.start(job, file)).toEqual({
      phase: 'failed',
      failure: { kind, code: 'access.denied', status: 403, message: '不行|||No' },
    })
    const chunks = storage.calls.filter((call) => call.name === name).map((call) => call.input['chunk'])
    expect(chunks).toEqual([...new Set(chunks)])
  })

  it('of a whole file are called uploaderror', async () => {
    failOn(storage, WHOLE, refusal('storage.type_blocked', 415), [1])
    expect(await openFakeRunner(storage).runner.start(job, fileOf(3))).toMatchObject({
      failure: { kind: 'uploaderror', status: 415 },
    })
  })

  it('of the number of chunks are called chunkmerge', async () => {
    failOn(storage, CHUNK, refusal('storage.chunk_count', 400), [1])
    expect(await openFakeRunner(storage).runner.start(job, file)).toMatchObject({ failure: { kind: 'chunkmerge' } })
  })

  it('stop the other chunks', async () => {
    storage.fault = ({ name, input }) => {
      if (name !== CHUNK) return undefined
      if (input['chunk'] === 3) throw refusal('access.denied', 403)
      return new Promise(() => {})
    }
    expect(await openFakeRunner(storage).runner.start(job, file)).toMatchObject({ phase: 'failed' })
    const chunks = storage.calls.filter((call) => call.name === CHUNK)
    expect(chunks.length).toBeGreaterThan(1)
    expect(chunks.every((call) => call.signal.aborted)).toBe(true)
  })

  it('say that the file cannot be read, at once and not as a broken network', async () => {
    failOn(storage, CHUNK, lost, [1])
    const { runner, ports } = openFakeRunner(storage, { canRead: async () => false })
    expect(await runner.start(job, file)).toMatchObject({ failure: { code: 'storage.file_unreadable' } })
    expect(ports.slept).toEqual([])
    const unreadable = openFakeRunner(storage, { hashChunks: () => Promise.reject(new Error('NotReadableError')) })
    const result = await unreadable.runner.start(job, file)
    expect(result).toMatchObject({
      failure: { kind: 'uploadunkerror', code: 'storage.file_unreadable', message: 'storage.file_unreadable' },
    })
  })

  it('unmask a server that stored something else', async () => {
    storage.fault = ({ name }) =>
      name === WHOLE
        ? {
            id: 'f',
            name: 'x',
            size: 4,
            md5: '0'.repeat(32),
            type: 't',
            folderId: null,
            createdAt: '2026-11-20T08:00:00Z',
          }
        : undefined
    expect(await openFakeRunner(storage).runner.start(job, fileOf(3))).toMatchObject({
      failure: { code: 'storage.file_mismatch' },
    })
  })

  it('end a merge that never finds its chunks', async () => {
    storage.fault = ({ name }) => {
      if (name === MERGE) throw refusal('storage.chunks_missing', 409)
    }
    expect(await openFakeRunner(storage).runner.start(job, file)).toMatchObject({
      failure: { kind: 'chunkmerge', status: 409 },
    })
    expect(storage.count(MERGE)).toBe(3)
  })
})
