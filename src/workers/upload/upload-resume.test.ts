import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CHUNK_SIZE } from '../../../contract/limits.ts'
import { createFakeDevice, type FakeDevice } from '../../../tests/support/fakes/fake-records.ts'
import { type FakeQueue, type FakeRun, joining, LONG, openFakeQueue } from '../../../tests/support/fakes/fake-queue.ts'
import type { JoiningFile } from './protocol/upload-api.ts'
import type { SettledState } from './protocol/upload-state.ts'

let device: FakeDevice
let fake: FakeQueue

const hashes = { md5: 'm', chunkMd5s: ['a', 'b'] }
const done: SettledState = { phase: 'done', file: null }
const failedWith = (code: string, status: number): SettledState => ({
  phase: 'failed',
  failure: { kind: 'uploaderror', code, status, message: '不|||no' },
})
const settle = () => new Promise<void>((resolve) => setTimeout(resolve))
const states = () => fake.items().map(({ state }) => state)

/** What browsers with the File System Access API give, as far as it is used. */
class FakeHandle {
  permission = 'granted'
  file: Blob | null = LONG
  async queryPermission(): Promise<string> {
    return this.permission
  }
  async getFile(): Promise<Blob> {
    if (!this.file) throw new DOMException('gone', 'NotFoundError')
    return this.file
  }
}

const asHandle = (handle: FakeHandle) => handle as unknown as FileSystemFileHandle

beforeEach(async () => {
  vi.stubGlobal('FileSystemFileHandle', FakeHandle)
  device = createFakeDevice()
  fake = await openFakeQueue(device)
  return () => vi.unstubAllGlobals()
})

async function add(...entries: JoiningFile[]): Promise<void> {
  await fake.queue.execute({ kind: 'add', entries })
  await settle()
  await settle()
}

/** Once the runner has these files; reading them takes a moment. */
async function begun(...ids: string[]): Promise<void> {
  await vi.waitFor(() => expect(fake.running.map(({ id }) => id).toSorted()).toEqual(ids.toSorted()), { interval: 5 })
}

async function run(index: number): Promise<FakeRun> {
  await vi.waitFor(() => expect(fake.running.length).toBeGreaterThan(index), { interval: 5 })
  const one = fake.running[index]
  if (!one) throw new Error('no such upload')
  return one
}

/** As if the tab had crashed and another one had been opened. */
async function startAgain(account?: string): Promise<void> {
  fake = await openFakeQueue(device, account)
  await settle()
}

describe('another visit', () => {
  it('goes on with what the browser finds by itself', async () => {
    const handle = new FakeHandle()
    await add(joining('long', { file: LONG, handle: asHandle(handle) }), joining('short'))
    await fake.pass(3000)
    expect([...device.files.keys()]).toEqual(['short'])
    expect(fake.items().map(({ kept }) => kept)).toEqual([true, true])
    await startAgain()
    await begun('short', 'long')
    expect(new Map(fake.running.map(({ id, file }) => [id, file?.size]))).toEqual(
      new Map([
        ['long', CHUNK_SIZE + 1],
        ['short', 1],
      ]),
    )
  })

  it('shows nobody else what somebody left', async () => {
    await add(joining('a'))
    await startAgain('unit.other')
    expect(fake.items()).toEqual([])
    await startAgain()
    expect(fake.items()).toHaveLength(1)
  })

  it('remembers what is paused and what failed, but not that a session had ended', async () => {
    await add(joining('paused'), joining('failed'), joining('session'))
    await fake.queue.execute({ kind: 'pause', ids: ['paused'] })
    await (await run(1)).settle(failedWith('access.denied', 403))
    await (await run(2)).settle(failedWith('session.expired', 401))
    expect(states().map(({ phase }) => phase)).toEqual(['paused', 'failed', 'failed'])
    await fake.pass(3000)
    await startAgain()
    expect(states().map(({ phase }) => phase)).toEqual(['paused', 'failed', 'waiting'])
  })

  it('has nothing left of what was done', async () => {
    await add(joining('a', { file: LONG }))
    await fake.pass(3000)
    ;(await run(0)).memory?.onHashes(hashes)
    await (await run(0)).settle(done)
    await fake.pass(200)
    expect([device.kept.size, device.files.size, device.hashes.size]).toEqual([0, 0, 0])
  })

  it('hashes on from where it was, and not again what is hashed', async () => {
    await add(joining('a', { file: LONG }))
    await fake.pass(3000)
    const state = { by: 'pair', bytes: CHUNK_SIZE, whole: '00', chunkMd5s: ['a'] } as const
    ;(await run(0)).memory?.onState(state)
    await startAgain()
    expect((await run(0)).memory?.known).toEqual({ state })
    ;(await run(0)).memory?.onHashes(hashes)
    await startAgain()
    expect((await run(0)).memory?.known).toEqual({ hashes })
  })

  it('asks for a file that the device has no copy of', async () => {
    device.hasRoom = false
    await add(joining('a', { file: LONG }))
    await fake.pass(3000)
    expect(fake.items()[0]?.kept).toBe(false)
    await startAgain()
    expect(states()).toEqual([{ phase: 'needs-file', why: 'gone' }])
    expect(fake.running).toEqual([])
  })

  it.each([
    ['that it may not read now', { permission: 'prompt' }, 'permission'],
    ['that is not there', { file: null }, 'gone'],
    ['that is another', { file: new Blob([new Uint8Array(CHUNK_SIZE + 1).fill(1)]) }, 'changed'],
    ['that is longer', { file: new Blob([LONG, 'x']) }, 'changed'],
  ])('asks for a file %s', async (_, change, why) => {
    const handle = new FakeHandle()
    await add(joining('a', { file: LONG, handle: asHandle(handle) }))
    Object.assign(handle, change)
    await startAgain()
    expect(states()).toEqual([{ phase: 'needs-file', why }])
  })
})

