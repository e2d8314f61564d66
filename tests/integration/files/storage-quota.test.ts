import { createHash } from 'node:crypto'
import { sep } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as filesEndpoints from '../../../contract/endpoints/storage/files.ts'
import * as storage from '../../../contract/endpoints/storage/storage.ts'
import type { QuotaGroup } from '../../../contract/endpoints/storage/storage-admin.ts'
import { cleanUpFiles } from '../../../server/modules/files/cleanup.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { runAsOwner } from '../../support/callers/session-probe.ts'
import {
  createStorageCaller,
  cutFile,
  dataOf,
  makeFile,
  type StorageCaller,
} from '../../support/callers/storage-caller.ts'
import { readUsage, setQuotas } from '../../support/schools/storage-quotas.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'

const KB = 1000
const DAY = 24 * 60 * 60 * 1000
const NO_ROOM = { code: 'storage.quota_person', status: 507 }
const NO_ROOM_HERE = { code: 'storage.quota_unit', status: 507 }
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let portal: TestApp
let admin: TestBrowser
let people: Record<QuotaGroup, StorageCaller>

beforeAll(async () => {
  portal = await createTestApp()
  admin = await portal.signIn('admin')
  const [student, teacher, parent, staff] = await Promise.all(
    ['student', 'teacher', 'parent', 'staff'].map(async (name) => createStorageCaller(await portal.signIn(name))),
  )
  people = { student: student!, teacher: teacher!, parent: parent!, staff: staff! }
})
afterAll(() => portal.close())
beforeEach(async () => {
  await collect(31)
  await setQuotas(admin, {})
})
afterEach(async () => {
  expect(await readCounted()).toEqual(await readKept())
})

const usedBy = async ({ browser }: StorageCaller) => (await readUsage(browser)).used
const usedHere = async () => (await readUsage(admin)).unitUsed ?? 0

/** Leaves a pupil so many bytes; all others have no limit. */
async function leaveStudent(bytes: number): Promise<StorageCaller> {
  await setQuotas(admin, { student: (await usedBy(people.student)) + bytes })
  return people.student
}

const leaveUnit = async (bytes: number) => setQuotas(admin, { unit: (await usedHere()) + bytes })

describe('without room for a file', () => {
  it('a person is told before anything is sent, by either question, and by the first chunk at the latest', async () => {
    const student = await leaveStudent(100 * KB)
    const file = makeFile('too much.bin', 100 * KB + 1, 60 * KB)
    expect(await student.instant(file, undefined, file.bytes.length)).toMatchObject(NO_ROOM)
    expect(await student.check(file, 1)).toMatchObject(NO_ROOM)
    expect(await student.chunk(file, 2)).toMatchObject(NO_ROOM)
    // Other people are not concerned.
    expect((await people.teacher.check(file, 1)).status).toBe(200)
    expect(await uploadsOf(file.md5)).toEqual([])
    expect(await placesOnDisk()).toEqual([])

    const fitting = cutFile('just so.bin', file.bytes.subarray(1), 60 * KB)
    expect((await student.instant(fitting, undefined, fitting.bytes.length)).data).toBeNull()
    await student.store(fitting)
    expect(await student.whole(makeFile('one more.bin', 1))).toMatchObject(NO_ROOM)
    expect((await student.whole(makeFile('nothing.dat', 0))).status).toBe(200)
  })

  it('a client of the specification, which does not say the size, is asked to send, and then told', async () => {
    const student = await leaveStudent(1000)
    const file = makeFile('unsaid.bin', 1001)
    expect(await student.instant(file)).toMatchObject({ status: 200, data: null })
    expect(await student.whole(file)).toMatchObject(NO_ROOM)
    expect(await placesOnDisk()).toEqual([])
    // Nor is it kept as an object, which only the cleanup job would remove.
    for await (const { sha256 } of portal.storage.listObjects()) expect(sha256).not.toBe(sha256Of(file.bytes))
  })

  it('a picture in base64 is refused too', async () => {
    const student = await leaveStudent(10)
    const form = { serverid: 'base', fileName: '头像', type: 'png', base64Str: PNG }
    expect((await student.browser.post(storage.base64Image.path, form)).envelope).toMatchObject(NO_ROOM)
    await leaveStudent(1000)
    expect((await student.browser.post(storage.base64Image.path, form)).envelope.status).toBe(200)
  })

  it('in the unit, everybody is told, whatever they may use themselves', async () => {
    await leaveUnit(50 * KB)
    const file = makeFile('for all.bin', 50 * KB + 1, 30 * KB)
    for (const caller of [people.teacher, people.parent]) {
      expect(await caller.instant(file, undefined, file.bytes.length)).toMatchObject(NO_ROOM_HERE)
      expect(await caller.check(file, 1)).toMatchObject(NO_ROOM_HERE)
      expect(await caller.chunk(file, 1)).toMatchObject(NO_ROOM_HERE)
      expect(await caller.whole(file)).toMatchObject(NO_ROOM_HERE)
    }
    await people.staff.store(cutFile('fits.bin', file.bytes.subarray(1), 30 * KB))
    expect(await people.staff.whole(makeFile('x.bin', 1))).toMatchObject(NO_ROOM_HERE)
  })

  it('in the unit, bytes that somebody else has are refused like any others, so that nobody learns of them', async () => {
    const file = makeFile('known to one.bin', 2000)
    await people.teacher.store(file)
    await leaveUnit(1999)
    expect(await people.student.whole(file)).toMatchObject(NO_ROOM_HERE)
    expect(await people.student.chunk(file, 1)).toMatchObject(NO_ROOM_HERE)
    // The person has these bytes already, and the unit stores them once.
    expect((await people.teacher.whole({ ...file, name: 'again.bin' })).status).toBe(200)
    expect((await people.teacher.instant({ ...file, name: 'and again.bin' })).status).toBe(200)
  })
})

