import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CHUNK_SIZE } from '../../../../contract/limits.ts'
import { hashChunks } from '../../hash/hash-chunks.ts'
import {
  BLOCK,
  CANCEL,
  CHECK,
  CHUNK,
  failOn,
  fileOf,
  holdBack,
  job,
  longJob,
  MERGE,
  openFakeRunner,
} from '../../../../tests/support/fakes/fake-runner.ts'
import { createFakeStorage, type FakeStorage, refusal } from '../../../../tests/support/fakes/fake-storage.ts'
import type { UploadPorts } from './ports.ts'
import { createChunkProgress } from './send-chunks.ts'

let storage: FakeStorage
let file: Blob
/** Hashing that has come to the end of the file, and waits to be let go. */
let letHash: () => void
let slowly: Pick<UploadPorts, 'hashChunks'>

beforeEach(() => {
  storage = createFakeStorage()
  file = fileOf(10 * CHUNK_SIZE)
  const mayEnd = new Promise<void>((resolve) => (letHash = resolve))
  slowly = {
    async hashChunks(signal, bytes, size, watch) {
      const hashes = await hashChunks(signal, bytes, size, watch)
      await mayEnd
      signal.throwIfAborted()
      return hashes
    },
  }
})

const ALL = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
const namesOf = (name: string) => storage.calls.filter((call) => call.name === name).map(({ input }) => input['md5'])
/** Waiting that a busy machine does not end. */
const until = (seen: () => void) => vi.waitFor(seen, { timeout: 10_000, interval: 5 })
const sent = () => storage.calls.filter(({ name }) => name === CHUNK).map(({ input }) => Number(input['chunk']))

describe('while a file is hashed', () => {
  it('its chunks go under the id of the upload, and go on under its MD5', async () => {
    const { runner } = openFakeRunner(storage, slowly)
    const ending = runner.start(longJob, file)
    await until(() => expect(sent()).toHaveLength(10))
    expect(storage.count(CHECK)).toBe(0)
    letHash()
    expect(await ending).toMatchObject({ phase: 'done', file: { size: file.size } })
    const md5 = storage.files[0]?.md5
    expect(new Set(namesOf(CHUNK))).toEqual(new Set([longJob.id]))
    expect([namesOf(BLOCK), namesOf(MERGE)]).toEqual([[longJob.id, md5], [md5]])
  })

  it('those under way when its MD5 is known arrive all the same, and the others go under that', async () => {
    const held = holdBack(storage, CHUNK, 2)
    const { runner } = openFakeRunner(storage, slowly)
    const ending = runner.start(longJob, file)
    await held.arrived
    letHash()
    await until(() => expect(storage.count(BLOCK)).toBe(2))
    held.letGo()
    expect(await ending).toMatchObject({ phase: 'done' })
    expect(sent().toSorted((a, b) => a - b)).toEqual(ALL)
    const md5 = storage.files[0]?.md5
    const named = namesOf(CHUNK).indexOf(md5)
    expect(named).toBeGreaterThan(1)
    expect(namesOf(CHUNK)).toEqual(ALL.map((_, at) => (at < named ? longJob.id : md5)))
    expect([namesOf(BLOCK), namesOf(CANCEL)]).toEqual([[longJob.id, md5], []])
  })

  it('what is left waits for those under way where the server has none of them yet', async () => {
    const held = holdBack(storage, CHUNK)
    const { runner } = openFakeRunner(storage, slowly)
    const ending = runner.start(longJob, file)
    await held.arrived
    letHash()
    await until(() => expect(storage.count(BLOCK)).toBe(2))
    held.letGo()
    expect(await ending).toMatchObject({ phase: 'done' })
    expect(sent().toSorted((a, b) => a - b)).toEqual(ALL)
    expect(new Set(namesOf(CHUNK)).size).toBe(2)
    expect(storage.count(BLOCK)).toBe(3)
  })

  it('goes on with what an earlier visit sent', async () => {
    const first = openFakeRunner(storage, slowly)
    const memory = { known: null, onHashes: () => {}, onState: () => {} }
    void first.runner.start(longJob, file, memory)
    await until(() => expect(storage.present(longJob.id)).toHaveLength(10))
    first.runner.abort(longJob.id)
    expect(await openFakeRunner(storage).runner.start(longJob, file)).toMatchObject({ phase: 'done' })
    expect(sent()).toHaveLength(10)
  })

  it('the size is not announced a second time, for it has its room', async () => {
    const { runner } = openFakeRunner(storage)
    await runner.start(longJob, file)
    await runner.start(job, file)
    const sizes = storage.calls.filter(({ name }) => name === CHECK).map(({ input }) => input['size'])
    expect(sizes).toEqual([undefined, file.size])
  })

  it('a refusal ends it at once', async () => {
    failOn(storage, BLOCK, refusal('storage.quota_person', 507))
    const { runner } = openFakeRunner(storage, slowly)
    const ending = runner.start(longJob, file)
    await until(() => expect(storage.count(BLOCK)).toBe(1))
    letHash()
    expect(await ending).toMatchObject({
      failure: { kind: 'checkchunkerror', code: 'storage.quota_person', status: 507 },
    })
    expect(storage.count(CHECK)).toBe(0)
  })

  it('the refusal of a chunk ends it, also while the server is told the MD5', async () => {
    let refuse = () => {}
    const refused = new Promise<never>((_, reject) => {
      refuse = () => reject(refusal('storage.disk_full', 507))
    })
    refused.catch(() => {})
    storage.fault = ({ name }, nth) => {
      if (name === CHUNK) return refused
      // It does not answer the second question.
      return name === BLOCK && nth === 2 ? new Promise(() => {}) : undefined
    }
    const ending = openFakeRunner(storage).runner.start(longJob, file)
    await until(() => expect(storage.count(BLOCK)).toBe(2))
    refuse()
    expect(await ending).toMatchObject({ failure: { kind: 'uploaderror', code: 'storage.disk_full', status: 507 } })
  })

  it('nothing goes on while it is paused', async () => {
    const held = holdBack(storage, CHUNK)
    const { runner } = openFakeRunner(storage, slowly)
    const ending = runner.start(longJob, file)
    await held.arrived
    runner.pause(longJob.id)
    held.letGo()
    await until(() => expect(storage.calls.every(({ name, signal }) => name !== CHUNK || signal.aborted)).toBe(true))
    const before = sent().length
    letHash()
    await new Promise((resolve) => setTimeout(resolve))
    expect(sent()).toHaveLength(before)
    runner.resume(longJob.id)
    expect(await ending).toMatchObject({ phase: 'done' })
  })
})

