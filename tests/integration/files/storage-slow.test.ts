import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { removeOwnPicture } from '../../../contract/endpoints/account.ts'
import * as filesEndpoints from '../../../contract/endpoints/storage/files.ts'
import * as storage from '../../../contract/endpoints/storage/storage.ts'
import type { Envelope } from '../../../contract/envelope.ts'
import type { ByteStore } from '../../../server/blobs/byte-store.ts'
import type { StreamCall } from '../../../server/http/call.ts'
import { cleanUpFiles } from '../../../server/modules/files/cleanup.ts'
import { removeObjects, withoutRow, writeObjects } from '../../../server/modules/files/object-leases.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { makePng } from '../../support/samples/make-png.ts'
import { readMe, runAsOwner, unitOf } from '../../support/callers/session-probe.ts'
import { createStorageCaller, dataOf, makeFile, type StorageCaller } from '../../support/callers/storage-caller.ts'
import type { HeldMethod, Hold } from '../../support/app/test-store.ts'
import { until } from '../../support/until.ts'

const DAY = 24 * 60 * 60 * 1000
/** More than the pool of a test's database has connections. */
const MANY = 12

let portal: TestApp
let teacher: StorageCaller
let student: StorageCaller
const holds: Hold[] = []

beforeAll(async () => {
  portal = await createTestApp()
  teacher = createStorageCaller(await portal.signIn('teacher'))
  student = createStorageCaller(await portal.signIn('student'))
})

afterEach(() => {
  for (const hold of holds.splice(0)) hold.release()
})

afterAll(() => portal.close())

function holdCalls(method: HeldMethod): Hold {
  const hold = portal.files.hold(method)
  holds.push(hold)
  return hold
}

/** Makes these calls while the store holds what they need, and lets it go on once all wait and another person was answered. */
async function whileHeld(hold: Hold, calls: readonly (() => Promise<Envelope>)[]): Promise<Envelope[]> {
  const answers = Promise.all(calls.map((call) => call()))
  try {
    await until(() => hold.waiting() >= calls.length, { patience: 10_000, what: `${calls.length} calls at the store` })
    expect((await student.browser.get(filesEndpoints.list.path)).envelope.status).toBe(200)
  } finally {
    hold.release()
  }
  return answers
}

const manyFiles = () => Array.from({ length: MANY }, (_, at) => makeFile(`slow ${at}.bin`, 3000, 1000))

it('goes on answering while more whole files wait for the store than it has connections', async () => {
  const files = manyFiles()
  const hold = holdCalls('keepObject')
  const answers = await whileHeld(
    hold,
    files.map((file) => () => teacher.whole(file)),
  )
  for (const [at, answer] of answers.entries()) {
    const stored = dataOf(storage.upload, answer)
    expect(files[at]?.bytes.equals(await teacher.download(stored.id))).toBe(true)
  }
})

it('goes on while more merges wait', async () => {
  const files = manyFiles()
  for (const file of files) for (const chunk of [1, 2, 3]) await teacher.chunk(file, chunk)
  const hold = holdCalls('keepObject')
  const answers = await whileHeld(
    hold,
    files.map((file) => () => teacher.merge(file)),
  )
  for (const [at, answer] of answers.entries()) {
    const stored = dataOf(storage.mergeFile, answer)
    expect(files[at]?.bytes.equals(await teacher.download(stored.id))).toBe(true)
  }
})

it('goes on while more batches of small files wait', async () => {
  const batches = Array.from({ length: MANY }, (_, at) => [makeFile(`small ${at}.bin`, 200)])
  const hold = holdCalls('keepBytes')
  const answers = await whileHeld(
    hold,
    batches.map((files) => () => teacher.together(files)),
  )
  for (const [at, answer] of answers.entries()) {
    expect(batches[at]?.[0]?.bytes.equals(await teacher.download(await idOfOne(answer)))).toBe(true)
  }
})

