import { beforeEach, describe, expect, it, vi } from 'vitest'
import { FILE_SIZE_MAX } from '../../../../contract/limits.ts'
import { createFakeDevice, type FakeDevice } from '../../../../tests/support/fakes/fake-records.ts'
import {
  type FakeQueue,
  type FakeRun,
  joining,
  LONG,
  openFakeQueue,
  SHORT,
} from '../../../../tests/support/fakes/fake-queue.ts'
import type { SettledState, UploadState } from '../protocol/upload-state.ts'

let device: FakeDevice
let fake: FakeQueue

const storedFile = {
  id: 'f1',
  name: 'a.bin',
  size: 1,
  md5: '0'.repeat(32),
  type: 'x',
  folderId: null,
  createdAt: '2026-11-20T08:00:00Z',
}
const sending: UploadState = {
  phase: 'sending',
  md5: 'm',
  sent: 1,
  speed: null,
  secondsLeft: null,
  stall: null,
}
const paused: UploadState = { phase: 'paused', during: 'sending', hashed: 1, sent: 1 }
const done: SettledState = { phase: 'done', file: storedFile }
const failedWith = (code: string, status = 403): SettledState => ({
  phase: 'failed',
  failure: { kind: 'uploaderror', code, status, message: '不|||no' },
})

beforeEach(async () => {
  device = createFakeDevice()
  fake = await openFakeQueue(device)
})

const settle = () => new Promise<void>((resolve) => setTimeout(resolve))

async function add(...names: string[]): Promise<void> {
  await fake.queue.execute({ kind: 'add', entries: names.map((name) => joining(name, { file: LONG })) })
  await settle()
}

async function tell(kind: 'pause' | 'resume' | 'abort' | 'restore' | 'retry' | 'dismiss', ...ids: string[]) {
  await fake.queue.execute({ kind, ids })
  await settle()
}

const phases = () => fake.items().map((item) => item.state.phase)
/** The files that the runner has so far; reading one takes a moment. */
const begun = (ids: string[]) =>
  vi.waitFor(() => expect(fake.running.map((one) => one.id)).toEqual(ids), { interval: 5 })

function run(index: number): FakeRun {
  const one = fake.running[index]
  if (!one) throw new Error(`upload ${index} was not begun`)
  return one
}

describe('the queue', () => {
  it('uploads two long files at once and the next when one is done', async () => {
    await add('a', 'b', 'c', 'd')
    await begun(['a', 'b'])
    run(0).say(sending)
    expect(phases()).toEqual(['sending', 'waiting', 'waiting', 'waiting'])
    await run(0).settle(done)
    await begun(['a', 'b', 'c'])
    await run(1).settle(failedWith('access.denied'))
    await begun(['a', 'b', 'c', 'd'])
    expect(phases()).toEqual(['done', 'failed', 'waiting', 'waiting'])
  })

  it('uploads six short ones at once, and keeps no long one out', async () => {
    const entries = Array.from({ length: 8 }, (_, index) => joining(`s${index}`, { file: SHORT }))
    await fake.queue.execute({ kind: 'add', entries: [...entries.slice(0, 7), joining('long', { file: LONG })] })
    await settle()
    await begun(['s0', 's1', 's2', 's3', 's4', 's5'])
    await run(0).settle(done)
    await run(1).settle(done)
    await begun(['s0', 's1', 's2', 's3', 's4', 's5', 's6', 'long'])
    expect(phases().filter((phase) => phase === 'done')).toHaveLength(2)
  })

  it('pauses an upload that has reported nothing yet, and starts the next one', async () => {
    await add('a', 'b', 'c')
    await begun(['a', 'b'])
    await tell('pause', 'a')
    expect(fake.commands).toContain('pause a')
    expect(phases()).toEqual(['paused', 'waiting', 'waiting'])
    await begun(['a', 'b', 'c'])
    run(0).say({ phase: 'paused', during: 'hashing', hashed: 0, sent: 0 })
    expect(fake.items()[0]?.state).toMatchObject({ during: 'hashing' })
    await tell('pause', 'b')
    await tell('resume', 'a')
    expect(fake.commands.slice(-2)).toEqual(['pause b', 'resume a'])
  })

  it('refuses what may not be uploaded without sending anything, and takes the rest', async () => {
    await add('a.exe', 'b.pdf')
    expect(phases()).toEqual(['failed', 'waiting'])
    await begun(['b.pdf'])
    expect(fake.items()[0]?.state).toMatchObject({ failure: { code: 'storage.type_blocked', kind: 'checkerror' } })
    await tell('retry', 'a.exe')
    await begun(['b.pdf'])
    expect(phases()).toEqual(['failed', 'waiting'])
  })

  it('refuses a file above the limit', async () => {
    const file = Object.defineProperty(new Blob(), 'size', { value: FILE_SIZE_MAX + 1 })
    await fake.queue.execute({ kind: 'add', entries: [joining('a', { file })] })
    expect(fake.items()[0]?.state).toMatchObject({ failure: { code: 'storage.too_large' } })
  })

  it('makes an empty folder as it uploads a file', async () => {
    const folder = { kind: 'folder', id: 'f', name: '空', folderId: 'top', path: ['班级'], serverid: 'base' } as const
    await fake.queue.execute({ kind: 'add', entries: [folder] })
    await settle()
    expect(run(0)).toMatchObject({ file: null, path: ['班级', '空'] })
    await run(0).settle({ phase: 'done', file: null })
    expect(phases()).toEqual(['done'])
  })

  it('has its order changed, for later visits too', async () => {
    await add('a', 'b', 'c', 'd')
    await begun(['a', 'b'])
    await fake.queue.execute({ kind: 'move', id: 'd', before: 'c' })
    await fake.queue.execute({ kind: 'move', id: 'a', before: null })
    const ids = ['b', 'd', 'c', 'a']
    expect(fake.items().map(({ id }) => id)).toEqual(ids)
    await run(0).settle(done)
    await begun(['a', 'b', 'd'])
    await fake.pass(200)
    fake = await openFakeQueue(device)
    expect(fake.items().map(({ id }) => id)).toEqual(['b', 'd', 'c'])
  })
})

