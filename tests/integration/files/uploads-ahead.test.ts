import { randomBytes } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blockUploadCheck, cancelUpload, mergeFile, uploadChunk } from '../../../contract/endpoints/storage/storage.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import {
  createStorageCaller,
  dataOf,
  makeFile,
  type SentFile,
  type StorageCaller,
} from '../../support/callers/storage-caller.ts'
import { readUsage, setQuotas } from '../../support/schools/storage-quotas.ts'

const KB = 1024

let portal: TestApp
let teacher: StorageCaller

beforeAll(async () => {
  portal = await createTestApp()
  teacher = createStorageCaller(await portal.signIn('teacher'))
})

afterAll(() => portal.close())

/** What a sender has of a file before it knows its MD5: a name for the upload in its place. */
function unnamed(file: SentFile): { readonly uid: string; readonly early: SentFile } {
  const uid = randomBytes(16).toString('hex')
  return { uid, early: { ...file, md5: uid } }
}

async function ask(caller: StorageCaller, { name, md5, bytes, chunks }: SentFile, uid: string) {
  const input = { name, md5, uid, size: String(bytes.length), chunks: String(chunks.length), chunk: '1' }
  return (await caller.browser.post(blockUploadCheck.path, input)).envelope
}

const send = async (caller: StorageCaller, file: SentFile, uid: string, ...chunks: number[]) => {
  for (const chunk of chunks) dataOf(uploadChunk, await caller.chunk(file, chunk, { uid }))
}

