import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  closeHandIn,
  handInClasses,
  handInFiles,
  listHandIns,
  readHandIn,
  remindHandIn,
  removeHandIn,
  restoreHandIn,
  saveHandIn,
} from '../../../contract/endpoints/storage/collections.ts'
import type { AnyEndpoint } from '../../../contract/endpoint.ts'
import * as files from '../../../contract/endpoints/storage/files.ts'
import { saveClassQuota } from '../../../contract/endpoints/storage/storage-admin.ts'
import * as storage from '../../../contract/endpoints/storage/storage.ts'
import { cleanUpFiles } from '../../../server/modules/files/cleanup.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { readMe, runAsOwner, unitOf } from '../../support/callers/session-probe.ts'
import { unzip } from '../../support/samples/mutated-files.ts'
import { NO_QUOTAS, sendQuotas } from '../../support/schools/storage-quotas.ts'
import { createStorageCaller, dataOf, makeFile, type StorageCaller } from '../../support/callers/storage-caller.ts'
import { ask } from '../../support/callers/call.ts'

const DAY = 86_400_000

let portal: TestApp
let teacher: StorageCaller
let pupil: StorageCaller
let parent: StorageCaller
let staff: StorageCaller
let otherUnit: StorageCaller
let classId: string
let otherClass: string
let studentId: string
let pupilId: string
/** Of each test's own. */
let id: string

beforeAll(async () => {
  portal = await createTestApp()
  const sign = async (name: string, host = 'localhost') => createStorageCaller(await portal.signIn(name, { host }))
  teacher = await sign('teacher')
  pupil = await sign('student')
  parent = await sign('parent')
  staff = await sign('staff')
  otherUnit = await sign('teacher', 'ginkgo.localhost')
  pupilId = (await readMe(pupil.browser)).userId
  // The teacher becomes the head of the pupil's class.
  const [row] = await runAsOwner(
    portal,
    sql`update class_group c set head_teacher_id = ${(await readMe(teacher.browser)).userId}
      from student s where s.class_id = c.class_id and s.user_id = ${pupilId} returning c.class_id, s.student_id,
      (select o.class_id from class_group o where o.grade_id = c.grade_id and o.class_id <> c.class_id limit 1) as other`,
  )
  classId = String(row?.['class_id'])
  studentId = String(row?.['student_id'])
  otherClass = String(row?.['other'])
})
afterAll(() => portal.close())
beforeEach(async () => {
  id = dataOf(saveHandIn, await ask(teacher.browser, saveHandIn, fields())).id
})

const fields = (changes: Record<string, unknown> = {}) => ({
  id: null,
  classId,
  title: '作文：我的家乡',
  text: '不少于 600 字',
  dueAt: new Date(Date.now() + DAY).toISOString(),
  maxFiles: 2,
  maxBytes: 5000,
  ...changes,
})

const codeOf = async (who: StorageCaller, endpoint: AnyEndpoint, input: object) =>
  (await ask(who.browser, endpoint, input)).code

let number = 0
/** A file of a name that is free. */
async function put(who: StorageCaller, name: string, size = 300) {
  const file = makeFile(`${++number} ${name}`, size)
  return { ...dataOf(storage.upload, await who.whole(file)), bytes: file.bytes }
}
const handIn = (...fileIds: string[]) => ask(pupil.browser, handInFiles, { id, fileIds })
/** Its time has come; what was handed in before came in time. */
const due = async () => {
  await runAsOwner(portal, sql`update hand_in_file set created_at = now() - interval '1 hour' where hand_in_id = ${id}`)
  await runAsOwner(portal, sql`update hand_in set due_at = now() - interval '1 minute' where hand_in_id = ${id}`)
}
const read = async () => dataOf(readHandIn, await ask(teacher.browser, readHandIn, { id }))
const asked = async (who: StorageCaller) =>
  dataOf(listHandIns, await ask(who.browser, listHandIns)).asked.find((one) => one.id === id)
const content = async (who: StorageCaller, file: string, headers = {}) =>
  who.browser.request('GET', `/api/storage/hand-ins/files/${file}/content`, { headers })
