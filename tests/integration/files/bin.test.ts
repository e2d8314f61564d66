import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as filesEndpoints from '../../../contract/endpoints/storage/files.ts'
import * as storage from '../../../contract/endpoints/storage/storage.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { createStorageCaller, dataOf, makeFile, type StorageCaller } from '../../support/callers/storage-caller.ts'

const DAY = 24 * 60 * 60 * 1000

let portal: TestApp
let me: StorageCaller
let student: StorageCaller

beforeAll(async () => {
  portal = await createTestApp()
  me = createStorageCaller(await portal.signIn('teacher'))
  student = createStorageCaller(await portal.signIn('student'))
})

afterAll(() => portal.close())

beforeEach(() => empty(me))

describe('the list of the bin', () => {
  it('has what was removed by itself, newest first, a folder with what went with it, and says until when', async () => {
    const folder = await makeFolder('Old lessons')
    await put('plan.bin', 100, folder)
    const earlier = await put('earlier.bin', 30, folder)
    const alone = await put('alone.bin', 7)
    await me.change(filesEndpoints.remove, [{ id: earlier, kind: 'file' }])
    await me.change(filesEndpoints.remove, [{ id: folder, kind: 'folder' }])
    await me.change(filesEndpoints.remove, [{ id: alone, kind: 'file' }])

    const { entries, totals, next } = await readBin()
    expect(entries).toMatchObject([
      { kind: 'file', id: alone, name: 'alone.bin', size: 7, files: null, folderName: null },
      { kind: 'folder', id: folder, name: 'Old lessons', size: 100, files: 1, folderName: null },
      { kind: 'file', id: earlier, size: 30, folderName: 'Old lessons' },
    ])
    expect(totals).toEqual({ entries: 3, bytes: 137 })
    expect(next).toBeNull()
    const [first] = entries
    expect(Date.parse(first!.goneAt) - Date.parse(first!.removedAt)).toBe(30 * DAY)
    expect(Math.abs(Date.parse(first!.removedAt) - Date.now())).toBeLessThan(60_000)
    expect(await usage()).toMatchObject({ bin: 137 })
  })

  it('comes in pages, in which nothing is missing and nothing twice', async () => {
    const ids = []
    for (let at = 0; at < 5; at++) ids.push(await put(`${at}.bin`, 1))
    const folder = await makeFolder('paged')
    // Removed in one transaction, at the same moment.
    await me.change(filesEndpoints.remove, [{ id: folder, kind: 'folder' }, ...ids.map((id) => ({ id, kind: 'file' }))])
    const found: string[] = []
    let after: string | null = null
    do {
      const page: ResponseOf<typeof filesEndpoints.bin> = await readBin(
        `?size=2${after === null ? '' : `&after=${after}`}`,
      )
      expect(page.entries.length).toBeLessThanOrEqual(2)
      found.push(...page.entries.map(({ id }) => id))
      after = page.next
    } while (after !== null)
    expect(found.toSorted()).toEqual([folder, ...ids].toSorted())
  })

  it.each(['x', Buffer.from('{"at":1}').toString('base64url')])('has no page after %s', async (after) => {
    expect((await me.browser.get(`${filesEndpoints.bin.path}?after=${after}`)).envelope.code).toBe('request.invalid')
  })

  it("has nothing of another person's", async () => {
    await me.change(filesEndpoints.remove, [{ id: await put('mine.bin', 10), kind: 'file' }])
    expect((await readBin('', student)).entries).toEqual([])
    expect((await readBin()).entries).toHaveLength(1)
  })
})

