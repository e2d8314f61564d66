import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blockUploadCheck, mergeFile, secondUploadCheck, uploadChunk } from '../../contract/calls/storage.ts'
import { CHUNK_SIZE } from '../../contract/limits.ts'
import { buildApp } from '../../server/app.ts'
import { createLogger } from '../../server/logger.ts'
import type { ByteStore } from '../../server/storage/byte-store.ts'
import { createLocalByteStore } from '../../server/storage/local-byte-store.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import {
  chunkFields,
  createStorageCaller,
  cutFile,
  dataOf,
  entriesOf,
  makeFile,
  sendMultipart,
  type SentFile,
  type StorageCaller,
} from '../support/storage-caller.ts'
import { createTestBrowser } from '../support/test-browser.ts'

const MB2 = 2 * 1024 * 1024

let portal: TestApp
let folder: string
let storage: ByteStore
let teacher: StorageCaller
let student: StorageCaller
let ginkgoTeacher: StorageCaller

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'uploads-test-'))
  storage = createLocalByteStore(folder)
  portal = await createTestApp({ storage })
  teacher = createStorageCaller(await portal.signIn('teacher'))
  student = createStorageCaller(await portal.signIn('student'))
  ginkgoTeacher = createStorageCaller(await portal.signIn('teacher', { host: 'ginkgo.localhost' }))
})

afterAll(async () => {
  await portal.close()
  await storage.close()
  await rm(folder, { recursive: true })
})

describe('a file that is uploaded in chunks comes back byte for byte', () => {
  it.each([
    ['0 bytes', 0],
    ['1 byte', 1],
    ['2 MB', MB2],
    ['2 MB and 1 byte', MB2 + 1],
    ['5 MB', 5 * 1024 * 1024 + 77],
  ])('%s', async (label, size) => {
    const file = makeFile(`${label}.bin`, size)
    const stored = await teacher.store(file)
    expect(stored).toMatchObject({ name: file.name, size, md5: file.md5, folderId: null })
    expect(file.bytes.equals(await teacher.download(stored.id))).toBe(true)
  })

  it('sent out of order, four at a time, by a person who signs in from two places', async () => {
    const file = makeFile('parallel.bin', 6 * MB2 + 5)
    const elsewhere = createStorageCaller(await portal.signIn('teacher'))
    const answers = await Promise.all([7, 3, 1, 5].map((chunk) => teacher.chunk(file, chunk)))
    answers.push(...(await Promise.all([2, 6, 4].map((chunk) => elsewhere.chunk(file, chunk)))))
    expect(answers.map((answer) => dataOf(uploadChunk, answer).chunk)).toEqual([7, 3, 1, 5, 2, 6, 4])
    const stored = dataOf(mergeFile, await elsewhere.merge(file))
    expect(file.bytes.equals(await teacher.download(stored.id))).toBe(true)
  })

  it('cut into smaller chunks than usual', async () => {
    const file = makeFile('small chunks.bin', 1_000_001, 100_000)
    const stored = await teacher.store(file)
    expect(file.bytes.equals(await teacher.download(stored.id))).toBe(true)
  })

  it.each([
    ['Chinese', '七年级期末试卷（最终版）.bin'],
    ['emoji', '👨‍👩‍👧‍👦🎒.bin'],
    ['255 Chinese characters', `${'试'.repeat(251)}.bin`],
    ['255 emoji', `${'🎒'.repeat(251)}.bin`],
  ])('under a name of %s', async (_, name) => {
    const file = makeFile(name, MB2 + 3)
    const stored = await teacher.store(file)
    expect(stored.name).toBe(name)
    expect(file.bytes.equals(await teacher.download(stored.id))).toBe(true)
  })

  it('whose sender puts the file before the fields, or between them', async () => {
    const file = makeFile('file first.bin', MB2 + 50)
    const [first, second] = [1, 2].map((chunk) => entriesOf(chunkFields(file, chunk)))
    const [bytes1 = Buffer.alloc(0), bytes2 = Buffer.alloc(0)] = file.chunks
    const one = await sendMultipart(teacher.browser, uploadChunk, [bytes1, ...(first ?? [])])
    const half = second?.splice(0, 5) ?? []
    const two = await sendMultipart(teacher.browser, uploadChunk, [...half, bytes2, ...(second ?? [])])
    expect([dataOf(uploadChunk, one).chunk, dataOf(uploadChunk, two).chunk]).toEqual([1, 2])
    const stored = dataOf(mergeFile, await teacher.merge(file))
    expect(file.bytes.equals(await teacher.download(stored.id))).toBe(true)
  })
})

