import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CHUNK_SIZE } from '../../../contract/limits.ts'
import { ownFailure } from './protocol/upload-failures.ts'
import {
  BLOCK,
  CHECK,
  CHUNK,
  failOn,
  fileOf,
  job,
  MERGE,
  openFakeRunner,
} from '../../../tests/support/fakes/fake-runner.ts'
import { createFakeStorage, type FakeStorage, refusal } from '../../../tests/support/fakes/fake-storage.ts'

let storage: FakeStorage
let file: Blob

beforeEach(() => {
  storage = createFakeStorage()
  file = fileOf(5 * CHUNK_SIZE + 1)
})

const lost = ownFailure('network.failed')

describe('faults that pass', () => {
  it.each([
    ['a lost connection', lost],
    ['503', refusal('server.unavailable', 503)],
    ['half an answer', ownFailure('network.answer')],
    ['half a request', refusal('request.incomplete', 408)],
  ])('survives %s at every step', async (_, failure) => {
    const seen = new Set<string>()
    storage.fault = ({ name }) => {
      if (seen.has(name)) return
      seen.add(name)
      throw failure
    }
    const { runner, ports } = openFakeRunner(storage)
    expect(await runner.start(job, file)).toMatchObject({ phase: 'done' })
    expect(ports.slept).toHaveLength(4)
  })

  it('takes a silent connection for a dead one after a minute, and on a line that may be as slow as that after two, and four', async () => {
    const patience: unknown[] = []
    storage.fault = (call) => {
      if (call.name === CHUNK && call.input['chunk'] === 1 && patience.push(call.patience) < 3) throw lost
    }
    const { runner } = openFakeRunner(storage)
    expect(await runner.start(job, file)).toMatchObject({ phase: 'done' })
    expect(patience).toEqual([60_000, 120_000, 240_000])
  })

  it('waits as long as the server asks', async () => {
    failOn(storage, CHUNK, refusal('request.rate_limited', 429, 7000), [2])
    const { runner, ports } = openFakeRunner(storage)
    expect(await runner.start(job, file)).toMatchObject({ phase: 'done' })
    // Retry-After holds for all uploads.
    expect(ports.slept.length).toBeGreaterThan(0)
    expect(ports.slept.every((wait) => wait > 6000 && wait <= 7250)).toBe(true)
  })

  it('gives up on a server that fails again and again', async () => {
    failOn(storage, CHUNK, refusal('server.internal', 500))
    const { runner, ports } = openFakeRunner(storage)
    const result = await runner.start(job, file)
    expect(result).toMatchObject({ phase: 'failed', failure: { kind: 'uploaderror', code: 'server.internal' } })
    expect(ports.slept.length).toBeGreaterThan(7)
  })

  it('never gives up on one that nobody hears of, and says that it waits for the network', async () => {
    storage.fault = ({ name }, nth) => {
      if (name === CHECK && nth < 40) throw lost
    }
    const { runner, ports, states } = openFakeRunner(storage)
    expect(await runner.start(job, file)).toMatchObject({ phase: 'done' })
    expect(ports.slept).toHaveLength(39)
    expect(states).toContainEqual({ phase: 'offline', during: 'checking', hashed: file.size, sent: 0 })
  })

  it('does not count tries while the browser is offline, and goes on when it is back', async () => {
    let isOnline = false
    let waits = 0
    storage.fault = () => {
      if (!isOnline) throw lost
    }
    const { runner, ports, states } = openFakeRunner(storage, {
      isOnline: () => isOnline,
      whenOnline: async () => {
        waits += 1
        isOnline = waits === 30
      },
    })
    expect(await runner.start(job, file)).toMatchObject({ phase: 'done' })
    expect(ports.slept).toEqual([])
    expect(states).toContainEqual(expect.objectContaining({ phase: 'offline', during: 'checking' }))
  })

  it('sends a damaged chunk again, and stops when it is damaged every time', async () => {
    failOn(storage, CHUNK, refusal('storage.chunk_mismatch', 422), [1, 2])
    expect(await openFakeRunner(storage).runner.start(job, file)).toMatchObject({ phase: 'done' })
    storage.fault = ({ name, input }) => {
      if (name === CHUNK && input['chunk'] === 2) throw refusal('storage.chunk_mismatch', 422)
    }
    const failed = await openFakeRunner(storage).runner.start({ ...job, id: 'u2' }, fileOf(4 * CHUNK_SIZE))
    expect(failed).toMatchObject({ failure: { kind: 'uploaderror', code: 'storage.chunk_mismatch', status: 422 } })
    expect(storage.calls.filter((call) => call.input['uid'] === 'u2' && call.input['chunk'] === 2)).toHaveLength(3)
  })

  it('sends a chunk again when the server confirms another', async () => {
    storage.fault = ({ name }, nth) => (name === CHUNK && nth === 1 ? { chunk: 5 } : undefined)
    expect(await openFakeRunner(storage).runner.start(job, file)).toMatchObject({ phase: 'done' })
    expect(storage.count(CHUNK)).toBe(7)
  })

  it('asks again what is missing when the server cannot merge', async () => {
    failOn(storage, MERGE, refusal('storage.chunks_missing', 409), [1])
    expect(await openFakeRunner(storage).runner.start(job, file)).toMatchObject({ phase: 'done' })
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
    const { runner } = openFakeRunner(storage, {
      renewSession: async () => {
        renewals += 1
        await new Promise((resolve) => setImmediate(resolve))
        return (isValid = true)
      },
    })
    expect(await runner.start(job, file)).toMatchObject({ phase: 'done' })
    expect(renewals).toBe(1)
  })

  it('is waited for with the bytes that were not on their way yet', async () => {
    let renew: (renewed: boolean) => void = () => {}
    const renewal = new Promise<boolean>((resolve) => (renew = resolve))
    let isValid = true
    const refused: unknown[] = []
    storage.fault = ({ name, input }, nth) => {
      if (name === CHUNK && nth === 1) isValid = false
      if (isValid) return
      refused.push(input['chunk'])
      throw refusal('session.expired', 401)
    }
    const { runner, states } = openFakeRunner(storage, { maxConnections: () => 2, renewSession: () => renewal })
    const done = runner.start(job, file)
    await vi.waitFor(() => expect(states).toContainEqual(expect.objectContaining({ stall: 'session' })), 10_000)
    isValid = true
    renew(true)
    expect(await done).toMatchObject({ phase: 'done' })
    expect(refused).toEqual([1, 2])
  })

  it('that cannot be renewed fails the upload', async () => {
    failOn(storage, CHECK, refusal('session.expired', 401), [1])
    expect(await openFakeRunner(storage).runner.start(job, file)).toMatchObject({
      failure: { kind: 'checkerror', code: 'session.expired' },
    })
  })

  it('is not renewed for ever', async () => {
    storage.fault = () => {
      throw refusal('session.expired', 401)
    }
    let renewals = 0
    const { runner } = openFakeRunner(storage, { renewSession: async () => (renewals += 1) > 0 })
    expect(await runner.start(job, file)).toMatchObject({ phase: 'failed' })
    expect(renewals).toBe(2)
  })
})