it('goes on while more pictures of people wait', async () => {
  const pictures = Array.from({ length: MANY }, (_, at) => makePng(20 + at, 20))
  const hold = holdCalls('keepBytes')
  const answers = await whileHeld(
    hold,
    pictures.map((picture) => () => savePicture(teacher, picture)),
  )
  for (const answer of answers) expect(answer.status).toBe(200)
  const shown = await teacher.browser.request('GET', String((await readMe(teacher.browser)).userImgPath))
  expect(pictures.some((picture) => picture.equals(shown.rawPayload))).toBe(true)
})

it('goes on while more questions about chunks wait', async () => {
  const files = manyFiles()
  for (const file of files) await teacher.chunk(file, 1)
  const hold = holdCalls('hasUpload')
  const answers = await whileHeld(
    hold,
    files.map((file) => () => teacher.check(file, 2)),
  )
  for (const answer of answers) expect(dataOf(storage.blockUploadCheck, answer).present).toEqual([1])
})

it('does not take bytes that are being removed for bytes that are there', async () => {
  const picture = makePng(40, 20)
  expect((await savePicture(teacher, picture)).status).toBe(200)
  const hold = holdCalls('removeObject')
  const removal = teacher.browser.post(removeOwnPicture.path)
  await until(() => hold.waiting() === 1)
  const name = { unitId: await unitOf(portal), sha256: sha256Of(picture) }
  const scope = { unitId: name.unitId, userId: null }
  let asked = 0
  const call: Pick<StreamCall, 'inUnit' | 'onceInUnit'> = {
    inUnit: (work) => portal.database.inUnit(scope, work),
    onceInUnit(statement) {
      asked += 1
      return portal.database.onceInUnit(scope, statement)
    },
  }
  const written = writeObjects(call, [name.sha256], {
    write: () => portal.storage.keepBytes(name, picture),
    record: async () => 'recorded',
  })
  // Asked again: the first answer was that they are being removed.
  await until(() => asked > 1)
  hold.release()
  expect((await removal).envelope.status).toBe(200)
  expect(await written).toBe('recorded')
  expect(picture.equals(await buffer(await portal.storage.openObject(name)))).toBe(true)
  expect(await readLeases(picture)).toEqual([])
})

/** Removes the bytes of new files, of which each removal does `during` first. Returns how many are left, and the leases. */
async function removeThree(label: string, during: () => void, signal?: AbortSignal) {
  const files = [1, 2, 3].map((n) => makeFile(`${label} ${n}.bin`, 500))
  for (const { bytes } of files) await storeWithoutRow(bytes)
  const unitId = await unitOf(portal)
  const names = files.map(({ bytes }) => ({ unitId, sha256: sha256Of(bytes) }))
  const removeObject: ByteStore['removeObject'] = async (name) => {
    during()
    await portal.storage.removeObject(name)
  }
  const inTransaction: Parameters<typeof removeObjects>[0] = (work) => portal.database.asOwner(work)
  const removal = removeObjects(inTransaction, { ...portal.storage, removeObject }, names, withoutRow, signal)
  const outcome = await removal.catch((error: unknown) => String(error))
  const kept = await Promise.all(files.map(({ bytes }) => isKept(bytes)))
  const leases = await Promise.all(files.map(({ bytes }) => readLeases(bytes)))
  return { outcome, kept: kept.filter(Boolean).length, leases: leases.flat().length }
}

it('begins no removal that could go on after its lease, so that bytes written meanwhile stay', async () => {
  const started = Date.now()
  let later = 0
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => started + later)
  try {
    const slow = await removeThree('slow removal', () => (later += 11 * 60_000))
    expect(slow).toEqual({ outcome: 1, kept: 2, leases: 0 })
  } finally {
    clock.mockRestore()
  }
})