describe('a chunk', () => {
  it('that lies about its MD5 is refused, is not there, and leaves the others as they are', async () => {
    const file = makeFile('lying.bin', 3 * MB2)
    expect((await teacher.chunk(file, 1)).status).toBe(200)
    const lie = await teacher.chunk(file, 2, {}, Buffer.alloc(MB2, 1))
    expect(lie).toMatchObject({ code: 'storage.chunk_mismatch', status: 422 })
    expect(dataOf(blockUploadCheck, await teacher.check(file, 2))).toEqual({ data: false, present: [1] })
    const stored = await teacher.store(file)
    expect(file.bytes.equals(await teacher.download(stored.id))).toBe(true)
  })

  it('that lies is found also when its MD5 comes behind the file', async () => {
    const file = makeFile('lying late.bin', MB2 + 9)
    const { chunkMd5, ...fields } = chunkFields(file, 1)
    const parts = [...entriesOf(fields), Buffer.alloc(MB2, 2), ...entriesOf({ chunkMd5 })]
    expect((await sendMultipart(teacher.browser, uploadChunk, parts)).code).toBe('storage.chunk_mismatch')
  })

  it('that is there is not written again, whatever comes under its number', async () => {
    const file = makeFile('again.bin', MB2 + 10)
    await teacher.chunk(file, 1)
    expect(dataOf(uploadChunk, await teacher.chunk(file, 1, { chunkMd5: undefined }, Buffer.alloc(MB2)))).toEqual({
      chunk: 1,
    })
    const stored = await teacher.store(file)
    expect(file.bytes.equals(await teacher.download(stored.id))).toBe(true)
  })

  it('sent twice at once is kept once', async () => {
    const file = makeFile('twice.bin', 2 * MB2)
    const answers = await Promise.all([1, 1, 1, 2].map((chunk) => teacher.chunk(file, chunk)))
    // An older sender may be told to try again, because a newer one took its place.
    expect(answers.every(({ code }) => code === 'ok' || code === 'server.unavailable')).toBe(true)
    expect(dataOf(blockUploadCheck, await teacher.check(file, 1)).present).toEqual([1, 2])
    expect(file.bytes.equals(await teacher.download(dataOf(mergeFile, await teacher.merge(file)).id))).toBe(true)
  })

  it.each<[string, Record<string, number>, string]>([
    ['beyond the last', { chunk: 3 }, 'storage.chunk_count'],
    ['of too many', { chunks: 4 }, 'storage.chunk_count'],
    ['of a size that the last one cannot have', { size: MB2 - 1 }, 'storage.chunk_size'],
    ['that claims less than it brings', { chunk: 2, size: 10 }, 'storage.chunk_size'],
    ['without any bytes in its upload', { fullSize: 0 }, 'storage.chunk_count'],
  ])('%s is refused', async (_, changes, code) => {
    const file = makeFile('numbers.bin', MB2 + 10)
    const answer = await teacher.chunk(file, 1, changes)
    expect(answer).toMatchObject({ code, status: 400 })
    expect(dataOf(blockUploadCheck, await teacher.check(file, 1)).present).toEqual([])
  })

  it('with fewer bytes than it says is refused', async () => {
    const file = makeFile('short.bin', MB2 + 10)
    const answer = await teacher.chunk(file, 1, { chunkMd5: undefined }, file.bytes.subarray(0, MB2 - 1))
    expect(answer.code).toBe('storage.chunk_size')
  })

  it('of an upload that was begun with another chunk size is refused', async () => {
    const bytes = makeFile('x', 1000).bytes
    await teacher.chunk(cutFile('sizes.bin', bytes, 400), 1)
    const answer = await teacher.chunk(cutFile('sizes.bin', bytes, 490), 1)
    expect(answer.code).toBe('storage.chunk_size')
  })

  it('larger than allowed is refused, and nothing of it stays', async () => {
    const file = makeFile('large.bin', 2 * MB2)
    const answer = await teacher.chunk(file, 1, {}, Buffer.alloc(CHUNK_SIZE + 1))
    expect(answer).toMatchObject({ code: 'request.too_large', status: 413 })
    expect((await teacher.chunk(file, 1, {}, Buffer.alloc(CHUNK_SIZE + 100_000))).code).toBe('request.too_large')
    expect(dataOf(blockUploadCheck, await teacher.check(file, 1)).present).toEqual([])
  })

  it.each([
    ['../x.bin', 'storage.name_invalid'],
    ['..\\x.bin', 'storage.name_invalid'],
    ['字'.repeat(256), 'storage.name_invalid'],
    ['', 'storage.name_invalid'],
    ['setup.exe', 'storage.type_blocked'],
    ['page.JSP', 'storage.type_blocked'],
  ])('of a file named %j is refused, and so are its check, its merge and the instant upload', async (name, code) => {
    const file = { ...makeFile('x', 2 * MB2), name }
    const answers = [
      await teacher.instant(file),
      await teacher.check(file, 1),
      await teacher.chunk(file, 1),
      await teacher.merge(file),
    ]
    expect(answers.map((answer) => answer.code)).toEqual([code, code, code, code])
  })

  it('that shows a program under the name of a picture is refused', async () => {
    const program = Buffer.concat([Buffer.from('7f454c46', 'hex'), Buffer.alloc(2 * MB2)])
    const file = cutFile('holiday.jpg', program)
    expect(await teacher.chunk(file, 1)).toMatchObject({ code: 'storage.type_blocked', status: 415 })
    expect(dataOf(blockUploadCheck, await teacher.check(file, 1)).present).toEqual([])
  })
})