describe('chunks that come before the MD5 of their file is known', () => {
  it('belong to the file once both names are given, and are not sent again', async () => {
    const file = makeFile('early.bin', 300 * KB, 100 * KB)
    const { uid, early } = unnamed(file)
    expect(dataOf(blockUploadCheck, await ask(teacher, early, uid))).toEqual({ data: false, present: [], ahead: true })
    await send(teacher, early, uid, 1, 3)
    const now = dataOf(blockUploadCheck, await ask(teacher, file, uid))
    expect(now).toEqual({ data: true, present: [1, 3], ahead: true })
    // Nothing is left under the other name.
    expect(dataOf(blockUploadCheck, await ask(teacher, early, uid)).present).toEqual([])
    await send(teacher, file, uid, 2)
    const stored = dataOf(mergeFile, await teacher.merge(file))
    expect(file.bytes.equals(await teacher.download(stored.id))).toBe(true)
  })

  it('belong to it also when they were on their way as it was named', async () => {
    const file = makeFile('overtaken.bin', 300 * KB, 100 * KB)
    const { uid, early } = unnamed(file)
    expect(dataOf(blockUploadCheck, await ask(teacher, file, uid)).ahead).toBe(false)
    await send(teacher, early, uid, 1)
    for (const _ of [1, 2]) expect(dataOf(blockUploadCheck, await ask(teacher, file, uid)).ahead).toBe(true)
    expect(dataOf(blockUploadCheck, await ask(teacher, file, 'other')).ahead).toBe(false)
    await send(teacher, early, uid, 2)
    await send(teacher, file, uid, 3)
    expect(dataOf(blockUploadCheck, await ask(teacher, file, uid)).present).toEqual([1, 2, 3])
    const stored = dataOf(mergeFile, await teacher.merge(file))
    expect(file.bytes.equals(await teacher.download(stored.id))).toBe(true)
    // Nothing of it takes room under the first name.
    expect(dataOf(blockUploadCheck, await ask(teacher, early, uid)).present).toEqual([])
  })

  it('belong to one upload, also when it gets its MD5 while the first of them begin it', async () => {
    // Who is first is chance; without the lock that orders them, two rounds of five went wrong.
    for (let round = 1; round <= 25; round++) {
      const file = makeFile(`raced ${round}.bin`, 60 * KB, 10 * KB)
      const { uid, early } = unnamed(file)
      const sending = Promise.all(early.chunks.map((_, index) => send(teacher, early, uid, index + 1)))
      const named = async () => dataOf(blockUploadCheck, await ask(teacher, file, uid))
      while (!(await named()).ahead) await nextTurn()
      await sending
      expect((await named()).present).toEqual([1, 2, 3, 4, 5, 6])
    }
  })

  it('are found again under the name that they came by', async () => {
    const file = makeFile('resumed.bin', 300 * KB, 100 * KB)
    const { uid, early } = unnamed(file)
    await send(teacher, early, uid, 1, 2)
    expect(dataOf(blockUploadCheck, await ask(teacher, early, uid)).present).toEqual([1, 2])
  })

  it('make no file under that name', async () => {
    const file = makeFile('nameless.bin', 200 * KB, 100 * KB)
    const { uid, early } = unnamed(file)
    await send(teacher, early, uid, 1, 2)
    expect(await teacher.merge(early)).toMatchObject({ code: 'storage.file_mismatch', status: 422 })
    expect((await teacher.list()).files.map(({ name }) => name)).not.toContain(file.name)
  })

  it('do not push aside those that another device sent under the MD5', async () => {
    const file = makeFile('two devices.bin', 300 * KB, 100 * KB)
    const { uid, early } = unnamed(file)
    await send(teacher, early, uid, 1, 2)
    await send(teacher, file, 'other', 3)
    expect(dataOf(blockUploadCheck, await ask(teacher, file, uid))).toEqual({ data: false, present: [3], ahead: false })
    const cancelled = { md5: uid, size: String(file.bytes.length), chunks: '3' }
    expect((await teacher.browser.post(cancelUpload.path, cancelled)).envelope.status).toBe(200)
    await send(teacher, file, uid, 1, 2)
    const stored = dataOf(mergeFile, await teacher.merge(file))
    expect(file.bytes.equals(await teacher.download(stored.id))).toBe(true)
  })

  it('are not welcome where the person has a file of this very size, which is likely the same', async () => {
    const file = makeFile('again.bin', 250 * KB + 7, 100 * KB)
    await teacher.store(file)
    const { uid, early } = unnamed(file)
    expect(dataOf(blockUploadCheck, await ask(teacher, early, uid)).ahead).toBe(false)
    const student = createStorageCaller(await portal.signIn('student'))
    expect(dataOf(blockUploadCheck, await ask(student, early, uid)).ahead).toBe(true)
  })

  it('are not welcome either where another device has begun a file of this very size', async () => {
    const file = makeFile('begun.bin', 350 * KB + 7, 100 * KB)
    await send(teacher, file, 'phone', 1, 2)
    const { uid, early } = unnamed(file)
    expect(dataOf(blockUploadCheck, await ask(teacher, early, uid)).ahead).toBe(false)
    expect(dataOf(blockUploadCheck, await ask(teacher, file, uid)).present).toEqual([1, 2])
    const student = createStorageCaller(await portal.signIn('student'))
    expect(dataOf(blockUploadCheck, await ask(student, early, uid)).ahead).toBe(true)
    // What this device itself began goes on.
    const { uid: own, early: begun } = unnamed(makeFile('own.bin', 360 * KB + 7, 100 * KB))
    await send(teacher, begun, own, 1)
    expect(dataOf(blockUploadCheck, await ask(teacher, begun, own)).ahead).toBe(true)
  })

  it('belong to nobody else', async () => {
    const file = makeFile('mine.bin', 300 * KB, 100 * KB)
    const { uid, early } = unnamed(file)
    await send(teacher, early, uid, 1)
    const student = createStorageCaller(await portal.signIn('student'))
    expect(dataOf(blockUploadCheck, await ask(student, file, uid)).present).toEqual([])
    expect(dataOf(blockUploadCheck, await ask(teacher, early, uid)).present).toEqual([1])
  })

  it('take their room once, whatever the upload is called', async () => {
    const file = makeFile('room.bin', 300 * KB, 100 * KB)
    const admin = await portal.signIn('admin')
    const { used } = await readUsage(teacher.browser)
    await setQuotas(admin, { teacher: used + 400 * KB })
    try {
      const { uid, early } = unnamed(file)
      await send(teacher, early, uid, 1, 2)
      expect((await readUsage(teacher.browser)).used).toBe(used + file.bytes.length)
      expect(await ask(teacher, file, uid)).toMatchObject({ status: 200 })
      await send(teacher, file, uid, 3)
      dataOf(mergeFile, await teacher.merge(file))
      const next = makeFile('no room.bin', 300 * KB, 100 * KB)
      const other = unnamed(next)
      expect(await ask(teacher, other.early, other.uid)).toMatchObject({ code: 'storage.quota_person', status: 507 })
    } finally {
      await setQuotas(admin, {})
    }
  })
})