const zipOf = async (who: StorageCaller, of = id) => who.browser.request('GET', `/api/storage/hand-ins/${of}/zip`)

describe('a hand-in', () => {
  it('is made for a class that the teacher teaches, and for no other', async () => {
    const classes = dataOf(handInClasses, await ask(teacher.browser, handInClasses))
    expect(classes.map((one) => one.classId)).toContain(classId)
    expect(classes.map((one) => one.classId)).not.toContain(otherClass)
    expect(await codeOf(teacher, saveHandIn, fields({ classId: otherClass }))).toBe('handin.class')
    expect(await codeOf(teacher, saveHandIn, fields({ classId: 'x' }))).toBe('handin.class')
    expect(await codeOf(staff, saveHandIn, fields())).toBe('handin.class')
    expect(await codeOf(otherUnit, saveHandIn, fields())).toBe('handin.class')
    for (const who of [pupil, parent]) expect(await codeOf(who, saveHandIn, fields())).toBe('access.denied')
  })

  it('is made once when the same save comes again, which says what it has to be now', async () => {
    const newId = randomUUID()
    const listedIn = async (who: StorageCaller) => dataOf(listHandIns, await ask(who.browser, listHandIns))
    const [asksBefore, madeBefore] = [(await listedIn(pupil)).asked.length, (await listedIn(teacher)).made.length]
    const again = () => ask(teacher.browser, saveHandIn, fields({ newId, title: '读后感' }))
    for (const answer of await Promise.all([again(), again(), again()]))
      expect(dataOf(saveHandIn, answer)).toEqual({ id: newId })
    expect((await listedIn(pupil)).asked).toHaveLength(asksBefore + 1)
    expect((await listedIn(teacher)).made).toHaveLength(madeBefore + 1)
    // What was typed after the answer was lost counts.
    dataOf(saveHandIn, await ask(teacher.browser, saveHandIn, fields({ newId, title: '读后感，改' })))
    const { made } = await listedIn(teacher)
    expect(made).toHaveLength(madeBefore + 1)
    expect(made.find((one) => one.id === newId)?.title).toBe('读后感，改')
    expect(await codeOf(teacher, removeHandIn, { id: newId })).toBe('ok')
    expect(await codeOf(teacher, saveHandIn, fields({ newId }))).toBe('handin.gone')
  })

  it('is made under no id that another author, class or unit has', async () => {
    const newId = randomUUID()
    dataOf(saveHandIn, await ask(teacher.browser, saveHandIn, fields({ newId })))
    const rowOf = () => runAsOwner(portal, sql`select * from hand_in where hand_in_id = ${newId}`)
    const before = await rowOf()
    expect(await codeOf(teacher, saveHandIn, fields({ newId, classId: otherClass }))).toBe('request.invalid')
    // Another teacher of the class, who sees it.
    const staffId = (await readMe(staff.browser)).userId
    await runAsOwner(portal, sql`update hand_in set author_id = ${staffId} where hand_in_id = ${newId}`)
    expect(await codeOf(teacher, saveHandIn, fields({ newId, title: 'x' }))).toBe('request.invalid')
    await runAsOwner(
      portal,
      sql`update hand_in set author_id = ${(await readMe(teacher.browser)).userId} where hand_in_id = ${newId}`,
    )
    const [theirs] = dataOf(handInClasses, await ask(otherUnit.browser, handInClasses))
    expect(theirs).toBeDefined()
    expect(await codeOf(otherUnit, saveHandIn, fields({ newId, classId: theirs?.classId }))).toBe('request.invalid')
    expect(await rowOf()).toEqual(before)
    expect(await codeOf(teacher, saveHandIn, fields({ newId: 'x' }))).toBe('request.invalid')
  })

  it('is due in the future, within a year', async () => {
    for (const days of [-1, 400]) {
      const dueAt = new Date(Date.now() + days * DAY).toISOString()
      expect(await codeOf(teacher, saveHandIn, fields({ dueAt }))).toBe('handin.past')
    }
    expect(await codeOf(teacher, saveHandIn, fields({ dueAt: '2026-99-99T00:00:00Z' }))).toBe('handin.past')
    expect(await codeOf(teacher, saveHandIn, fields({ title: ' ' }))).toBe('request.invalid')
  })

  it('is changed by its teacher alone, also when its time is over', async () => {
    const changed = fields({ id, title: 'Changed', maxFiles: 1 })
    expect(await codeOf(teacher, saveHandIn, changed)).toBe('ok')
    expect(await read()).toMatchObject({ title: 'Changed', maxFiles: 1, classId })
    expect(await codeOf(staff, saveHandIn, changed)).toBe('handin.gone')
    await due()
    const { dueAt } = await read()
    expect(await codeOf(teacher, saveHandIn, { ...changed, dueAt })).toBe('ok')
  })

  it('is seen by the pupils of the class and their parents, who alone see the child', async () => {
    expect(await asked(pupil)).toMatchObject({
      text: '不少于 600 字',
      files: [],
      student: { studentId, isSelf: true },
      author: { realName: '林致远' },
    })
    expect(await asked(parent)).toMatchObject({ student: { studentId, isSelf: false } })
    expect(await asked(staff)).toBeUndefined()
    expect(await asked(otherUnit)).toBeUndefined()
    expect(dataOf(listHandIns, await ask(staff.browser, listHandIns)).made).toEqual([])
    for (const who of [pupil, parent]) expect(await codeOf(who, readHandIn, { id })).toBe('access.denied')
    for (const who of [staff, otherUnit]) expect(await codeOf(who, readHandIn, { id })).toBe('handin.gone')
  })
})