describe('pausing', () => {
  it('gives the place to the next, and resuming waits for one', async () => {
    await add('a', 'b', 'c')
    await begun(['a', 'b'])
    run(0).say(sending)
    await tell('pause', 'a')
    run(0).say(paused)
    await begun(['a', 'b', 'c'])
    await tell('resume', 'a')
    expect(phases()).toEqual(['waiting', 'waiting', 'waiting'])
    expect(fake.commands).not.toContain('resume a')
    await run(1).settle(done)
    expect(fake.commands).toContain('resume a')
    run(0).say(sending)
    expect(phases()).toEqual(['sending', 'done', 'waiting'])
  })

  it('of a file that has not begun keeps it from beginning', async () => {
    await add('a', 'b', 'c')
    await begun(['a', 'b'])
    await tell('pause', 'c')
    await run(0).settle(done)
    await begun(['a', 'b'])
    expect(phases()).toEqual(['done', 'waiting', 'paused'])
    await tell('resume', 'c')
    await begun(['a', 'b', 'c'])
  })

  it('does not show a state that the runner reported before the pause', async () => {
    await add('a')
    await begun(['a'])
    run(0).say(sending)
    await tell('pause', 'a')
    run(0).say({ ...sending, sent: 2 })
    expect(fake.items()[0]?.state).toEqual(sending)
    run(0).say(paused)
    expect(phases()).toEqual(['paused'])
  })

  it('does not keep an upload from ending that was nearly through', async () => {
    await add('a')
    await begun(['a'])
    await tell('pause', 'a')
    await run(0).settle(done)
    expect(phases()).toEqual(['done'])
  })
})

describe('aborting, retrying and dismissing', () => {
  it('stops an upload, takes it off the list and begins the next', async () => {
    await add('a', 'b', 'c')
    await begun(['a', 'b'])
    await tell('abort', 'a')
    expect(run(0).isAborted()).toBe(true)
    expect(fake.items().map(({ id }) => id)).toEqual(['b', 'c'])
    await begun(['a', 'b', 'c'])
  })

  it('can be taken back for a while, at the same place', async () => {
    await add('a', 'b', 'c')
    await begun(['a', 'b'])
    await tell('abort', 'a')
    await fake.pass(14_000)
    await tell('restore', 'a')
    expect(fake.items().map(({ id }) => id)).toEqual(['a', 'b', 'c'])
    await run(1).settle(done)
    await begun(['a', 'b', 'c', 'a'])
    await fake.pass(5000)
    expect(device.kept.has('a')).toBe(true)
  })

  it('leaves nothing on the device once that time is over, or with the next visit', async () => {
    await add('a', 'b')
    await fake.pass(3000)
    await tell('abort', 'a', 'b')
    await fake.pass(15_000)
    await tell('restore', 'a')
    expect([device.kept.size, device.files.size, fake.items()]).toEqual([0, 0, []])
    await add('c')
    await fake.pass(3000)
    await tell('abort', 'c')
    fake = await openFakeQueue(device)
    expect([device.kept.size, device.files.size, fake.items()]).toEqual([0, 0, []])
  })

  it('begins a failed upload again', async () => {
    await add('a')
    await begun(['a'])
    await run(0).settle(failedWith('access.denied'))
    await tell('retry', 'a')
    await run(1).settle(done)
    expect(phases()).toEqual(['done'])
  })

  it('dismisses only what has ended', async () => {
    await add('a', 'b')
    await begun(['a', 'b'])
    await tell('dismiss', 'a')
    expect(fake.items()).toHaveLength(2)
    await run(0).settle(done)
    await run(1).settle(failedWith('access.denied'))
    await tell('dismiss', 'a', 'b')
    expect([fake.items(), device.kept.size]).toEqual([[], 0])
  })

  it('passes over ids that are not there and steps that make no sense', async () => {
    await add('a')
    for (const kind of ['pause', 'resume', 'abort', 'restore', 'retry', 'dismiss'] as const) await tell(kind, 'nobody')
    await tell('resume', 'a')
    await tell('retry', 'a')
    await tell('restore', 'a')
    await fake.queue.execute({ kind: 'move', id: 'nobody', before: 'a' })
    await begun(['a'])
    expect(fake.commands).toEqual(['start a'])
  })
})