describe('a file that was asked for', () => {
  beforeEach(async () => {
    device.hasRoom = false
    await add(joining('a', { file: LONG }), joining('b'))
    await startAgain()
  })

  it('is taken when it is the same', async () => {
    await fake.queue.execute({ kind: 'provide', files: [{ id: 'a', file: LONG, handle: null }] })
    await begun('a')
    expect(states()[0]).toEqual({ phase: 'waiting' })
  })

  it('is refused when it is another, and can be given again', async () => {
    const other = new Blob([new Uint8Array(CHUNK_SIZE + 1).fill(1)])
    await fake.queue.execute({ kind: 'provide', files: [{ id: 'a', file: other, handle: null }] })
    expect(states()[0]).toEqual({ phase: 'needs-file', why: 'changed' })
    await fake.queue.execute({ kind: 'provide', files: [{ id: 'a', file: LONG, handle: null }] })
    expect(states()[0]).toEqual({ phase: 'waiting' })
  })

  it('of one chunk is told by its time as well', async () => {
    const file = (lastModified: number) => new File(['x'], 'b', { lastModified })
    await fake.queue.execute({ kind: 'provide', files: [{ id: 'b', file: file(2), handle: null }] })
    expect(states()[1]).toEqual({ phase: 'needs-file', why: 'changed' })
    await fake.queue.execute({ kind: 'provide', files: [{ id: 'b', file: file(1), handle: null }] })
    expect(states()[1]).toEqual({ phase: 'waiting' })
  })

  it('is recognised when somebody uploads it once more, to the same folder', async () => {
    await add(joining('once more', { name: 'a', file: LONG, folderId: 'another' }))
    expect(states()[0]?.phase).toBe('needs-file')
    await add(joining('again', { name: 'a', file: LONG }))
    expect(fake.items().map(({ id }) => id)).toEqual(['a', 'b', 'once more'])
    expect(states()[0]).toEqual({ phase: 'waiting' })
  })

  it('is had again when another tab tells what it has', async () => {
    await add(joining('a', { file: LONG }))
    expect(states()[0]).toEqual({ phase: 'waiting' })
    expect(fake.items()).toHaveLength(2)
  })
})

describe('a file that changed meanwhile', () => {
  it('is hashed again when its bytes are others than those that were hashed on another day', async () => {
    await add(joining('a', { file: LONG }))
    await fake.pass(3000)
    device.hashes.set('a', { hashes })
    await startAgain()
    await (await run(0)).settle(failedWith('storage.file_mismatch', 422))
    await run(1)
    expect(fake.running.map(({ memory }) => memory?.known)).toEqual([{ hashes }, null])
    await (await run(1)).settle(failedWith('storage.file_mismatch', 422))
    expect(states()[0]?.phase).toBe('failed')
  })

  it('is asked for when it cannot be read any more', async () => {
    await add(joining('a', { file: LONG }))
    await (await run(0)).settle(failedWith('storage.file_unreadable', 0))
    expect(states()).toEqual([{ phase: 'needs-file', why: 'changed' }])
  })

  it('is taken from the copy first', async () => {
    await add(joining('a', { file: LONG }))
    await fake.pass(3000)
    await (await run(0)).settle(failedWith('storage.file_unreadable', 0))
    await run(1)
    expect(fake.running).toHaveLength(2)
    await (await run(1)).settle(failedWith('storage.file_unreadable', 0))
    expect(states()).toEqual([{ phase: 'needs-file', why: 'changed' }])
  })
})

describe('copies', () => {
  it('are not made of what is done soon', async () => {
    await add(joining('a'))
    await (await run(0)).settle(done)
    await fake.pass(3000)
    expect(device.files.size).toBe(0)
  })

  it('are looked for only where they were made', async () => {
    const removed = vi.spyOn(device.copies, 'remove')
    await add(joining('a'))
    await (await run(0)).settle(done)
    await fake.pass(3000)
    expect(removed).not.toHaveBeenCalled()
    await add(joining('b'))
    await fake.pass(3000)
    await (await run(1)).settle(done)
    await fake.pass(200)
    expect(removed).toHaveBeenCalledExactlyOnceWith(['b'])
  })
})

describe('an upload that is given up', () => {
  const cancel = () => fake.queue.execute({ kind: 'abort', ids: ['a'] })

  beforeEach(async () => {
    await add(joining('a', { file: LONG }))
    ;(await run(0)).memory?.onHashes(hashes)
    await fake.pass(3000)
  })

  it('takes no room on the server once it cannot be taken back', async () => {
    await cancel()
    await fake.pass(14_000)
    expect(fake.commands).not.toContain('give up m')
    await fake.pass(1000)
    expect(fake.commands).toContain('give up m')
  })

  it('takes none after another visit either', async () => {
    await cancel()
    await startAgain()
    expect(fake.commands).toEqual(['give up m'])
  })

  it('leaves the same bytes alone that are on their way to another folder', async () => {
    await add(joining('b', { file: LONG, folderId: 'f' }))
    await run(1)
    await cancel()
    await fake.pass(15_000)
    expect(fake.commands).not.toContain('give up m')
  })
})