describe('handing in', () => {
  it('counts the pupil, and takes the place of what was handed in before until it is due', async () => {
    const before = await read()
    const [first, second] = [await put(pupil, 'a.docx'), await put(pupil, 'b.docx')]
    expect(dataOf(handInFiles, await handIn(first.id))).toMatchObject([{ name: first.name, size: 300, late: false }])
    dataOf(handInFiles, await handIn(second.id))
    const after = await read()
    expect([before.handedIn, after.handedIn, after.late, after.students]).toEqual([0, 1, 0, before.students])
    expect(after.people.find((one) => one.studentId === studentId)?.files.map(({ name }) => name)).toEqual([
      second.name,
    ])
    expect((await asked(parent))?.files).toHaveLength(1)
    expect(
      dataOf(listHandIns, await ask(teacher.browser, listHandIns)).made.find((one) => one.id === id),
    ).toMatchObject({
      handedIn: 1,
    })
  })

  it('keeps what is named of it, and takes back the rest until it is due', async () => {
    const [first, second] = [await put(pupil, 'a.docx'), await put(pupil, 'b.docx')]
    const [handed] = dataOf(handInFiles, await handIn(first.id))
    const both = dataOf(handInFiles, await handIn(String(handed?.id), second.id))
    expect(both.map(({ name }) => name)).toEqual([first.name, second.name])
    expect(both[0]?.id).toBe(handed?.id)
    expect(dataOf(handInFiles, await handIn(String(both[1]?.id)))).toMatchObject([{ name: second.name }])
    expect(dataOf(handInFiles, await handIn())).toEqual([])
    expect((await read()).handedIn).toBe(0)
  })

  it('keeps the order in which the files of one call are named', async () => {
    id = dataOf(saveHandIn, await ask(teacher.browser, saveHandIn, fields({ maxFiles: 6 }))).id
    const pages = []
    for (let page = 0; page < 6; page += 1) pages.push(await put(pupil, 'page.docx'))
    // Several times, since rows that have no order may come in any.
    for (let round = 0; round < 8; round += 1) {
      pages.reverse()
      dataOf(handInFiles, await handIn())
      const handed = dataOf(handInFiles, await handIn(...pages.map((page) => page.id)))
      expect(handed.map(({ name }) => name)).toEqual(pages.map(({ name }) => name))
      expect((await asked(parent))?.files).toEqual(handed)
    }
  })

  it('late adds to what was handed in, is marked, and adds nothing twice', async () => {
    const [first, second, third] = [await put(pupil, 'a.docx'), await put(pupil, 'b.docx'), await put(pupil, 'c.docx')]
    dataOf(handInFiles, await handIn(first.id))
    await due()
    expect(dataOf(handInFiles, await handIn(second.id)).map(({ name, late }) => [name, late])).toEqual([
      [first.name, false],
      [second.name, true],
    ])
    expect(dataOf(handInFiles, await handIn(second.id))).toHaveLength(2)
    expect((await handIn(third.id)).code).toBe('handin.files')
    expect(await read()).toMatchObject({ handedIn: 1, late: 1 })
  })

  it('keeps the bytes when the pupil removes the own file for good', async () => {
    const file = await put(pupil, 'kept.docx')
    const [handed] = dataOf(handInFiles, await handIn(file.id))
    await ask(pupil.browser, files.remove, { entries: [{ id: file.id, kind: 'file' }] })
    await cleanUpFiles(portal.database, portal.storage, { binDays: -1, uploadDays: 7, now: Date.now() + 3 * DAY })
    const got = await content(teacher, String(handed?.id))
    expect(file.bytes.equals(got.rawPayload)).toBe(true)
    const part = await content(teacher, String(handed?.id), { range: 'bytes=5-9' })
    expect([part.statusCode, part.rawPayload.equals(file.bytes.subarray(5, 10))]).toEqual([206, true])
  })

  it("is refused beyond the limits, of others' files, and by all but pupils of the class", async () => {
    const [big, one, two, three] = [
      await put(pupil, 'big.docx', 5001),
      await put(pupil, '1.docx'),
      await put(pupil, '2.docx'),
      await put(pupil, '3.docx'),
    ]
    const foreign = await put(teacher, 'teacher.docx')
    expect((await handIn(big.id)).code).toBe('handin.size')
    expect((await handIn(one.id, two.id, three.id)).code).toBe('handin.files')
    expect((await handIn(foreign.id)).code).toBe('files.not_found')
    expect(await codeOf(pupil, handInFiles, { id, fileIds: [classId] })).toBe('files.not_found')
    for (const who of [parent, staff, teacher, otherUnit]) {
      const own = await put(who, 'own.docx')
      expect(await codeOf(who, handInFiles, { id, fileIds: [own.id] })).toBe('handin.gone')
    }
    expect((await read()).handedIn).toBe(0)
  })

  it('is refused once it is closed, until it is opened again', async () => {
    const file = await put(pupil, 'a.docx')
    expect(await codeOf(staff, closeHandIn, { id, closed: true })).toBe('handin.gone')
    expect(await codeOf(teacher, closeHandIn, { id, closed: true })).toBe('ok')
    expect((await asked(pupil))?.closedAt).not.toBeNull()
    expect((await handIn(file.id)).code).toBe('handin.closed')
    expect(await codeOf(teacher, remindHandIn, { id })).toBe('handin.closed')
    expect(await codeOf(teacher, closeHandIn, { id, closed: false })).toBe('ok')
    expect((await handIn(file.id)).code).toBe('ok')
  })

  it('ends for a pupil who leaves the class; what was handed in stays, and counts no more', async () => {
    const file = await put(pupil, 'a.docx')
    const [handed] = dataOf(handInFiles, await handIn(file.id))
    const { students } = await read()
    await runAsOwner(portal, sql`update student set class_id = ${otherClass} where student_id = ${studentId}`)
    try {
      expect(await asked(pupil)).toBeUndefined()
      expect((await handIn(file.id)).code).toBe('handin.gone')
      const now = await read()
      expect([now.students, now.handedIn]).toEqual([students - 1, 0])
      expect(now.people.find((one) => one.studentId === studentId)).toMatchObject({
        inClass: false,
        files: [{ id: handed?.id }],
      })
    } finally {
      await runAsOwner(portal, sql`update student set class_id = ${classId} where student_id = ${studentId}`)
    }
  })
})

