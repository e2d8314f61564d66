import { beforeEach, describe, expect, it } from 'vitest'
import { proxy } from 'valtio/vanilla'
import type { StoredFile } from '../../../../contract/calls/storage.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import type { SettledState, UploadBridge, UploadState } from '../../bridges/upload.ts'
import { isUnderWay, type UploadItem } from './upload-item.ts'
import { createUploadQueue, type UploadQueue } from './upload-queue.ts'

/** What the bridge was asked to upload, and how to end it. */
interface Running {
  readonly id: string
  readonly name: string
  readonly signal: AbortSignal
  say(state: UploadState): void
  settle(state: SettledState): Promise<void>
  breakDown(error: Error): Promise<void>
}

let store: { items: UploadItem[] }
let running: Running[]
let told: string[]
let stored: StoredFile[]
let failures: [code: string, name: string | null][]
let queue: UploadQueue

const silent = () => {}
const target = { folderId: null }
const storedFile: StoredFile = {
  id: 'f1',
  name: 'a.bin',
  size: 1,
  md5: '0'.repeat(32),
  type: 'x',
  folderId: null,
  createdAt: '2026-11-20T08:00:00Z',
}
const sending: UploadState = { phase: 'sending', md5: 'm', sent: 1, speed: null, secondsLeft: null, stall: null }
const paused: UploadState = { phase: 'paused', during: 'sending', hashed: 1, sent: 1 }
const done: SettledState = { phase: 'done', file: storedFile }
const failed: SettledState = {
  phase: 'failed',
  failure: { kind: 'uploaderror', code: 'access.denied', status: 403, message: '不|||no' },
}

beforeEach(() => {
  store = proxy<{ items: UploadItem[] }>({ items: [] })
  running = []
  told = []
  stored = []
  failures = []
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
  const bridge: UploadBridge = {
    upload: (signal, { id, name }, _, onState) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
        running.push({
          id,
          name,
          signal,
          say: onState,
          settle: (state) => (resolve(state), settled()),
          breakDown: (error) => (reject(error), settled()),
        })
      }),
    pause: (id) => void told.push(`pause ${id}`),
    resume: (id) => void told.push(`resume ${id}`),
  }
  let last = 0
  const events = {
    onStored: (file: StoredFile) => void stored.push(file),
    onFailure: ({ code }: { code: string }, item: UploadItem | null) => void failures.push([code, item?.name ?? null]),
  }
  queue = createUploadQueue(store, bridge, events, () => String((last += 1)))
})

function files(...names: string[]): File[] {
  return names.map((name) => new File(['x'], name))
}

function phases(): string[] {
  return store.items.map((item) => item.state.phase)
}

function run(index: number): Running {
  const one = running[index]
  if (!one) throw new Error(`upload ${index} was not begun`)
  return one
}

describe('the queue', () => {
  it('uploads two files at once and the next when one is done', async () => {
    queue.add(files('a', 'b', 'c', 'd'), { folderId: 'f' })
    expect(running.map((one) => one.name)).toEqual(['a', 'b'])
    run(0).say(sending)
    expect(phases()).toEqual(['sending', 'waiting', 'waiting', 'waiting'])
    await run(0).settle(done)
    expect(running.map((one) => one.name)).toEqual(['a', 'b', 'c'])
    expect(stored).toEqual([storedFile])
    await run(1).settle(failed)
    expect(running.map((one) => one.name)).toEqual(['a', 'b', 'c', 'd'])
    expect(failures).toEqual([['access.denied', 'b']])
    expect(store.items[0]).toMatchObject({ folderId: 'f', size: 1, state: done })
  })

  it('pauses what has only just begun, of which the worker has said nothing yet, and gives its place to the next', () => {
    queue.add(files('a', 'b', 'c'), target)
    queue.pause('1')
    expect(told).toEqual(['pause 1'])
    expect(phases()).toEqual(['paused', 'waiting', 'waiting'])
    expect(running.map((one) => one.name)).toEqual(['a', 'b', 'c'])
    run(0).say({ phase: 'paused', during: 'hashing', hashed: 0, sent: 0 })
    expect(store.items[0]?.state).toMatchObject({ during: 'hashing' })
    queue.pause('2')
    queue.resume('1')
    expect(told).toEqual(['pause 1', 'pause 2', 'resume 1'])
  })

  it('refuses what may not be uploaded without sending anything, and takes the rest', () => {
    queue.add(files('a.exe', 'b.pdf'), target)
    expect(phases()).toEqual(['failed', 'waiting'])
    expect(running.map((one) => one.name)).toEqual(['b.pdf'])
    expect(failures).toEqual([['storage.type_blocked', 'a.exe']])
    queue.retry('1')
    expect(running).toHaveLength(1)
    expect(phases()).toEqual(['failed', 'waiting'])
  })

  it('says so when there is no file, and when a file exceeds the limit', () => {
    queue.add([], target)
    queue.add(files('a'), { ...target, maxSize: 0 })
    expect(failures).toEqual([
      ['storage.file_missing', null],
      ['storage.too_large', 'a'],
    ])
  })

  it('does not tell of a file that a foreign server stored without describing it', async () => {
    queue.add(files('a'), target)
    await run(0).settle({ phase: 'done', file: null })
    expect(stored).toEqual([])
    expect(phases()).toEqual(['done'])
  })
})

