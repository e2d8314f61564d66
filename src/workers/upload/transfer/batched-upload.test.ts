import { beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { BATCH_BYTES, BATCH_FILE_BYTES, BATCH_FILES } from '../../../../contract/limits.ts'
import { ownFailure } from '../protocol/upload-failures.ts'
import {
  failOn,
  fileOf,
  holdBack,
  job,
  openFakeRunner,
  BATCH,
  WHOLE,
} from '../../../../tests/support/fakes/fake-runner.ts'
import { createFakeStorage, type FakeStorage, refusal } from '../../../../tests/support/fakes/fake-storage.ts'
import type { UploadPorts } from './ports.ts'
import type { SettledState } from '../protocol/upload-state.ts'

let storage: FakeStorage

beforeEach(() => {
  storage = createFakeStorage()
  storage.takesBatches = true
})

const lost = ownFailure('network.failed')
const FULL = { status: 507, code: 'storage.quota_person', message: '没有空间|||No room' }

type Runner = ReturnType<typeof openFakeRunner>

/** A runner whose calls take a moment, in which other files are hashed. */
function open(change: Partial<UploadPorts> = {}): Runner {
  return openFakeRunner(storage, {
    async send(...call) {
      await new Promise((resolve) => setTimeout(resolve))
      return storage.send(...call)
    },
    ...change,
  })
}

/** A runner that was offered batches by the answer to a single file. */
async function openOffered(change: Partial<UploadPorts> = {}): Promise<Runner> {
  const fake = open(change)
  await fake.runner.start({ ...job, id: 'first', name: 'first' }, fileOf(1))
  return fake
}

const startAll = ({ runner }: Runner, count: number, size = 10): Promise<SettledState | null>[] =>
  Array.from({ length: count }, (_, at) => runner.start({ ...job, id: `id${at}`, name: `n${at}` }, fileOf(size + at)))

const phases = (states: readonly (SettledState | null)[]) => states.map((state) => state?.phase ?? 'aborted')
const names = () => storage.files.map(({ name }) => name)
/** How many files each call brought. */
const loads = () =>
  storage.calls.filter(({ name }) => name === BATCH).map(({ input }) => JSON.parse(String(input['files'])).length)

describe('small files', () => {
  it('are sent in batches once the server has offered that, each with its own bytes', async () => {
    const fake = open()
    expect(phases(await Promise.all(startAll(fake, 150)))).toEqual(Array(150).fill('done'))
    expect(storage.files).toHaveLength(150)
    expect(new Set(names()).size).toBe(150)
    expect(storage.count(WHOLE)).toBeLessThan(8)
    expect(storage.count(BATCH)).toBeLessThan(6)
    expect(storage.calls.find(({ name }) => name === BATCH)?.input['serverid']).toBe(job.serverid)
  })

  it('name the application that added them, and a batch has one', async () => {
    const { runner } = await openOffered()
    const apps = ['files', 'roster']
    const jobs = Array.from({ length: 20 }, (_, at) => ({ ...job, id: `id${at}`, name: `n${at}`, app: apps[at % 2] }))
    await Promise.all(jobs.map((one, at) => runner.start(one, fileOf(10 + at))))
    const batches = storage.calls.filter(({ name }) => name === BATCH)
    for (const { app, input } of batches)
      for (const { name } of z.parse(z.array(z.object({ name: z.string() })), JSON.parse(String(input['files']))))
        expect(jobs.find((one) => one.name === name)?.app).toBe(app)
    expect(new Set(storage.calls.map(({ app }) => app))).toEqual(new Set([undefined, ...apps]))
  })

  it('go one by one to a server that says nothing', async () => {
    storage.takesBatches = false
    const { letGo } = holdBack(storage, WHOLE)
    const running = startAll(open(), 20)
    // As many as there are connections for.
    await vi.waitFor(() => expect(storage.count(WHOLE)).toBe(4))
    letGo()
    expect(phases(await Promise.all(running))).toEqual(Array(20).fill('done'))
    expect(storage.count(BATCH)).toBe(0)
  })

  it('are no more in a call than the server takes', async () => {
    const fake = await openOffered()
    await Promise.all(startAll(fake, 3 * BATCH_FILES))
    expect(Math.max(...loads())).toBeLessThanOrEqual(BATCH_FILES)
    await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        fake.runner.start({ ...job, id: `l${at}`, name: `l${at}` }, fileOf(BATCH_FILE_BYTES - at)),
      ),
    )
    const sizes = storage.calls.filter(({ name }) => name === BATCH).map(({ bytes }) => bytes?.size ?? 0)
    expect(Math.max(...sizes)).toBeGreaterThan(BATCH_BYTES / 2)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(BATCH_BYTES)
  })

  it('leave larger ones to go alone', async () => {
    const fake = await openOffered()
    expect(await fake.runner.start({ ...job, name: 'large' }, fileOf(BATCH_FILE_BYTES + 1))).toMatchObject({
      phase: 'done',
    })
    expect(storage.count(WHOLE)).toBe(2)
  })

  it('wait for company only as long as another call is under way', async () => {
    const { letGo, arrived } = holdBack(storage, BATCH)
    const fake = await openOffered()
    const running = startAll(fake, 10)
    await arrived
    const more = Array.from({ length: 5 }, (_, at) =>
      fake.runner.start({ ...job, id: `m${at}`, name: `m${at}` }, fileOf(900 + at)),
    )
    await vi.waitFor(() => expect(fake.states.length).toBeGreaterThan(30))
    letGo()
    expect(phases(await Promise.all([...running, ...more]))).toEqual(Array(15).fill('done'))
    expect(storage.count(BATCH)).toBeLessThan(5)
  })

  it('say how much of each is on its way', async () => {
    const { letGo, arrived } = holdBack(storage, BATCH)
    const fake = await openOffered()
    const running = startAll(fake, 3)
    await arrived
    letGo()
    await Promise.all(running)
    expect(fake.states.filter(({ phase }) => phase === 'sending').length).toBeGreaterThan(2)
  })
})