describe('what was handed in', () => {
  it('is read by the teacher, the pupil and the parents alone', async () => {
    const file = await put(pupil, 'a.docx')
    const [handed] = dataOf(handInFiles, await handIn(file.id))
    for (const who of [teacher, pupil, parent]) expect((await content(who, String(handed?.id))).statusCode).toBe(200)
    for (const who of [staff, otherUnit]) expect((await content(who, String(handed?.id))).statusCode).toBe(404)
    expect((await content(teacher, 'x')).statusCode).toBe(404)
  })

  it('comes as one ZIP with names of the class, the number and the name', async () => {
    const [one, two] = [await put(pupil, 'plan.docx', 4000), await put(pupil, '照片?.docx', 10)]
    await ask(pupil.browser, handInFiles, { id, fileIds: [one.id, two.id] })
    const response = await zipOf(teacher)
    expect(response.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-length': String(response.rawPayload.length),
    })
    const [row] = await runAsOwner(portal, sql`select student_number from student where student_id = ${studentId}`)
    const pupilNumber = String(row?.['student_number'])
    const entries = await unzip(response.rawPayload)
    expect([...entries.keys()]).toEqual([
      `七年级2班/${pupilNumber}_林川_${one.name}`,
      `七年级2班/${pupilNumber}_林川_${two.name.replace('?', '_')}`,
    ])
    expect(entries.get(`七年级2班/${pupilNumber}_林川_${one.name}`)?.equals(one.bytes)).toBe(true)
    expect((await zipOf(pupil)).json()).toMatchObject({ code: 'access.denied' })
    for (const who of [staff, otherUnit]) expect((await zipOf(who)).json()).toMatchObject({ code: 'handin.gone' })
    expect((await zipOf(teacher, 'x')).json()).toMatchObject({ code: 'handin.gone' })
  })
})