it('keeps no lease on bytes whose removal was not begun when it has to stop or the store fails', async () => {
  const stop = new AbortController()
  const stopped = await removeThree('stopped removal', () => stop.abort(), stop.signal)
  expect(stopped).toMatchObject({ kept: 2, leases: 0 })
  let calls = 0
  const failing = () => {
    calls += 1
    if (calls === 2) throw new Error('the store is away')
  }
  expect(await removeThree('failing removal', failing)).toEqual({
    outcome: 'Error: the store is away',
    kept: 2,
    leases: 1,
  })
})

it('leaves bytes without a row to an upload that is about to record them, however old they are', async () => {
  const file = makeFile('found.bin', 500)
  await storeWithoutRow(file.bytes)
  const hold = holdCalls('keepObject')
  const stored = student.whole(file)
  await until(() => hold.waiting() === 1)
  await collectIn(2)
  expect(await isKept(file.bytes)).toBe(true)
  hold.release()
  expect(file.bytes.equals(await student.download(dataOf(storage.upload, await stored).id))).toBe(true)
})

it('writes the bytes again when they were collected because writing them took longer than a lease lasts', async () => {
  const file = makeFile('very slow.bin', 500)
  await storeWithoutRow(file.bytes)
  const hold = holdCalls('keepBytes')
  const answer = student.together([file])
  await until(() => hold.waiting() === 1)
  await runAsOwner(portal, sql`update storage_lease set expires_at = now() - interval '1 second'`)
  await collectIn(2)
  expect(await isKept(file.bytes)).toBe(false)
  hold.release()
  expect(file.bytes.equals(await student.download(await idOfOne(answer)))).toBe(true)
})

it('does not wait for a process that ended while it removed the same bytes', async () => {
  const file = makeFile('left.bin', 500)
  await runAsOwner(
    portal,
    sql`insert into storage_lease (unit_id, sha256, removes, expires_at)
      values (${await unitOf(portal)}, ${sha256Of(file.bytes)}, true, now())`,
  )
  expect(file.bytes.equals(await student.download(dataOf(storage.upload, await student.whole(file)).id))).toBe(true)
  await collectIn(0)
  expect(await readLeases(file.bytes)).toEqual([])
})

it('ends its lease when a file is refused after its bytes were written', async () => {
  const file = makeFile('nowhere.bin', 500)
  const refused = await student.whole(file, { folderId: '00000000-0000-7000-8000-000000000000' })
  expect(refused.code).toBe('files.folder_not_found')
  expect(await readLeases(file.bytes)).toEqual([])
})

async function savePicture(caller: StorageCaller, picture: Buffer): Promise<Envelope> {
  const form = { serverid: 'base', fileName: 'portrait', type: 'png', base64Str: picture.toString('base64') }
  return (await caller.browser.post(storage.base64Image.path, { ...form, purpose: 'account' })).envelope
}

/** The id of the file of a batch of one. */
async function idOfOne(answer: Envelope | Promise<Envelope>): Promise<string> {
  const [result] = dataOf(storage.uploadBatch, await answer).files
  if (!result || !('file' in result)) throw new Error('the file was refused')
  return result.file.id
}

/** Bytes in the store of which the database knows nothing, as a crash leaves them. */
async function storeWithoutRow(bytes: Buffer): Promise<void> {
  await portal.storage.keepBytes({ unitId: await unitOf(portal), sha256: sha256Of(bytes) }, bytes)
}

/** Whether these bytes are in the store. */
async function isKept(bytes: Buffer): Promise<boolean> {
  return (await portal.files.names('objects')).some((name) => name.endsWith(sha256Of(bytes)))
}

function readLeases(bytes: Buffer): Promise<Record<string, unknown>[]> {
  return runAsOwner(portal, sql`select removes from storage_lease where sha256 = ${sha256Of(bytes)}`)
}

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function collectIn(days: number) {
  return cleanUpFiles(portal.database, portal.storage, { binDays: 30, uploadDays: 7, now: Date.now() + days * DAY })
}