describe('pausing', () => {
  it('gives the place to the next, and resuming waits for one', async () => {
    queue.add(files('a', 'b', 'c'), target)
    run(0).say(sending)
    queue.pause('1')
    run(0).say(paused)
    expect(told).toEqual(['pause 1'])
    expect(running.map((one) => one.name)).toEqual(['a', 'b', 'c'])
    queue.resume('1')
    expect(phases()).toEqual(['waiting', 'waiting', 'waiting'])
    expect(told).toEqual(['pause 1'])
    await run(1).settle(done)
    expect(told).toEqual(['pause 1', 'resume 1'])
    run(0).say(sending)
    expect(phases()).toEqual(['sending', 'done', 'waiting'])
  })

  it('of a file that has not begun keeps it from beginning', async () => {
    queue.add(files('a', 'b', 'c'), target)
    queue.pause('3')
    await run(0).settle(done)
    expect(running).toHaveLength(2)
    queue.resume('3')
    expect(run(2).name).toBe('c')
    expect(told).toEqual([])
  })

  it('does not show what the worker said before it heard of it', () => {
    queue.add(files('a'), target)
    run(0).say(sending)
    queue.pause('1')
    run(0).say({ ...sending, sent: 2 })
    expect(store.items[0]?.state).toEqual(sending)
    run(0).say(paused)
    expect(phases()).toEqual(['paused'])
  })

  it('does not keep an upload from ending that was nearly through', async () => {
    queue.add(files('a'), target)
    queue.pause('1')
    run(0).say(paused)
    await run(0).settle(done)
    expect(phases()).toEqual(['done'])
  })
})

describe('aborting, retrying and dismissing', () => {
  it('stops an upload, takes it off the list and begins the next', async () => {
    queue.add(files('a', 'b', 'c'), target)
    queue.abort('1')
    expect(run(0).signal.aborted).toBe(true)
    expect(store.items.map((item) => item.name)).toEqual(['b', 'c'])
    expect(running.map((one) => one.name)).toEqual(['a', 'b', 'c'])
    await run(0).settle(done)
    expect([stored, failures]).toEqual([[], []])
  })

  it('begins a failed upload again, and again after the worker broke', async () => {
    queue.add(files('a'), target)
    await run(0).settle(failed)
    queue.retry('1')
    await run(1).breakDown(new PortalError('client.worker_stopped'))
    expect(phases()).toEqual(['failed'])
    queue.retry('1')
    await run(2).breakDown(new TypeError('no such worker'))
    expect(failures.map(([code]) => code)).toEqual(['access.denied', 'client.worker_stopped', 'client.worker_stopped'])
    queue.retry('1')
    await run(3).settle(done)
    expect(phases()).toEqual(['done'])
  })

  it('dismisses only what has ended', async () => {
    queue.add(files('a', 'b'), target)
    queue.dismiss('1')
    expect(store.items).toHaveLength(2)
    await run(0).settle(done)
    queue.dismiss('1')
    await run(1).settle(failed)
    queue.dismiss('2')
    expect(store.items).toEqual([])
  })

  it('passes over ids that are not there and steps that make no sense', () => {
    queue.add(files('a'), target)
    for (const act of ['pause', 'resume', 'abort', 'retry', 'dismiss'] as const) queue[act]('nobody')
    queue.resume('1')
    queue.retry('1')
    expect(running).toHaveLength(1)
    expect(told).toEqual([])
  })
})

it('knows what is under way', () => {
  const active: UploadState[] = [{ phase: 'waiting' }, sending]
  const still: UploadState[] = [paused, done, failed]
  expect(active.map(isUnderWay)).toEqual([true, true])
  expect(still.map(isUnderWay)).toEqual([false, false, false])
})

it('makes an id of its own for every file', () => {
  const made = proxy<{ items: UploadItem[] }>({ items: [] })
  const idle: UploadBridge = { upload: () => new Promise(() => {}), pause: silent, resume: silent }
  createUploadQueue(made, idle, { onStored: silent, onFailure: silent }).add(files('a', 'b'), target)
  expect(new Set(made.items.map((item) => item.id)).size).toBe(2)
})
