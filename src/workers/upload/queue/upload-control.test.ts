import { beforeEach, describe, expect, it } from 'vitest'
import { CHUNK_SIZE } from '../../../../contract/limits.ts'
import { ownFailure } from '../protocol/upload-failures.ts'
import {
  BLOCK,
  CHECK,
  CHUNK,
  fileOf,
  holdBack,
  job,
  MERGE,
  openFakeRunner,
  WHOLE,
} from '../../../../tests/support/fakes/fake-runner.ts'
import { createFakeStorage, type FakeStorage } from '../../../../tests/support/fakes/fake-storage.ts'

let storage: FakeStorage
let file: Blob

beforeEach(() => {
  storage = createFakeStorage()
  file = fileOf(5 * CHUNK_SIZE + 1)
})

const lost = ownFailure('network.failed')

describe('pausing', () => {
  it('cuts chunks short, and sends them again when resumed', async () => {
    const { letGo, arrived } = holdBack(storage, CHUNK)
    const { runner, states } = openFakeRunner(storage)
    const running = runner.start(job, file)
    await arrived
    runner.pause('u1')
    expect(storage.calls.at(-1)?.signal.aborted).toBe(true)
    expect(states.at(-1)).toMatchObject({ phase: 'paused', during: 'sending', hashed: file.size })
    const cutShort = storage.count(CHUNK)
    letGo()
    runner.resume('u1')
    expect(await running).toMatchObject({ phase: 'done' })
    expect(storage.count(CHUNK)).toBe(6 + cutShort)
  })

  it('holds the hashing', async () => {
    const { runner, states } = openFakeRunner(storage)
    const running = runner.start(job, file)
    runner.pause('u1')
    expect(states.at(-1)).toMatchObject({ phase: 'paused', during: 'hashing' })
    await new Promise((resolve) => setImmediate(resolve))
    expect(storage.calls).toEqual([])
    runner.resume('u1')
    expect(await running).toMatchObject({ phase: 'done' })
  })

  it('leaves the connections to the other uploads', async () => {
    const { letGo, arrived } = holdBack(storage, CHUNK)
    const { runner } = openFakeRunner(storage)
    const paused = runner.start(job, file)
    await arrived
    runner.pause('u1')
    letGo()
    expect(await runner.start({ ...job, id: 'u2' }, fileOf(6 * CHUNK_SIZE))).toMatchObject({ phase: 'done' })
    runner.resume('u1')
    expect(await paused).toMatchObject({ phase: 'done' })
  })

  it('lets a merge that is under way end', async () => {
    const { letGo, arrived } = holdBack(storage, MERGE)
    const { runner } = openFakeRunner(storage)
    const running = runner.start(job, file)
    await arrived
    runner.pause('u1')
    letGo()
    expect(await running).toMatchObject({ phase: 'done' })
    expect(storage.count(MERGE)).toBe(1)
  })
})

describe('aborting', () => {
  it.each([CHECK, BLOCK, CHUNK, MERGE])('during %s stops everything and says nothing more', async (name) => {
    const { arrived } = holdBack(storage, name)
    const { runner, states } = openFakeRunner(storage)
    const running = runner.start(job, file)
    await arrived
    runner.abort('u1')
    const [said, called] = [states.length, storage.calls.length]
    expect(await running).toBeNull()
    expect(states).toHaveLength(said)
    expect(storage.calls).toHaveLength(called)
    const named = storage.calls.filter((call) => call.name === name)
    expect(named).not.toEqual([])
    expect(named.every((call) => call.signal.aborted)).toBe(true)
  })

  it('works during hashing, while paused and while waiting to try again', async () => {
    const hashing = openFakeRunner(storage).runner
    const first = hashing.start(job, file)
    hashing.abort('u1')
    expect(await first).toBeNull()

    const paused = openFakeRunner(storage).runner
    const second = paused.start(job, file)
    paused.pause('u1')
    paused.abort('u1')
    expect(await second).toBeNull()

    storage.fault = () => {
      throw lost
    }
    const waiting = openFakeRunner(storage, {
      sleep: (signal) => {
        queueMicrotask(() => waiting.runner.abort('u1'))
        return new Promise((_, reject) => signal.addEventListener('abort', reject))
      },
    })
    const third = waiting.runner.start(job, file)
    expect(await third).toBeNull()
    expect(storage.count(WHOLE)).toBe(0)
  })

  it('leaves the other uploads alone', async () => {
    const { letGo, arrived } = holdBack(storage, CHUNK)
    const { runner } = openFakeRunner(storage)
    const first = runner.start(job, file)
    const second = runner.start({ ...job, id: 'u2' }, fileOf(6 * CHUNK_SIZE))
    await arrived
    runner.abort('u1')
    letGo()
    expect(await first).toBeNull()
    expect(await second).toMatchObject({ phase: 'done' })
  })
})