describe('a merge', () => {
  it('names missing chunks as the reason, with 409, and works once they are there', async () => {
    const file = makeFile('missing.bin', 3 * MB2)
    expect(await teacher.merge(file)).toMatchObject({ code: 'storage.chunks_missing', status: 409 })
    await teacher.chunk(file, 3)
    await teacher.chunk(file, 1)
    expect(await teacher.merge(file)).toMatchObject({ code: 'storage.chunks_missing', status: 409 })
    expect(dataOf(blockUploadCheck, await teacher.check(file, 2))).toEqual({ data: false, present: [1, 3] })
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
    expect(dataOf(blockUploadCheck, await student.check(file, 1))).toEqual({ data: false, present: [] })
    expect((await student.merge(file)).code).toBe('storage.chunks_missing')
    expect((await ginkgoTeacher.merge(file)).code).toBe('storage.chunks_missing')
  })
})

describe('when the disk lost an upload', () => {
  it('its chunks count as absent, and sending them again works', async () => {
    const file = makeFile('lost disk.bin', 2 * MB2)
    await teacher.chunk(file, 1)
    await rm(join(folder, 'uploads'), { recursive: true })
    expect(dataOf(blockUploadCheck, await teacher.check(file, 1))).toEqual({ data: false, present: [] })
    const stored = await teacher.store(file)
    expect(file.bytes.equals(await teacher.download(stored.id))).toBe(true)
  })

  it('with all chunks acknowledged, the merge asks for them again', async () => {
    const file = makeFile('lost all.bin', 2 * MB2)
    for (const chunk of [1, 2]) await teacher.chunk(file, chunk)
    await rm(join(folder, 'uploads'), { recursive: true })
    expect((await teacher.merge(file)).code).toBe('storage.chunks_missing')
    await teacher.store(file)
  })
})

it('continues an upload with a server that knows only what is on the disk', async () => {
  const file = makeFile('restart.bin', 3 * MB2 + 4)
  for (const chunk of [1, 3]) await teacher.chunk(file, chunk)

  const store = createLocalByteStore(folder)
  const logger = createLogger('silent', process.stderr)
  const restarted = await buildApp({ database: portal.database, storage: store, logger })
  const browser = createTestBrowser(restarted)
  for (const [name, cookie] of teacher.browser.cookies) browser.cookies.set(name, cookie)
  const again = createStorageCaller(browser)
  expect(dataOf(blockUploadCheck, await again.check(file, 1)).present).toEqual([1, 3])
  for (const chunk of [4, 2]) await again.chunk(file, chunk)
  const stored = dataOf(mergeFile, await again.merge(file))
  expect(file.bytes.equals(await again.download(stored.id))).toBe(true)
  await restarted.close()
  await store.close()
})