describe('one pupil of a hand-in', () => {
  it('comes as a ZIP of its own, for the teacher alone', async () => {
    const one = await put(pupil, 'plan.docx')
    await ask(pupil.browser, handInFiles, { id, fileIds: [one.id] })
    const [other] = await runAsOwner(
      portal,
      sql`insert into hand_in_file (unit_id, hand_in_id, student_id, name, sha256, size)
        select f.unit_id, f.hand_in_id, s.student_id, 'other.docx', f.sha256, f.size from hand_in_file f, student s
        where f.hand_in_id = ${id} and s.class_id = ${classId} and s.student_id <> ${studentId} limit 1 returning student_id`,
    )
    const ofStudent = (who: StorageCaller, student: string) =>
      who.browser.request('GET', `/api/storage/hand-ins/${id}/zip?studentId=${student}`)
    const response = await ofStudent(teacher, studentId)
    const names = [...(await unzip(response.rawPayload)).keys()]
    expect(names).toHaveLength(1)
    expect(names[0]).toContain(one.name)
    expect(decodeURIComponent(String(response.headers['content-disposition']))).toContain('林川.zip')
    expect(
      [...(await unzip((await ofStudent(teacher, String(other?.['student_id']))).rawPayload)).keys()][0],
    ).toContain('other.docx')
    for (const wrong of ['x', id])
      expect((await ofStudent(teacher, wrong)).json()).toMatchObject({ code: 'handin.gone' })
    expect((await ofStudent(staff, studentId)).json()).toMatchObject({ code: 'handin.gone' })
    expect((await ofStudent(pupil, studentId)).json()).toMatchObject({ code: 'access.denied' })
  })
})

