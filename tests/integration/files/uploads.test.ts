import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blockUploadCheck, mergeFile, uploadChunk } from '../../../contract/endpoints/storage/storage.ts'
import { CHUNK_SIZE } from '../../../contract/limits.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import {
  chunkFields,
  createStorageCaller,
  cutFile,
  dataOf,
  entriesOf,
  makeFile,
  sendMultipart,
  type StorageCaller,
} from '../../support/callers/storage-caller.ts'

const MB2 = 2 * 1024 * 1024

let portal: TestApp
let teacher: StorageCaller

beforeAll(async () => {
  portal = await createTestApp()
  teacher = createStorageCaller(await portal.signIn('teacher'))
})

afterAll(() => portal.close())

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
    expect(dataOf(blockUploadCheck, await teacher.check(file, 2))).toEqual({ data: false, present: [1], ahead: false })
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
