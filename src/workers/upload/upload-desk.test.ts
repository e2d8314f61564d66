import { beforeEach, describe, expect, it } from 'vitest'
import { textFor } from '../../../contract/envelope.ts'
import { CHUNK_SIZE } from '../../../contract/limits.ts'
import { ownFailure } from './call-failure.ts'
import { createFakePorts, createFakeStorage, refusal, type FakeStorage } from './fake-storage.ts'
import type { UploadPorts } from './ports.ts'
import { createUploadDesk } from './upload-desk.ts'
import { uploadState, type UploadState } from './upload-state.ts'

const CHUNK = 'storage.uploadChunk'
const CHECK = 'storage.secondUploadCheck'
const BLOCK = 'storage.blockUploadCheck'
const MERGE = 'storage.mergeFile'
const WHOLE = 'storage.upload'

let storage: FakeStorage
let states: UploadState[]
let file: Blob

beforeEach(() => {
  storage = createFakeStorage()
  states = []
  file = fileOf(5 * CHUNK_SIZE + 1)
})

/** Bytes that repeat at no chunk's length, so that a wrong offset shows. */
const BYTES = new Uint8Array(7 * CHUNK_SIZE)
for (let at = 0; at < BYTES.length; at += 1009) BYTES[at] = at % 251

function fileOf(size: number): Blob {
  return new Blob([BYTES.subarray(0, size)])
}

const job = { id: 'u1', name: '期末.bin', serverid: 'base', folderId: 'folder-1' }

function openDesk(change: Partial<UploadPorts> = {}) {
  const ports = createFakePorts(storage, change)
  const desk = createUploadDesk(ports, (_, state) => states.push(uploadState.parse(structuredClone(state))))
  return { desk, ports }
}

function phases(): string[] {
  return states.map((state) => state.phase).filter((phase, index, all) => phase !== all[index - 1])
}

/** Fails every call of a name on these occasions, counted from 1. */
function failOn(name: string, occasions: readonly number[], failure: Error): void {
  storage.fault = (call, nth) => {
    if (call.name === name && occasions.includes(nth)) throw failure
  }
}

/** Holds back calls of a name until it is let go. */
function holdBack(name: string): { letGo: () => void; arrived: Promise<void> } {
  let letGo = () => {}
  let arrive = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  storage.fault = (call) => {
    if (call.name !== name) return undefined
    arrive()
    return held
  }
  return { letGo, arrived }
}

const lost = ownFailure('network.failed')

describe('the protocol', () => {
  it('hashes, asks, sends the chunks and merges them', async () => {
    const { desk } = openDesk()
    expect(await desk.start(job, file)).toEqual({ phase: 'done', file: storage.files[0] })
    expect(phases()).toEqual(['hashing', 'checking', 'sending', 'merging'])
    expect(storage.files[0]).toMatchObject({ name: '期末.bin', size: file.size })
    expect([storage.count(CHECK), storage.count(BLOCK), storage.count(CHUNK), storage.count(MERGE)]).toEqual([
      1, 1, 6, 1,
    ])
  })

  it('sends the fields of section 7 with every chunk', async () => {
    await openDesk().desk.start(job, file)
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
    expect(storage.calls.find((call) => call.name === MERGE)?.input).toMatchObject({
      serverid: 'base',
      folderId: 'folder-1',
    })
  })

  it('keeps at least 3 chunks in flight, and never more than the connections it may use', async () => {
    storage.fault = () => new Promise((resolve) => setImmediate(resolve))
    const { desk } = openDesk()
    await Promise.all([desk.start(job, file), desk.start({ ...job, id: 'u2' }, fileOf(7 * CHUNK_SIZE))])
    expect(storage.mostAtOnce).toBe(4)
  })

  it.each([0, 1, CHUNK_SIZE])('sends a file of %i bytes whole', async (size) => {
    expect(await openDesk().desk.start(job, fileOf(size))).toMatchObject({ phase: 'done', file: { size } })
    expect([storage.count(WHOLE), storage.count(CHUNK), storage.count(MERGE)]).toEqual([1, 0, 0])
  })

  it('sends nothing that the server has already', async () => {
    const { desk } = openDesk()
    await desk.start(job, file)
    expect(await desk.start({ ...job, id: 'u2' }, file)).toEqual({ phase: 'done', file: storage.files[0] })
    expect(storage.count(CHUNK)).toBe(6)
  })

  it('sends only the chunks that are missing', async () => {
    failOn(CHUNK, [4, 5, 6], refusal('access.denied', 403))
    const { desk } = openDesk()
    expect(await desk.start(job, file)).toMatchObject({ phase: 'failed' })
    storage.fault = () => undefined
    const before = storage.count(CHUNK)
    expect(await desk.start(job, file)).toMatchObject({ phase: 'done' })
    expect(storage.count(CHUNK) - before).toBeLessThan(6)
    expect(storage.count(BLOCK)).toBe(2)
  })

  it('asks a foreign server that lists nothing for every chunk', async () => {
    storage.fault = ({ name, input }) => {
      if (name === BLOCK) return { data: input['chunk'] === 2 ? 'yes' : null }
      return name === MERGE ? 'merged' : undefined
    }
    expect(await openDesk().desk.start(job, file)).toEqual({ phase: 'done', file: null })
    expect(storage.count(BLOCK)).toBe(6)
    const sent = storage.calls.filter((call) => call.name === CHUNK).map((call) => call.input['chunk'])
    expect(sent.toSorted()).toEqual([1, 3, 4, 5, 6])
  })

  it('takes a foreign server at its word that a file exists or is stored', async () => {
    storage.fault = ({ name }) => (name === CHECK ? true : undefined)
    expect(await openDesk().desk.start(job, file)).toEqual({ phase: 'done', file: null })
  })

  it('reports bytes that only grow', async () => {
    await openDesk().desk.start(job, file)
    const sent = states.flatMap((state) => (state.phase === 'sending' ? [state.sent] : []))
    expect(sent).toEqual(sent.toSorted((a, b) => a - b))
    expect(sent.length).toBeGreaterThan(1)
  })
})