describe('a hand-in that is removed', () => {
  const lists = async (who: StorageCaller) => dataOf(listHandIns, await ask(who.browser, listHandIns))

  it('is shown to its teacher alone, who restores it with what was handed in', async () => {
    const one = await put(pupil, 'plan.docx')
    const [handedIn] = dataOf(handInFiles, await handIn(one.id))
    expect(await codeOf(teacher, removeHandIn, { id })).toBe('ok')
    expect(await codeOf(teacher, removeHandIn, { id })).toBe('ok')
    const { made, removed } = await lists(teacher)
    expect(made.map(({ id: of }) => of)).not.toContain(id)
    const [shown] = removed.filter(({ id: of }) => of === id)
    expect(shown).toMatchObject({ files: 1, title: '作文：我的家乡' })
    expect(Date.parse(shown?.goneAt ?? '') - Date.parse(shown?.removedAt ?? '')).toBe(30 * DAY)
    for (const who of [pupil, parent]) expect(await asked(who)).toBeUndefined()
    expect(await codeOf(pupil, handInFiles, { id, fileIds: [one.id] })).toBe('handin.gone')
    expect(await codeOf(teacher, readHandIn, { id })).toBe('handin.gone')
    expect(await codeOf(teacher, remindHandIn, { id })).toBe('handin.gone')
    expect(await codeOf(teacher, closeHandIn, { id, closed: true })).toBe('handin.gone')
    expect((await zipOf(teacher)).json()).toMatchObject({ code: 'handin.gone' })
    // The pupil keeps what was handed in.
    expect((await content(pupil, handedIn?.id ?? '')).rawPayload.equals(one.bytes)).toBe(true)

    expect(await codeOf(teacher, restoreHandIn, { id })).toBe('ok')
    expect((await read()).people.find((person) => person.studentId === studentId)?.files).toHaveLength(1)
    expect((await asked(pupil))?.files).toHaveLength(1)
  })

  it('is removed and restored by no one else', async () => {
    for (const who of [staff, otherUnit]) {
      expect(await codeOf(who, removeHandIn, { id })).toBe('handin.gone')
      expect(await codeOf(who, restoreHandIn, { id })).toBe('handin.gone')
    }
    for (const who of [pupil, parent]) expect(await codeOf(who, removeHandIn, { id })).toBe('access.denied')
    expect(await codeOf(teacher, removeHandIn, { id: 'x' })).toBe('handin.gone')
    // Not in the database either, where the teacher cannot delete it.
    const teacherId = (await readMe(teacher.browser)).userId
    const deleted = await portal.database.inUnit({ unitId: await unitOf(portal), userId: teacherId }, (tx) =>
      tx.execute(sql`delete from hand_in where hand_in_id = ${id}`),
    )
    expect(deleted.rowCount).toBe(0)
  })

  it('goes for good after the days of the bin, and others two years after they were due', async () => {
    dataOf(handInFiles, await handIn((await put(pupil, 'plan.docx')).id))
    const clean = (days: number) =>
      cleanUpFiles(portal.database, portal.storage, { binDays: 30, uploadDays: 7, now: Date.now() + days * DAY })
    const left = async () => (await runAsOwner(portal, sql`select from hand_in where hand_in_id = ${id}`)).length
    await ask(teacher.browser, removeHandIn, { id })
    await clean(29)
    expect(await left()).toBe(1)
    expect((await clean(31)).handIns).toBeGreaterThan(0)
    expect(await left()).toBe(0)

    id = dataOf(saveHandIn, await ask(teacher.browser, saveHandIn, fields())).id
    await runAsOwner(portal, sql`update hand_in set due_at = now() - interval '729 days' where hand_in_id = ${id}`)
    await clean(0)
    expect(await left()).toBe(1)
    await clean(2)
    expect(await left()).toBe(0)
  })
})

