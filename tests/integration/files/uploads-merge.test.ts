import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import * as filesEndpoints from '../../../contract/endpoints/storage/files.ts'
import { blockUploadCheck, mergeFile, secondUploadCheck } from '../../../contract/endpoints/storage/storage.ts'
import { buildApp } from '../../../server/app.ts'
import { createLogger } from '../../../server/runtime/logger.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import {
  createStorageCaller,
  dataOf,
  makeFile,
  type SentFile,
  type StorageCaller,
} from '../../support/callers/storage-caller.ts'
import { createTestBrowser } from '../../support/browser/test-browser.ts'
import { filesAreInBucket } from '../../support/app/test-store.ts'

const MB2 = 2 * 1024 * 1024

let portal: TestApp
let teacher: StorageCaller
let student: StorageCaller
let ginkgoTeacher: StorageCaller

beforeAll(async () => {
  portal = await createTestApp()
  teacher = createStorageCaller(await portal.signIn('teacher'))
  student = createStorageCaller(await portal.signIn('student'))
  ginkgoTeacher = createStorageCaller(await portal.signIn('teacher', { host: 'ginkgo.localhost' }))
})

afterAll(() => portal.close())

/** The teacher at another process, which knows only what is in the store; it goes when the test ends. */
async function reachAnotherProcess(): Promise<StorageCaller> {
  const store = await portal.files.reopen()
  const logger = createLogger('silent', process.stderr)
  const app = await buildApp({ database: portal.database, storage: store, logger })
  onTestFinished(async () => {
    await app.close()
    await store.close()
  })
  const browser = createTestBrowser(app)
  for (const [name, cookie] of teacher.browser.cookies) browser.cookies.set(name, cookie)
  return createStorageCaller(browser)
}

describe('a merge', () => {
  it('names missing chunks as the reason, with 409, and works once they are there', async () => {
    const file = makeFile('missing.bin', 3 * MB2)
    expect(await teacher.merge(file)).toMatchObject({ code: 'storage.chunks_missing', status: 409 })
    await teacher.chunk(file, 3)
    await teacher.chunk(file, 1)
    expect(await teacher.merge(file)).toMatchObject({ code: 'storage.chunks_missing', status: 409 })
    expect(dataOf(blockUploadCheck, await teacher.check(file, 2))).toEqual({
      data: false,
      present: [1, 3],
      ahead: false,
    })
    await teacher.chunk(file, 2)
    expect((await teacher.merge(file)).status).toBe(200)
  })

  it('of bytes that do not have the MD5 of the whole is refused, and the upload begins anew', async () => {
    const honest = makeFile('honest.bin', 2 * MB2)
    const file: SentFile = { ...makeFile('other bytes.bin', 2 * MB2), md5: honest.md5 }
    for (const chunk of [1, 2]) expect((await teacher.chunk(file, chunk)).status).toBe(200)
    expect(await teacher.merge(file)).toMatchObject({ code: 'storage.file_mismatch', status: 422 })
    expect(dataOf(blockUploadCheck, await teacher.check(honest, 1)).present).toEqual([])
    const stored = await teacher.store(honest)
    expect(honest.bytes.equals(await teacher.download(stored.id))).toBe(true)
  })

  it('asked again gives the same file, one after another and at the same time', async () => {
    const file = makeFile('lost answer.bin', 2 * MB2)
    for (const chunk of [1, 2]) await teacher.chunk(file, chunk)
    const answers = await Promise.all([teacher.merge(file), teacher.merge(file), teacher.merge(file)])
    answers.push(await teacher.merge(file))
    const ids = new Set(answers.map((answer) => dataOf(mergeFile, answer).id))
    expect(ids.size).toBe(1)
    const { files } = await teacher.list()
    expect(files.filter(({ name }) => name === file.name)).toHaveLength(1)
  })

  it('asked again under another name makes a second file of the same bytes', async () => {
    const file = makeFile('one.bin', 2 * MB2)
    const one = await teacher.store(file)
    const two = dataOf(mergeFile, await teacher.merge(file, { name: 'two.bin' }))
    expect(two).toMatchObject({ name: 'two.bin', md5: one.md5 })
    expect(two.id).not.toBe(one.id)
  })

  it('into a folder that is not there is refused, and into one that is there it works', async () => {
    const file = makeFile('in folder.bin', 2 * MB2)
    for (const chunk of [1, 2]) await teacher.chunk(file, chunk)
    const nowhere = await teacher.merge(file, { folderId: 'x' })
    expect(nowhere).toMatchObject({ code: 'files.folder_not_found', status: 404 })
    const { envelope } = await teacher.browser.post('/api/storage/files/folder', { name: 'Merged' })
    const { folders } = await teacher.list()
    const folderId = folders.find(({ name }) => name === 'Merged')?.id
    expect(envelope.data).toMatchObject({ id: folderId })
    expect(dataOf(mergeFile, await teacher.merge(file, { folderId }))).toMatchObject({ folderId })
  })

  it.each([
    [1, MB2 + 1],
    [5, 3],
    [2, 0],
  ])('of %i chunks for %i bytes is refused', async (chunks, size) => {
    const answer = await teacher.merge(makeFile('count.bin', 10), { chunks, size })
    expect(answer).toMatchObject({ code: 'storage.chunk_count', status: 400 })
  })

  it('of another count than that of the chunks sent is said to be that', async () => {
    const file = makeFile('recount.bin', MB2 * 2)
    for (const at of file.chunks.keys()) await teacher.chunk(file, at + 1)
    expect(await teacher.merge(file, { chunks: 3 })).toMatchObject({ code: 'storage.chunk_count' })
    expect(await teacher.merge(makeFile('never.bin', MB2 * 2), {})).toMatchObject({ code: 'storage.chunks_missing' })
    expect(await teacher.merge(file)).toMatchObject({ status: 200 })
  })
})