describe('one of several that is refused', () => {
  it('fails alone, with what the server says of it', async () => {
    storage.refused.set('n3', FULL)
    const fake = await openOffered()
    const states = await Promise.all(startAll(fake, 8))
    expect(phases(states)).toEqual(Array.from({ length: 8 }, (_, at) => (at === 3 ? 'failed' : 'done')))
    expect(states[3]).toEqual({ phase: 'failed', failure: { kind: 'uploaderror', ...FULL } })
  })

  it('because the server is busy is sent again as one alone would be', async () => {
    storage.refused.set('n3', { status: 503, code: 'server.unavailable', message: '忙|||Busy', retryAfter: 7 })
    const fake = await openOffered({
      async sleep() {
        storage.refused.clear()
      },
    })
    expect(phases(await Promise.all(startAll(fake, 8)))).toEqual(Array(8).fill('done'))
    expect(storage.files).toHaveLength(9)
  })

  it('whose bytes cannot be read any more is found', async () => {
    const fake = await openOffered({ canRead: async (file) => file.size !== 13 })
    failOn(storage, BATCH, lost, [1])
    const states = await Promise.all(startAll(fake, 8))
    expect(states[3]).toMatchObject({ phase: 'failed', failure: { code: 'storage.file_unreadable' } })
    expect(phases(states).filter((phase) => phase === 'done')).toHaveLength(7)
  })
})

describe('a call with several files', () => {
  it.each([
    ['a lost connection', lost],
    ['503', refusal('server.unavailable', 503)],
    ['patience that is asked for', refusal('request.rate_limited', 429, 2000)],
    ['half an answer', ownFailure('network.answer')],
    ['half a request', refusal('request.incomplete', 408)],
  ])('survives %s', async (_, failure) => {
    const fake = await openOffered()
    failOn(storage, BATCH, failure, [1, 2])
    expect(phases(await Promise.all(startAll(fake, 30)))).toEqual(Array(30).fill('done'))
    expect(fake.ports.slept.length).toBeGreaterThan(0)
  })

  it('whose answer was lost doubles nothing', async () => {
    const fake = await openOffered()
    const send = fake.ports.send
    let answers = 0
    const { runner } = openFakeRunner(storage, {
      async send(signal, endpoint, input, attachment) {
        const answer = await send(signal, endpoint, input, attachment)
        if (endpoint.name === BATCH && (answers += 1) === 1) throw lost
        return answer
      },
    })
    await runner.start({ ...job, id: 'again', name: 'again' }, fileOf(2))
    expect(phases(await Promise.all(startAll({ ...fake, runner }, 20)))).toEqual(Array(20).fill('done'))
    expect(new Set(names()).size).toBe(names().length)
    expect(storage.files).toHaveLength(22)
  })

  it('is not made again when the server refuses it as such: its files go one by one', async () => {
    const fake = await openOffered()
    failOn(storage, BATCH, refusal('request.too_large', 413))
    expect(phases(await Promise.all(startAll(fake, 20)))).toEqual(Array(20).fill('done'))
    expect(storage.count(BATCH)).toBe(1)
    expect(storage.count(WHOLE)).toBe(21)
  })

  it('that breaks again and again does not keep its files from going alone', async () => {
    const fake = await openOffered()
    failOn(storage, BATCH, refusal('server.internal', 500))
    expect(phases(await Promise.all(startAll(fake, 40)))).toEqual(Array(40).fill('done'))
  })

  it('renews the session once for all of them', async () => {
    const renewSession = vi.fn<() => Promise<boolean>>(async () => true)
    const fake = await openOffered({ renewSession })
    failOn(storage, BATCH, refusal('session.expired', 401), [1])
    expect(phases(await Promise.all(startAll(fake, 10)))).toEqual(Array(10).fill('done'))
    expect(renewSession).toHaveBeenCalledOnce()
  })

  it('goes on without what is cancelled, and ends when all of it is', async () => {
    const { letGo, arrived } = holdBack(storage, BATCH)
    const fake = await openOffered()
    const running = startAll(fake, 4)
    await arrived
    const call = storage.calls.at(-1)
    const inIt = JSON.parse(String(call?.input['files'])).map(({ name }: { name: string }) => name.replace('n', 'id'))
    fake.runner.abort(inIt[0])
    expect(call?.signal.aborted).toBe(inIt.length === 1)
    for (const id of inIt) fake.runner.abort(id)
    expect(call?.signal.aborted).toBe(true)
    letGo()
    expect(phases(await Promise.all(running)).filter((phase) => phase === 'aborted')).toHaveLength(inIt.length)
  })

  it('is left by what is paused, which goes again when resumed', async () => {
    const { letGo, arrived } = holdBack(storage, BATCH)
    const fake = await openOffered()
    const running = startAll(fake, 4)
    await arrived
    for (let at = 0; at < 4; at += 1) fake.runner.pause(`id${at}`)
    expect(storage.calls.at(-1)?.signal.aborted).toBe(true)
    expect(fake.states.at(-1)).toMatchObject({ phase: 'paused' })
    letGo()
    for (let at = 0; at < 4; at += 1) fake.runner.resume(`id${at}`)
    expect(phases(await Promise.all(running))).toEqual(Array(4).fill('done'))
    expect(new Set(names()).size).toBe(5)
  })
})
