import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createFolder } from '../../../contract/endpoints/storage/files.ts'
import * as storage from '../../../contract/endpoints/storage/storage.ts'
import type { BatchResult } from '../../../contract/endpoints/storage/storage.ts'
import { DEFAULT_SERVER_ID, BATCH_BYTES, BATCH_FILE_BYTES, BATCH_FILES } from '../../../contract/limits.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { runAsOwner } from '../../support/callers/session-probe.ts'
import {
  createStorageCaller,
  dataOf,
  listOf,
  makeFile,
  sendMultipart,
  type SentFile,
  type StorageCaller,
} from '../../support/callers/storage-caller.ts'
import { readUsage, setQuotas } from '../../support/schools/storage-quotas.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'

let portal: TestApp
let admin: TestBrowser
let student: StorageCaller
let folders = 0

beforeAll(async () => {
  portal = await createTestApp()
  admin = await portal.signIn('admin')
  student = createStorageCaller(await portal.signIn('student'))
})
afterEach(async () => {
  await setQuotas(admin, {})
  // What the unit is charged for is what it keeps.
  const [row] = await runAsOwner(
    portal,
    sql`select (select coalesce(sum(size), 0) from storage_object) = (select coalesce(sum(bytes), 0) from storage_use) as agree`,
  )
  expect(row?.['agree']).toBe(true)
})
afterAll(() => portal.close())

const many = (count: number, size = 1000) => Array.from({ length: count }, (_, at) => makeFile(`${at}.bin`, size + at))
const newFolder = async () =>
  dataOf(createFolder, (await student.browser.post(createFolder.path, { name: `folder ${(folders += 1)}` })).envelope)
    .id

async function send(files: readonly Pick<SentFile, 'bytes' | 'name'>[], folderId?: string): Promise<BatchResult[]> {
  return dataOf(storage.uploadBatch, await student.together(files, folderId)).files
}

/** The name under which each was stored, or the code with which it was refused. */
const outcomes = (results: readonly BatchResult[]) =>
  results.map((one) => ('file' in one ? one.file.name : one.failure.code))

const namesIn = async (folderId?: string) => (await student.list(folderId)).files.map(({ name }) => name).toSorted()

describe('small files in one call', () => {
  it('are offered to who sends one alone', async () => {
    expect(dataOf(storage.upload, await student.whole(makeFile('one.bin', 10))).together).toBe(true)
  })

  it('come back byte for byte, each from where it was sent to', async () => {
    const folderId = await newFolder()
    const files = [...many(BATCH_FILES - 1), makeFile('empty.bin', 0)]
    const results = await send(files, folderId)
    expect(outcomes(results)).toEqual(files.map(({ name }) => name))
    expect(await namesIn(folderId)).toEqual(files.map(({ name }) => name).toSorted())
    for (const [at, one] of results.entries()) {
      if (!('file' in one)) throw new Error('not stored')
      expect(one.file).toMatchObject({ folderId, md5: files[at]?.md5, size: files[at]?.bytes.length })
      expect(files[at]?.bytes.equals(await student.download(one.file.id))).toBe(true)
    }
  })

  it('of different folders are filed where each belongs', async () => {
    const [one, other] = [await newFolder(), await newFolder()]
    const file = makeFile('same.bin', 50)
    const list = [
      ...JSON.parse(listOf([file], one)),
      ...JSON.parse(listOf([file], other)),
      ...JSON.parse(listOf([file])),
    ]
    const body = Buffer.concat([file.bytes, file.bytes, file.bytes])
    await sendMultipart(student.browser, storage.uploadBatch, [
      ['serverid', DEFAULT_SERVER_ID],
      ['files', JSON.stringify(list)],
      body,
    ])
    expect([await namesIn(one), await namesIn(other)]).toEqual([['same.bin'], ['same.bin']])
    expect(await namesIn()).toContain('same.bin')
  })

  it('sent again are the files that are there', async () => {
    const folderId = await newFolder()
    const files = many(10)
    const first = await send(files, folderId)
    const used = await readUsage(student.browser)
    expect(await send(files, folderId)).toEqual(first)
    expect(await send(files.slice(5), folderId)).toEqual(first.slice(5))
    expect(await namesIn(folderId)).toHaveLength(10)
    expect(await readUsage(student.browser)).toEqual(used)
  })

  it('sent twice at once, in any order, are there once', async () => {
    const folderId = await newFolder()
    const files = many(30)
    const answers = await Promise.all([files, files.toReversed(), files.slice(7)].map((some) => send(some, folderId)))
    for (const results of answers) expect(results.every((one) => 'file' in one)).toBe(true)
    expect(await namesIn(folderId)).toEqual(files.map(({ name }) => name).toSorted())
  })

  it('with the same bytes are kept once, and with the same name under two', async () => {
    const folderId = await newFolder()
    const [a, b] = [makeFile('a.bin', 100), makeFile('a.bin', 120)]
    const twin = { name: 'twin.bin', bytes: a.bytes }
    expect(outcomes(await send([a, twin, b, a], folderId))).toEqual(['a.bin', 'twin.bin', 'a (2).bin', 'a.bin'])
    const other = makeFile('a.bin', 130)
    expect(outcomes(await send([other, makeFile('free.bin', 5)], folderId))).toEqual(['a (3).bin', 'free.bin'])
    const objects = await runAsOwner(portal, sql`select from storage_object where md5 = ${a.md5}`)
    expect(objects).toHaveLength(1)
  })
})