describe('faults that pass', () => {
  it.each([
    ['a lost connection', lost],
    ['503', refusal('server.unavailable', 503)],
    ['408', refusal('request.timeout', 408)],
  ])('survives %s at every step', async (_, failure) => {
    const seen = new Set<string>()
    storage.fault = ({ name }) => {
      if (seen.has(name)) return
      seen.add(name)
      throw failure
    }
    const { desk, ports } = openDesk()
    expect(await desk.start(job, file)).toMatchObject({ phase: 'done' })
    expect(ports.slept).toHaveLength(4)
  })

  it('waits as long as the server asks', async () => {
    failOn(CHUNK, [2], refusal('request.rate_limited', 429, 7000))
    const { desk, ports } = openDesk()
    expect(await desk.start(job, file)).toMatchObject({ phase: 'done' })
    expect(ports.slept).toEqual([7250])
  })

  it('gives up after many tries and says what the connection did', async () => {
    storage.fault = ({ name }) => {
      if (name === CHUNK) throw lost
    }
    const { desk, ports } = openDesk()
    const result = await desk.start(job, file)
    expect(result).toMatchObject({
      phase: 'failed',
      failure: { kind: 'uploadunkerror', code: 'network.failed', status: 0 },
    })
    expect(ports.slept.length).toBeGreaterThan(7)
  })

  it('does not count tries while the browser is offline, and goes on when it is back', async () => {
    let isOnline = false
    let waits = 0
    storage.fault = () => {
      if (!isOnline) throw lost
    }
    const { desk, ports } = openDesk({
      isOnline: () => isOnline,
      whenOnline: async () => {
        waits += 1
        isOnline = waits === 30
      },
    })
    expect(await desk.start(job, file)).toMatchObject({ phase: 'done' })
    expect(ports.slept).toEqual([])
    expect(states).toContainEqual(expect.objectContaining({ phase: 'checking', stall: 'offline' }))
  })

  it('sends a damaged chunk again, and stops when it is damaged every time', async () => {
    failOn(CHUNK, [1, 2], refusal('storage.chunk_mismatch', 422))
    expect(await openDesk().desk.start(job, file)).toMatchObject({ phase: 'done' })
    storage.fault = ({ name, input }) => {
      if (name === CHUNK && input['chunk'] === 2) throw refusal('storage.chunk_mismatch', 422)
    }
    const failed = await openDesk().desk.start({ ...job, id: 'u2' }, fileOf(4 * CHUNK_SIZE))
    expect(failed).toMatchObject({ failure: { kind: 'uploaderror', code: 'storage.chunk_mismatch', status: 422 } })
    expect(storage.calls.filter((call) => call.input['uid'] === 'u2' && call.input['chunk'] === 2)).toHaveLength(3)
  })

  it('sends a chunk again when the server confirms another', async () => {
    storage.fault = ({ name }, nth) => (name === CHUNK && nth === 1 ? { chunk: 5 } : undefined)
    expect(await openDesk().desk.start(job, file)).toMatchObject({ phase: 'done' })
    expect(storage.count(CHUNK)).toBe(7)
  })

  it('asks again what is missing when the server cannot merge', async () => {
    failOn(MERGE, [1], refusal('storage.chunks_missing', 409))
    expect(await openDesk().desk.start(job, file)).toMatchObject({ phase: 'done' })
    expect([storage.count(CHECK), storage.count(BLOCK), storage.count(CHUNK)]).toEqual([2, 2, 6])
  })
})