describe.each(['in chunks', 'whole'])('twenty uploads that begin at once, %s,', (kind) => {
  /** The first chunks, or the whole files, of so many uploads for whose half there is room. */
  async function beginAll(callers: readonly StorageCaller[], room: number): Promise<string[]> {
    const files = Array.from({ length: 20 }, (_, at) => makeFile(`${kind} ${at}.bin`, room / 10, room / 20))
    const answers = await Promise.all(
      files.map((file, at) => {
        const caller = callers[at % callers.length]!
        return kind === 'whole' ? caller.whole(file) : caller.chunk(file, 1)
      }),
    )
    return answers.map(({ code }) => code).toSorted()
  }
  const half = (refusal: string) => Array.from({ length: 20 }, (_, at) => (at < 10 ? 'ok' : refusal))

  it('never get more than a person may use', async () => {
    const student = await leaveStudent(100 * KB)
    expect(await beginAll([student], 100 * KB)).toEqual(half(NO_ROOM.code))
    const { used, quota } = await readUsage(student.browser)
    expect(used).toBe(quota)
  })

  it('never get more than the unit may use, whoever begins them', async () => {
    await leaveUnit(100 * KB)
    expect(await beginAll(Object.values(people), 100 * KB)).toEqual(half(NO_ROOM_HERE.code))
    const { unitUsed, unitQuota } = await readUsage(admin)
    expect(unitUsed).toBe(unitQuota)
  })
})

describe('an upload that was accepted', () => {
  it('takes its room once, however many of its chunks come first', async () => {
    const student = await leaveStudent(40 * KB)
    const file = makeFile('four in flight.bin', 40 * KB, 10 * KB)
    const answers = await Promise.all([1, 2, 3, 4].map((chunk) => student.chunk(file, chunk)))
    expect(answers.map(({ code }) => code)).toEqual(['ok', 'ok', 'ok', 'ok'])
    expect((await student.merge(file)).status).toBe(200)
  })

  it('counts with all its bytes from its first chunk on, and goes on when there is no room any more', async () => {
    const student = await leaveStudent(30 * KB)
    const before = await usedBy(student)
    const file = makeFile('accepted.bin', 30 * KB, 10 * KB)
    await student.chunk(file, 1)
    expect(await usedBy(student)).toBe(before + 30 * KB)
    await setQuotas(admin, { student: 0, unit: 0 })
    expect((await student.instant(file, undefined, file.bytes.length)).data).toBeNull()
    expect((await student.check(file, 1)).data).toMatchObject({ present: [1] })
    await student.store(file)
    expect(await usedBy(student)).toBe(before + 30 * KB)
  })

  it('is counted once, however often its chunks and its merge are repeated', async () => {
    const { teacher } = people
    const [before, here] = [await usedBy(teacher), await usedHere()]
    const file = makeFile('repeated.bin', 30 * KB, 20 * KB)
    for (const chunk of [1, 2, 1, 2]) dataOf(storage.uploadChunk, await teacher.chunk(file, chunk))
    const merged = await Promise.all([teacher.merge(file), teacher.merge(file)])
    for (const chunk of [2, 1]) await teacher.chunk(file, chunk)
    merged.push(await teacher.merge(file))
    expect(new Set(merged.map((answer) => dataOf(storage.mergeFile, answer).id)).size).toBe(1)
    expect(await usedBy(teacher)).toBe(before + 30 * KB)
    expect(await usedHere()).toBe(here + 30 * KB)
  })

  it('gives its room back when it is given up, or abandoned', async () => {
    const student = await leaveStudent(30 * KB)
    const [given, abandoned] = [makeFile('given up.bin', 30 * KB, 20 * KB), makeFile('left.bin', 30 * KB, 20 * KB)]
    await student.chunk(given, 1)
    expect(await student.check(abandoned, 1)).toMatchObject(NO_ROOM)
    const identity = { md5: given.md5, size: String(given.bytes.length), chunks: '2' }
    for (const browser of [people.teacher.browser, student.browser, student.browser]) {
      expect((await browser.post(storage.cancelUpload.path, identity)).envelope).toMatchObject({ data: 'success' })
    }
    expect(await placesOnDisk()).toEqual([])
    await student.chunk(abandoned, 1)
    expect(await student.check(given, 1)).toMatchObject(NO_ROOM)
    await collect(8)
    expect((await student.check(given, 1)).data).toEqual({ data: false, present: [], ahead: false })
  })
})