describe('deleting for good', () => {
  it('takes what is in the bin with what was removed with it, frees the quota, and can be repeated', async () => {
    const { used } = await usage()
    const folder = await makeFolder('going')
    const inner = dataOf(
      filesEndpoints.createFolder,
      (await me.browser.post(filesEndpoints.createFolder.path, { name: 'in', parentId: folder })).envelope,
    )
    await put('deep.bin', 500, inner.id)
    const entries = [{ id: folder, kind: 'folder' }]
    await me.change(filesEndpoints.remove, entries)
    expect((await usage()).used).toBe(used + 500)
    for (let time = 0; time < 2; time++) expect((await me.change(filesEndpoints.purge, entries)).data).toBe('success')
    expect((await readBin()).entries).toEqual([])
    expect((await me.change(filesEndpoints.restore, entries)).code).toBe('files.folder_not_found')
    expect((await usage()).used).toBe(used)
  })

  it('leaves what was removed from such a folder before, which is restored to the top', async () => {
    const folder = await makeFolder('outer')
    const kept = await put(`kept.bin`, 10, folder)
    const inner = dataOf(
      filesEndpoints.createFolder,
      (await me.browser.post(filesEndpoints.createFolder.path, { name: 'kept inner', parentId: folder })).envelope,
    )
    await me.change(filesEndpoints.remove, [{ id: kept, kind: 'file' }])
    await me.change(filesEndpoints.remove, [{ id: inner.id, kind: 'folder' }])
    await me.change(filesEndpoints.remove, [{ id: folder, kind: 'folder' }])
    expect((await me.change(filesEndpoints.purge, [{ id: folder, kind: 'folder' }])).data).toBe('success')
    expect((await readBin()).entries).toMatchObject([
      { id: inner.id, folderName: null },
      { id: kept, folderName: null },
    ])
    const entries = [
      { id: kept, kind: 'file' },
      { id: inner.id, kind: 'folder' },
    ]
    expect((await me.change(filesEndpoints.restore, entries)).data).toBe('success')
    const { files, folders } = await me.list()
    expect(files.map(({ id }) => id)).toContain(kept)
    expect(folders.map(({ id }) => id)).toContain(inner.id)
    await me.change(filesEndpoints.remove, entries)
  })

  it('never takes what is not in the bin', async () => {
    const folder = await makeFolder(`alive ${Date.now()}`)
    const file = await put('alive.bin', 10, folder)
    await me.change(filesEndpoints.purge, [
      { id: folder, kind: 'folder' },
      { id: file, kind: 'file' },
    ])
    expect((await me.list(folder)).files.map(({ id }) => id)).toEqual([file])
  })

  it('empties the bin of its owner alone', async () => {
    const folder = await makeFolder('outer of emptied')
    const inside = await put('inside.bin', 10, folder)
    await me.change(filesEndpoints.remove, [{ id: inside, kind: 'file' }])
    await me.change(filesEndpoints.remove, [{ id: folder, kind: 'folder' }])
    await student.change(filesEndpoints.remove, [{ id: await put('theirs.bin', 10, undefined, student), kind: 'file' }])
    await empty(me)
    expect(await readBin()).toEqual({ entries: [], next: null, totals: { entries: 0, bytes: 0 } })
    expect((await readBin('', student)).entries).toHaveLength(1)
  })

  it('needs a session', async () => {
    const visitor = portal.visit()
    expect((await visitor.get(filesEndpoints.bin.path)).envelope.code).toBe('session.required')
    expect((await visitor.post(filesEndpoints.emptyBin.path)).envelope.code).toBe('session.required')
  })
})

async function readBin(query = '', caller = me): Promise<ResponseOf<typeof filesEndpoints.bin>> {
  return dataOf(filesEndpoints.bin, (await caller.browser.get(`${filesEndpoints.bin.path}${query}`)).envelope)
}

async function usage(): Promise<ResponseOf<typeof storage.storageUsage>> {
  return dataOf(storage.storageUsage, (await me.browser.get(storage.storageUsage.path)).envelope)
}

async function empty(caller: StorageCaller): Promise<void> {
  dataOf(filesEndpoints.emptyBin, (await caller.browser.post(filesEndpoints.emptyBin.path)).envelope)
}

async function makeFolder(name: string): Promise<string> {
  return dataOf(
    filesEndpoints.createFolder,
    (await me.browser.post(filesEndpoints.createFolder.path, { name })).envelope,
  ).id
}

async function put(name: string, size: number, folderId?: string, caller = me): Promise<string> {
  return dataOf(storage.upload, await caller.whole(makeFile(name, size), { folderId })).id
}