describe('an ended session', () => {
  it('is renewed once for all chunks that wait, and each is repeated', async () => {
    let isValid = true
    storage.fault = ({ name }, nth) => {
      if (name === CHUNK && nth === 2) isValid = false
      if (!isValid) throw refusal('session.expired', 401)
    }
    let renewals = 0
    const { desk } = openDesk({
      renewSession: async () => {
        renewals += 1
        await new Promise((resolve) => setImmediate(resolve))
        return (isValid = true)
      },
    })
    expect(await desk.start(job, file)).toMatchObject({ phase: 'done' })
    expect(renewals).toBe(1)
  })

  it('that cannot be renewed fails the upload', async () => {
    failOn(CHECK, [1], refusal('session.expired', 401))
    expect(await openDesk().desk.start(job, file)).toMatchObject({
      failure: { kind: 'checkerror', code: 'session.expired' },
    })
  })

  it('is not renewed for ever', async () => {
    storage.fault = () => {
      throw refusal('session.expired', 401)
    }
    let renewals = 0
    const { desk } = openDesk({ renewSession: async () => (renewals += 1) > 0 })
    expect(await desk.start(job, file)).toMatchObject({ phase: 'failed' })
    expect(renewals).toBe(2)
  })
})

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
    expect(await openDesk().desk.start(job, file)).toEqual({
      phase: 'failed',
      failure: { kind, code: 'access.denied', status: 403, message: '不行|||No' },
    })
    expect(storage.count(name)).toBeLessThanOrEqual(4)
  })

  it('of a whole file are called uploaderror', async () => {
    failOn(WHOLE, [1], refusal('storage.type_blocked', 415))
    expect(await openDesk().desk.start(job, fileOf(3))).toMatchObject({ failure: { kind: 'uploaderror', status: 415 } })
  })

  it('of the number of chunks are called chunkmerge', async () => {
    failOn(CHUNK, [1], refusal('storage.chunk_count', 400))
    expect(await openDesk().desk.start(job, file)).toMatchObject({ failure: { kind: 'chunkmerge' } })
  })

  it('stop the other chunks', async () => {
    storage.fault = ({ name, input }) => {
      if (name !== CHUNK) return undefined
      if (input['chunk'] === 3) throw refusal('access.denied', 403)
      return new Promise(() => {})
    }
    expect(await openDesk().desk.start(job, file)).toMatchObject({ phase: 'failed' })
    expect(storage.calls.filter((call) => call.name === CHUNK).every((call) => call.signal.aborted)).toBe(true)
  })

  it('say that the file cannot be read, at once and not as a broken network', async () => {
    failOn(CHUNK, [1], lost)
    const { desk, ports } = openDesk({ canRead: async () => false })
    expect(await desk.start(job, file)).toMatchObject({ failure: { code: 'storage.file_unreadable' } })
    expect(ports.slept).toEqual([])
    const unreadable = openDesk({ hashChunks: () => Promise.reject(new Error('NotReadableError')) })
    const result = await unreadable.desk.start(job, file)
    expect(result).toMatchObject({ failure: { kind: 'uploadunkerror', code: 'storage.file_unreadable' } })
    if (result?.phase !== 'failed') throw new Error('expected a failure')
    expect(textFor('en', result.failure.message)).toContain('cannot be read')
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
    expect(await openDesk().desk.start(job, fileOf(3))).toMatchObject({ failure: { code: 'storage.file_mismatch' } })
  })

  it('end a merge that never finds its chunks', async () => {
    storage.fault = ({ name }) => {
      if (name === MERGE) throw refusal('storage.chunks_missing', 409)
    }
    expect(await openDesk().desk.start(job, file)).toMatchObject({ failure: { kind: 'chunkmerge', status: 409 } })
    expect(storage.count(MERGE)).toBe(3)
  })
})