describe('bytes that somebody has', () => {
  it('count for them as often as they have them, and for the unit once', async () => {
    const { teacher, parent } = people
    const file = makeFile('kept once.bin', 20 * KB, 15 * KB)
    const before = { teacher: await usedBy(teacher), parent: await usedBy(parent), here: await usedHere() }
    // Two people upload the same file at the same time.
    await Promise.all([teacher.store(file), parent.store(file)])
    const copy = dataOf(
      storage.secondUploadCheck,
      await teacher.instant({ ...file, name: 'copy.bin' }, undefined, 20 * KB),
    )
    expect(copy).toMatchObject({ name: 'copy.bin' })
    expect(await usedBy(teacher)).toBe(before.teacher + 40 * KB)
    expect(await usedBy(parent)).toBe(before.parent + 20 * KB)
    expect(await usedHere()).toBe(before.here + 20 * KB)
  })

  it('cost nothing under the name that they have, and are refused under another one without room', async () => {
    const student = await leaveStudent(20 * KB)
    const file = makeFile('mine.bin', 20 * KB, 15 * KB)
    const { id } = await student.store(file)
    const renamed = { ...file, name: 'another.bin' }
    expect(await student.instant(renamed)).toMatchObject(NO_ROOM)
    expect(await student.merge(renamed)).toMatchObject(NO_ROOM)
    expect(await student.whole(renamed)).toMatchObject(NO_ROOM)
    expect(dataOf(storage.secondUploadCheck, await student.instant(file, undefined, 20 * KB))?.id).toBe(id)
    expect(dataOf(storage.mergeFile, await student.merge(file)).id).toBe(id)
    expect(dataOf(storage.upload, await student.whole(file)).id).toBe(id)
  })

  it('count while they are in the bin, and no longer once it is emptied', async () => {
    const student = await leaveStudent(20 * KB)
    const [before, here] = [await usedBy(student), await usedHere()]
    const { id } = await student.store(makeFile('binned.bin', 20 * KB))
    await student.change(filesEndpoints.remove, [{ id, kind: 'file' }])
    const next = makeFile('next.bin', 20 * KB)
    expect(await student.whole(next)).toMatchObject(NO_ROOM)
    await collect(31)
    expect(await usedBy(student)).toBe(before)
    expect(await usedHere()).toBe(here)
    expect((await student.whole(next)).status).toBe(200)
  })
})

async function collect(days: number): Promise<void> {
  await cleanUpFiles(portal.database, portal.storage, { binDays: 30, uploadDays: 7, now: Date.now() + days * DAY })
}

const uploadsOf = (md5: string) => runAsOwner(portal, sql`select upload_id from storage_upload where md5 = ${md5}`)

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

async function placesOnDisk(): Promise<string[]> {
  return (await portal.files.names('uploads')).filter((name) => name.includes(sep))
}

/** What is counted for each unit, and what its objects come to. */
const readCounted = () => runAsOwner(portal, sql`select unit_id, bytes from storage_use where bytes <> 0 order by 1`)
const readKept = () =>
  runAsOwner(
    portal,
    sql`select unit_id, sum(size)::bigint as bytes from storage_object group by 1 having sum(size) <> 0 order by 1`,
  )