describe('the instant upload', () => {
  it('files bytes that the caller has under the new name, and answers the same file when asked again', async () => {
    const file = makeFile('known.bin', MB2 + 1)
    await teacher.store(file)
    const copy = dataOf(secondUploadCheck, await teacher.instant({ ...file, name: 'known copy.bin' }))
    expect(copy).toMatchObject({ name: 'known copy.bin', size: file.bytes.length, md5: file.md5 })
    expect(dataOf(secondUploadCheck, await teacher.instant({ ...file, name: 'known copy.bin' }))).toEqual(copy)
    expect(file.bytes.equals(await teacher.download(copy?.id ?? ''))).toBe(true)
  })

  it('knows bytes that lie in the bin', async () => {
    const file = makeFile('binned.bin', 100)
    const { id } = await teacher.store(file)
    await teacher.change(filesEndpoints.remove, [{ id, kind: 'file' }])
    const again = dataOf(secondUploadCheck, await teacher.instant(file))
    expect(again).toMatchObject({ name: 'binned.bin', md5: file.md5 })
    expect(again?.id).not.toBe(id)
  })

  it('knows the empty file, once the caller has one', async () => {
    const empty = makeFile('empty.dat', 0)
    expect(dataOf(secondUploadCheck, await student.instant(empty))).toBeNull()
    const stored = await student.store(empty)
    expect(dataOf(secondUploadCheck, await student.instant(empty))).toEqual(stored)
  })

  it('does not tell what other people of the same unit or of another unit have', async () => {
    const file = makeFile('secret.bin', MB2 + 2)
    await teacher.store(file)
    expect(dataOf(secondUploadCheck, await student.instant(file))).toBeNull()
    expect(dataOf(secondUploadCheck, await ginkgoTeacher.instant(file))).toBeNull()
  })
})

describe('two people', () => {
  it('who upload the same file at the same time each get their own file of bytes that the unit keeps once', async () => {
    const file = makeFile('shared.bin', 2 * MB2 + 1)
    const send = (caller: StorageCaller) => caller.store(file)
    const [mine, theirs, elsewhere] = await Promise.all([send(teacher), send(student), send(ginkgoTeacher)])
    expect(new Set([mine?.id, theirs?.id, elsewhere?.id]).size).toBe(3)
    const kept = await portal.database.asOwner(async (tx) => {
      const { rows } = await tx.execute(`select unit_id from storage_object where md5 = '${file.md5}'`)
      return rows
    })
    expect(kept).toHaveLength(2)
  })

  it('do not see the chunks of each other, nor can one merge what the other sent', async () => {
    const file = makeFile('not yours.bin', 2 * MB2)
    for (const chunk of [1, 2]) await teacher.chunk(file, chunk)
    expect(dataOf(blockUploadCheck, await student.check(file, 1))).toEqual({ data: false, present: [], ahead: false })
    expect((await student.merge(file)).code).toBe('storage.chunks_missing')
    expect((await ginkgoTeacher.merge(file)).code).toBe('storage.chunks_missing')
  })
})

describe('when the disk lost an upload', () => {
  // Of a bucket, a process believes for some seconds what it saw last: there, another one looks on.
  const reachOneThatLooks = () => (filesAreInBucket() ? reachAnotherProcess() : teacher)

  it('its chunks count as absent, and sending them again works', async () => {
    const file = makeFile('lost disk.bin', 2 * MB2)
    await teacher.chunk(file, 1)
    await portal.files.lose('uploads')
    const looker = await reachOneThatLooks()
    expect(dataOf(blockUploadCheck, await looker.check(file, 1))).toEqual({ data: false, present: [], ahead: false })
    const stored = await looker.store(file)
    expect(file.bytes.equals(await looker.download(stored.id))).toBe(true)
  })

  it('with all chunks acknowledged, the merge asks for them again', async () => {
    const file = makeFile('lost all.bin', 2 * MB2)
    for (const chunk of [1, 2]) await teacher.chunk(file, chunk)
    await portal.files.lose('uploads')
    const looker = await reachOneThatLooks()
    expect((await looker.merge(file)).code).toBe('storage.chunks_missing')
    await looker.store(file)
  })
})

it('continues an upload with a server that knows only what is in the store', async () => {
  const file = makeFile('restart.bin', 3 * MB2 + 4)
  for (const chunk of [1, 3]) await teacher.chunk(file, chunk)
  const again = await reachAnotherProcess()
  expect(dataOf(blockUploadCheck, await again.check(file, 1)).present).toEqual([1, 3])
  for (const chunk of [4, 2]) await again.chunk(file, chunk)
  const stored = dataOf(mergeFile, await again.merge(file))
  expect(file.bytes.equals(await again.download(stored.id))).toBe(true)
})