describe('the storage of a class', () => {
  it('takes hand-ins as far as it reaches, and says so to teacher and pupil', async () => {
    const admin = await portal.signIn('admin')
    const set = async (quota: number | null) => ask(admin, saveClassQuota, { classId, quota })
    const used = (await read()).classStorage.used
    const settings = dataOf(saveClassQuota, await set(used + 700))
    expect(settings.classes.find((one) => one.classId === classId)).toMatchObject({ used, quota: used + 700 })
    const [one, two] = [await put(pupil, 'one.docx', 400), await put(pupil, 'two.docx', 400)]
    expect((await handIn(one.id)).code).toBe('ok')
    expect((await asked(pupil))?.classStorage).toEqual({ used: used + 400, quota: used + 700 })
    expect((await asked(parent))?.classStorage).toEqual({ used: used + 400, quota: used + 700 })
    const kept = (await asked(pupil))?.files.map((file) => file.id) ?? []
    expect((await handIn(...kept, two.id)).code).toBe('handin.class_full')
    expect((await asked(pupil))?.files).toHaveLength(1)
    // In place of the first one it fits.
    expect((await handIn(two.id)).code).toBe('ok')
    // A removed hand-in counts until it is gone.
    await ask(teacher.browser, removeHandIn, { id })
    id = dataOf(saveHandIn, await ask(teacher.browser, saveHandIn, fields())).id
    expect((await handIn(one.id)).code).toBe('handin.class_full')
    // Without a figure of its own it has that of all classes.
    dataOf(saveClassQuota, await set(null))
    expect((await read()).classStorage.quota).toBe(5 * 1024 ** 3)
    expect((await sendQuotas(admin, { ...NO_QUOTAS, classes: 1 })).status).toBe(200)
    expect((await handIn(one.id)).code).toBe('handin.class_full')
    expect((await sendQuotas(admin, NO_QUOTAS)).status).toBe(200)
    expect((await read()).classStorage.quota).toBeNull()
    expect((await handIn(one.id)).code).toBe('ok')
    expect((await set(-1)).code).toBe('request.invalid')
    expect(await codeOf(teacher, saveClassQuota, { classId, quota: 1 })).toBe('access.denied')
    const elsewhere = await portal.signIn('admin', { host: 'ginkgo.localhost' })
    expect((await ask(elsewhere, saveClassQuota, { classId, quota: 1 })).code).toBe('roster.class_gone')
  })

  it('is kept by the database too, also against two at once', async () => {
    const one = await put(pupil, 'one.docx', 400)
    const [row] = await runAsOwner(portal, sql`select sha256 from storage_file where file_id = ${one.id}`)
    const { used } = (await read()).classStorage
    await runAsOwner(portal, sql`update class_group set storage_quota = ${used + 500} where class_id = ${classId}`)
    const unitId = await unitOf(portal)
    const insert = () =>
      portal.database.inUnit({ unitId, userId: pupilId }, (tx) =>
        tx.execute(sql`
          insert into hand_in_file (unit_id, hand_in_id, student_id, user_id, name, sha256, size)
          values (${unitId}, ${id}, ${studentId}, ${pupilId}, 'x', ${row?.['sha256']}, 400)`),
      )
    const results = await Promise.allSettled([insert(), insert()])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await runAsOwner(portal, sql`update class_group set storage_quota = null where class_id = ${classId}`)
  })
})

describe('a reminder', () => {
  it('goes to the pupils who have handed in nothing and their parents, once in an hour', async () => {
    const counts = async () =>
      (
        await runAsOwner(
          portal,
          sql`select r.user_id, r.student_id, m.body from message_recipient r join message m using (message_id)
            where m.module = 'files' and m.url like ${`%${id}`}`,
        )
      ).map((row) => ({ user: row['user_id'], student: row['student_id'], body: String(row['body']) }))
    const { students } = await read()
    const parentId = (await readMe(parent.browser)).userId
    const speak = (language: string) =>
      runAsOwner(portal, sql`update user_account set language = ${language} where user_id = ${parentId}`)
    await speak('en')
    expect(dataOf(remindHandIn, await ask(teacher.browser, remindHandIn, { id }))).toEqual({ reminded: students })
    await speak('zh-CN')
    const sent = await counts()
    expect(sent.find(({ user }) => user === pupilId)?.body).toContain('作文：我的家乡')
    const [child] = await runAsOwner(portal, sql`select english_name from student where student_id = ${studentId}`)
    const englishName = String(child?.['english_name'])
    expect(englishName).toMatch(/[a-z]/)
    expect(sent.filter(({ student }) => student === studentId)).toEqual([
      {
        user: parentId,
        student: studentId,
        body: expect.stringContaining(`${englishName} has not handed in`),
      },
    ])
    expect(await codeOf(teacher, remindHandIn, { id })).toBe('handin.reminded')
    await runAsOwner(
      portal,
      sql`update hand_in set reminded_at = now() - interval '61 minutes' where hand_in_id = ${id}`,
    )
    dataOf(handInFiles, await handIn((await put(pupil, 'a.docx')).id))
    expect(dataOf(remindHandIn, await ask(teacher.browser, remindHandIn, { id }))).toEqual({ reminded: students - 1 })
    expect((await counts()).filter(({ user }) => user === pupilId)).toHaveLength(1)
    expect(await codeOf(staff, remindHandIn, { id })).toBe('handin.gone')
  })
})