describe('of the files of one call', () => {
  it('those that may not be stored fail alone, with the codes that they have alone', async () => {
    const folderId = await newFolder()
    const good = many(3)
    const program = { name: 'harmless.bin', bytes: Buffer.from('#!/bin/sh\necho') }
    const refused = [makeFile('a.exe', 10), program, makeFile('../up.txt', 10), makeFile(' ', 10)]
    const results = await send([...refused, ...good], folderId)
    const alone = await Promise.all(refused.map((file) => student.whole(file, { folderId })))
    expect(outcomes(results)).toEqual([...alone.map(({ code }) => code), ...good.map(({ name }) => name)])
    const [first] = results
    expect(first).toEqual({
      failure: { status: alone[0]?.status, code: alone[0]?.code, message: alone[0]?.message },
    })
  })

  it('one whose bytes are others than it says fails alone', async () => {
    const folderId = await newFolder()
    const [one, other] = [makeFile('one.bin', 10), makeFile('other.bin', 10)]
    const list = listOf([one, other], folderId)
    const answer = await sendMultipart(student.browser, storage.uploadBatch, [
      ['serverid', DEFAULT_SERVER_ID],
      ['files', list],
      Buffer.concat([one.bytes, Buffer.alloc(10, 7)]),
    ])
    expect(outcomes(dataOf(storage.uploadBatch, answer).files)).toEqual(['one.bin', 'storage.file_mismatch'])
  })

  it('those whose folder is gone, or somebody else’s, fail alone', async () => {
    const teacher = createStorageCaller(await portal.signIn('teacher'))
    const theirs = dataOf(createFolder, (await teacher.browser.post(createFolder.path, { name: 'theirs' })).envelope).id
    for (const folderId of [theirs, 'no-such-folder']) {
      expect(outcomes(await send(many(2), folderId))).toEqual(Array(2).fill('files.folder_not_found'))
    }
    expect((await teacher.list(theirs)).files).toEqual([])
  })

  it('as many are stored as there is room for', async () => {
    const folderId = await newFolder()
    const { used } = await readUsage(student.browser)
    await setQuotas(admin, { student: used + 2500 })
    const results = await send(many(4), folderId)
    expect(outcomes(results)).toEqual(['0.bin', '1.bin', 'storage.quota_person', 'storage.quota_person'])
    expect((await readUsage(student.browser)).used).toBe(used + 2001)
  })

  it('as many are stored as their unit has room for', async () => {
    const folderId = await newFolder()
    const { unitUsed } = await readUsage(admin)
    await setQuotas(admin, { unit: (unitUsed ?? 0) + 1500 })
    expect(outcomes(await send(many(2), folderId))).toEqual(['0.bin', 'storage.quota_unit'])
  })
})

describe('a call with files', () => {
  const raw = (list: string, bytes: Buffer) =>
    sendMultipart(student.browser, storage.uploadBatch, [['serverid', DEFAULT_SERVER_ID], ['files', list], bytes])

  it.each<[string, (file: SentFile) => string]>([
    ['no list', () => ''],
    ['a list that is none', () => '{"a": 1}'],
    ['an empty list', () => '[]'],
    ['a list that goes on', (file) => listOf(Array(BATCH_FILES + 1).fill(file))],
    ['a list of more bytes than came', (file) => listOf([file, file])],
    ['a list of fewer bytes than came', (file) => listOf([{ ...file, bytes: file.bytes.subarray(1) }])],
    ['a file that is too large for it', () => listOf([{ name: 'a', bytes: Buffer.alloc(BATCH_FILE_BYTES + 1) }])],
  ])('is refused with %s', async (_, list) => {
    const file = makeFile('x.bin', 10)
    expect(await raw(list(file), file.bytes)).toMatchObject({ code: 'request.invalid', status: 400 })
  })

  it('is refused above its size, and stores nothing of it', async () => {
    const folderId = await newFolder()
    const files = Array.from({ length: BATCH_BYTES / BATCH_FILE_BYTES + 1 }, (_, at) =>
      makeFile(`${at}`, BATCH_FILE_BYTES),
    )
    expect((await student.together(files, folderId)).code).toBe('request.too_large')
    expect(await namesIn(folderId)).toEqual([])
  })

  it('is answered only to who is signed in', async () => {
    const stranger = createStorageCaller(portal.visit())
    expect((await stranger.together(many(1))).status).toBe(401)
  })
})