describe('nothing is sent ahead', () => {
  it('of a file that is hashed at once, or whose id is no name for an upload', async () => {
    const { runner } = openFakeRunner(storage)
    await runner.start(longJob, fileOf(8 * CHUNK_SIZE))
    await runner.start(job, fileOf(9 * CHUNK_SIZE))
    expect(namesOf(CHUNK)).not.toContain(longJob.id)
    expect(namesOf(BLOCK)).toHaveLength(2)
  })

  it('to a server that does not want it', async () => {
    storage.takesAhead = false
    expect(await openFakeRunner(storage).runner.start(longJob, file)).toMatchObject({ phase: 'done' })
    expect(namesOf(CHUNK)).not.toContain(longJob.id)
    expect(sent()).toHaveLength(10)
  })
})

it('throws away what was sent of a file that the server has', async () => {
  await openFakeRunner(storage).runner.start(job, file)
  const { runner } = openFakeRunner(storage, slowly)
  const before = sent().length
  const ending = runner.start(longJob, file)
  await until(() => expect(sent().length).toBeGreaterThan(before))
  letHash()
  expect(await ending).toMatchObject({ phase: 'done', file: { id: 'file-1' } })
  await until(() => expect(namesOf(CANCEL)).toEqual([longJob.id]))
})

it('knows where each chunk lies and that the last is shorter', () => {
  const progress = createChunkProgress(25, 10, () => {})
  expect(progress.chunks).toBe(3)
  expect(progress.range(1)).toEqual({ start: 0, size: 10 })
  expect(progress.range(3)).toEqual({ start: 20, size: 5 })
})

it('adds up what is complete and what is on its way', () => {
  const sums: number[] = []
  const progress = createChunkProgress(25, 10, (sum) => sums.push(sum))
  progress.complete([1])
  progress.sent(2, 4)
  progress.sent(3, 900)
  progress.sent(2, 0)
  progress.complete([2, 3])
  expect(sums).toEqual([10, 14, 19, 15, 25])
})

it('does not count a complete chunk again', () => {
  const sums: number[] = []
  const progress = createChunkProgress(25, 10, (sum) => sums.push(sum))
  progress.complete([1])
  progress.sent(1, 3)
  progress.complete([1])
  expect(sums).toEqual([10, 10])
  expect(progress.isComplete(1)).toBe(true)
})

it('passes over numbers that the file does not have', () => {
  let sum = -1
  const progress = createChunkProgress(25, 10, (next) => (sum = next))
  progress.complete([0, -1, 4, 1.5, Number.NaN])
  expect(sum).toBe(0)
})