describe('the database itself', () => {
  const as = async (userId: string, statement: ReturnType<typeof sql>) =>
    portal.database.inUnit({ unitId: await unitOf(portal), userId }, (tx) => tx.execute(statement))
  const values = async (by: string, sha256: string) => sql`
    insert into hand_in_file (unit_id, hand_in_id, student_id, user_id, name, sha256, size)
    values (${await unitOf(portal)}, ${id}, ${studentId}, ${by}, 'x', ${sha256}, 1)`
  const shaOf = async (fileId: string) =>
    String((await runAsOwner(portal, sql`select sha256 from storage_file where file_id = ${fileId}`))[0]?.['sha256'])

  it('takes a file only from the pupil, of the own bytes, while it is open', async () => {
    const [own, foreign] = [await put(pupil, 'own.docx'), await put(teacher, 'foreign.docx')]
    const parentId = (await readMe(parent.browser)).userId
    await expect(as(parentId, await values(parentId, await shaOf(own.id)))).rejects.toThrow()
    await expect(as(pupilId, await values(pupilId, await shaOf(foreign.id)))).rejects.toThrow()
    await as(pupilId, await values(pupilId, await shaOf(own.id)))
    const staffId = (await readMe(staff.browser)).userId
    const seen = sql`select 1 from hand_in_file where hand_in_id = ${id}`
    expect([(await as(staffId, seen)).rows.length, (await as(parentId, seen)).rows.length]).toEqual([0, 1])
    expect((await as(staffId, sql`select 1 from hand_in where hand_in_id = ${id}`)).rows).toHaveLength(0)
    await due()
    expect((await as(pupilId, sql`delete from hand_in_file where hand_in_id = ${id}`)).rowCount).toBe(0)
    await ask(teacher.browser, closeHandIn, { id, closed: true })
    await expect(as(pupilId, await values(pupilId, await shaOf(own.id)))).rejects.toThrow()
  })

  it('takes a hand-in only of a teacher of the class', async () => {
    const unitId = await unitOf(portal)
    const insert = (author: string, of: string) => sql`
      insert into hand_in (unit_id, class_id, author_id, title, due_at, max_files) values (${unitId}, ${of}, ${author}, 'x', now(), 1)`
    const teacherId = (await readMe(teacher.browser)).userId
    await expect(as(teacherId, insert(teacherId, otherClass))).rejects.toThrow()
    await expect(as(pupilId, insert(pupilId, classId))).rejects.toThrow()
    expect((await as(pupilId, sql`update hand_in set closed_at = now() where hand_in_id = ${id}`)).rowCount).toBe(0)
  })
})

describe('when a class gets another head', () => {
  const headIs = async (caller: StorageCaller) =>
    runAsOwner(
      portal,
      sql`update class_group set head_teacher_id = ${(await readMe(caller.browser)).userId} where class_id = ${classId}`,
    )
  const made = async (caller: StorageCaller) =>
    dataOf(listHandIns, await ask(caller.browser, listHandIns)).made.some((one) => one.id === id)

  it('the former one sees, downloads, reminds and closes nothing of it any more, and the next one has it', async () => {
    const { id: fileId } = await put(pupil, '作文.docx')
    const [file] = dataOf(handInFiles, await handIn(fileId))
    const codes = async (caller: StorageCaller) => [
      await codeOf(caller, readHandIn, { id }),
      await codeOf(caller, remindHandIn, { id }),
      await codeOf(caller, closeHandIn, { id, closed: true }),
      await codeOf(caller, removeHandIn, { id }),
      await codeOf(caller, restoreHandIn, { id }),
    ]
    const downloads = async (caller: StorageCaller) => [
      (await content(caller, file?.id ?? '')).statusCode,
      (await zipOf(caller)).headers['content-type'] === 'application/zip',
    ]
    await headIs(staff)
    try {
      expect(await codes(teacher)).toEqual(Array(5).fill('handin.gone'))
      expect([await made(teacher), await made(staff)]).toEqual([false, true])
      expect((await downloads(teacher))[1]).toBe(false)
      expect((await downloads(teacher))[0]).not.toBe(200)
      expect(await downloads(staff)).toEqual([200, true])
      expect(await codes(staff)).toEqual(Array(5).fill('ok'))
    } finally {
      await headIs(teacher)
    }
  })
})