describe('pausing', () => {
  it('cuts chunks short, and sends them again when resumed', async () => {
    const { letGo, arrived } = holdBack(CHUNK)
    const { desk } = openDesk()
    const running = desk.start(job, file)
    await arrived
    desk.pause('u1')
    expect(storage.calls.at(-1)?.signal.aborted).toBe(true)
    expect(states.at(-1)).toMatchObject({ phase: 'paused', during: 'sending', hashed: file.size })
    const cutShort = storage.count(CHUNK)
    letGo()
    desk.resume('u1')
    expect(await running).toMatchObject({ phase: 'done' })
    expect(storage.count(CHUNK)).toBe(6 + cutShort)
  })

  it('holds the hashing', async () => {
    const { desk } = openDesk()
    const running = desk.start(job, file)
    desk.pause('u1')
    expect(states.at(-1)).toMatchObject({ phase: 'paused', during: 'hashing' })
    await new Promise((resolve) => setImmediate(resolve))
    expect(storage.calls).toEqual([])
    desk.resume('u1')
    expect(await running).toMatchObject({ phase: 'done' })
  })

  it('leaves the connections to the other uploads', async () => {
    const { letGo, arrived } = holdBack(CHUNK)
    const { desk } = openDesk()
    const paused = desk.start(job, file)
    await arrived
    desk.pause('u1')
    letGo()
    expect(await desk.start({ ...job, id: 'u2' }, fileOf(6 * CHUNK_SIZE))).toMatchObject({ phase: 'done' })
    desk.resume('u1')
    expect(await paused).toMatchObject({ phase: 'done' })
  })

  it('lets a merge that is under way end', async () => {
    const { letGo, arrived } = holdBack(MERGE)
    const { desk } = openDesk()
    const running = desk.start(job, file)
    await arrived
    desk.pause('u1')
    letGo()
    expect(await running).toMatchObject({ phase: 'done' })
    expect(storage.count(MERGE)).toBe(1)
  })
})

describe('aborting', () => {
  it.each([CHECK, BLOCK, CHUNK, MERGE])('during %s stops everything and says nothing more', async (name) => {
    const { arrived } = holdBack(name)
    const { desk } = openDesk()
    const running = desk.start(job, file)
    await arrived
    desk.abort('u1')
    const [said, called] = [states.length, storage.calls.length]
    expect(await running).toBeNull()
    expect(states).toHaveLength(said)
    expect(storage.calls).toHaveLength(called)
    expect(storage.calls.filter((call) => call.name === name).every((call) => call.signal.aborted)).toBe(true)
  })

  it('works during hashing, while paused and while waiting to try again', async () => {
    const hashing = openDesk().desk
    const first = hashing.start(job, file)
    hashing.abort('u1')
    expect(await first).toBeNull()

    const paused = openDesk().desk
    const second = paused.start(job, file)
    paused.pause('u1')
    paused.abort('u1')
    expect(await second).toBeNull()

    storage.fault = () => {
      throw lost
    }
    const waiting = openDesk({
      sleep: (signal) => {
        queueMicrotask(() => waiting.desk.abort('u1'))
        return new Promise((_, reject) => signal.addEventListener('abort', reject))
      },
    })
    const third = waiting.desk.start(job, file)
    expect(await third).toBeNull()
    expect(storage.count(WHOLE)).toBe(0)
  })

  it('leaves the other uploads alone', async () => {
    const { letGo, arrived } = holdBack(CHUNK)
    const { desk } = openDesk()
    const first = desk.start(job, file)
    const second = desk.start({ ...job, id: 'u2' }, fileOf(6 * CHUNK_SIZE))
    await arrived
    desk.abort('u1')
    letGo()
    expect(await first).toBeNull()
    expect(await second).toMatchObject({ phase: 'done' })
  })
})
