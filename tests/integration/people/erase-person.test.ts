import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { adminEvents } from '../../../contract/endpoints/admin-events.ts'
import * as desktopSearch from '../../../contract/endpoints/desktop/desktop-search.ts'
import * as erasure from '../../../contract/endpoints/people/erasure.ts'
import * as people from '../../../contract/endpoints/people/people.ts'
import { replaceFirst } from '../../../contract/endpoints/sign-in/passwords.ts'
import * as session from '../../../contract/endpoints/sign-in/session.ts'
import { cleanUpFiles } from '../../../server/modules/files/cleanup.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import type { SentTo, TestBrowser } from '../../support/browser/test-browser.ts'
import { createImportCaller } from '../../support/callers/import-caller.ts'
import { placesOf } from '../../support/callers/places-of.ts'
import { readMe, runAsOwner, unitOf } from '../../support/callers/session-probe.ts'
import { createStorageCaller } from '../../support/callers/storage-caller.ts'
import { ask, call } from '../../support/callers/call.ts'

const PUPIL = { name: '慕容秋水', english: 'Qiushui Murong', number: '77130042' }
const SIBLING = { name: '慕容春山', number: '77130043' }
const MOTHER = { name: '上官清歌', phone: '13977130001' }
const FATHER = { name: '慕容长风', phone: '13977130002' }

const ESSAY = Buffer.from('作文：我的家')

let test: TestApp
let admin: TestBrowser
let unitId: string
let key: people.PersonKey
let pupil: people.PersonPage
beforeAll(async () => {
  test = await createTestApp()
  admin = await test.signIn('admin')
  unitId = await unitOf(test)
  await moveIn()
})
afterAll(() => test.close())

const run = (statement: ReturnType<typeof sql>) => runAsOwner(test, statement)

/** A pupil and a sibling, who have the father in common, come by an import and leave traces everywhere. */
async function moveIn(): Promise<void> {
  const imports = createImportCaller(test, admin)
  const sheet = [
    '类型,姓名,英文名,学号,性别,出生日期,年级,班级,家长姓名,关系,家长手机,监护人2姓名,监护人2关系,监护人2手机,身份证号,民族',
    `学生,${PUPIL.name},${PUPIL.english},${PUPIL.number},男,2015-03-04,四年级,1班,${FATHER.name},父亲,${FATHER.phone},${MOTHER.name},母亲,${MOTHER.phone},11010519491231002X,回族`,
    `学生,${SIBLING.name},,${SIBLING.number},女,2016-03-04,四年级,1班,${FATHER.name},父亲,${FATHER.phone},,,,,`,
  ].join('\n')
  const previewed = await imports.preview('people.csv', sheet, { source: 'registry' })
  expect((await imports.apply(previewed.importId)).status).toBe('applied')
  // Another file that was only looked at, and one with a name that could be several people.
  await imports.preview('again.csv', sheet.replace('2015-03-04', '2015-03-05'), { source: 'registry' })
  await imports.preview('error.csv', `类型,姓名,学号,年级,班级\n学生,${PUPIL.name},,四年级,1班\n`, { source: 'other' })

  const { people: found } = await call(admin, people.list, { query: PUPIL.number })
  const [row] = found
  if (!row) throw new Error('the pupil was not imported')
  key = { kind: row.kind, id: row.id }
  pupil = await call(admin, people.show, key)
  // In the trail with values: number and login name before and after, and the first password.
  await call(admin, people.save, { ...fieldsOf(pupil), loginName: 'murongqiushui', key, userType: 1 })
  const { slips } = await call(admin, people.firstPasswords, { people: [key], onlyNew: false })
  const own = test.visit()
  await own.post(session.login.path, { username: 'murongqiushui', password: slips[0]?.password ?? '' })
  await own.post(replaceFirst.path, { newPassword: 'Kestrel-Harbour-58' })
  pupil = await call(admin, people.show, key)
  const me = await readMe(own)
  const storage = createStorageCaller(own)
  const stored = await storage.whole({ name: '慕容秋水的作文.bin', bytes: ESSAY })
  expect(stored.code).toBe('ok')

  const { userId, id: studentId } = { userId: me.userId, id: key.id }
  await run(sql`
    insert into attendance_event (unit_id, student_id, at, direction, source)
    select ${unitId}, ${studentId}, now() - make_interval(days => d), 'in', 'code' from generate_series(1, 3) d`)
  await run(
    sql`insert into face_consent (unit_id, user_id, giver, guardian_name, text_version, language) values (${unitId}, ${userId}, 'paper', ${MOTHER.name}, '1', 'zh-CN')`,
  )
  await run(sql`
    insert into face_photo (photo_id, unit_id, user_id, sealed_descriptor, sealed_picture) values (gen_random_uuid(), ${unitId}, ${userId}, '\\x00', '\\x00')`)
  await run(sql`
    insert into external_key (unit_id, source, kind, source_id, row_id) values (${unitId}, 'other system', 'student', 'X-77130042-MR', ${studentId})
    on conflict do nothing`)
  // As the portal tells guardians, and the class teacher.
  await run(sql`
    with sent as (
      insert into message (unit_id, module, body, importance) values (${unitId}, 'attendance', ${`${PUPIL.name} 3月2日 08:12 到校，迟到 12 分钟。`}, 4) returning message_id)
    insert into message_recipient (unit_id, user_id, message_id, student_id)
    select ${unitId}, g.parent_id, message_id, ${studentId} from sent, guardian g where g.student_id = ${studentId}`)
  await run(sql`
    with sent as (
      insert into message (unit_id, module, body, importance)
      values (${unitId}, 'attendance', ${`An attendance correction is awaiting your approval (${PUPIL.english}: in at 08:00 on 2 March). Reason: bus`}, 3) returning message_id)
    insert into message_recipient (unit_id, user_id, message_id)
    select ${unitId}, a.user_id, message_id from sent, user_account a where a.unit_id = ${unitId} and a.login_name = 'teacher'`)
  await run(sql`
    update admin_event set changes = changes || jsonb_build_object('note', ${PUPIL.name}::text)
    where event_id = (select event_id from admin_event where unit_id = ${unitId} and target_id is null limit 1)`)
}

type Fields = Omit<SentTo<typeof people.save>, 'loginName' | 'key' | 'userType'>
const fieldsOf = ({
  realName,
  englishName,
  number,
  sex,
  birthday,
  classId,
  email,
  phone,
}: people.PersonPage): Fields => ({
  realName,
  englishName,
  number,
  sex: sex === 1 || sex === 2 ? sex : null,
  birthday,
  classId,
  departmentId: null,
  positionTitle: '',
  englishPositionTitle: '',
  email,
  phone,
})

const walk = (text: string) => placesOf(test, text)

const TRACES = [PUPIL.name, PUPIL.english, PUPIL.number, 'murongqiushui', 'qiushui', 'qiu shui']

const mother = () => pupil.guardians.find(({ realName }) => realName === MOTHER.name)?.userId ?? ''
const father = () => pupil.guardians.find(({ realName }) => realName === FATHER.name)?.userId ?? ''

describe('a pupil', () => {
  it('has left traces in many places, or else this file would show nothing', async () => {
    const places = (await Promise.all(TRACES.map(walk))).flat()
    expect(new Set(places)).toEqual(
      new Set([
        ...places,
        'student.real_name',
        'student.student_number',
        'user_account.login_name',
        'import_row.given',
        'import_row.name',
        'admin_event.changes',
        'message.body',
        'storage_file.name',
        'external_key.source_id',
      ]),
    )
  })

  it('is not erased while active, by another name, by a right in part of the unit, or with guardians who are needed', async () => {
    const erase = (more: object) => ask(admin, erasure.erase, { key, name: PUPIL.name, guardians: [], ...more })
    expect((await erase({})).code).toBe('people.still_active')
    await call(admin, people.deactivate, { people: [key] })
    expect((await erase({ name: '慕容' })).fieldErrors).toMatchObject([{ field: 'name' }])
    expect((await erase({ guardians: [father()] })).code).toBe('people.guardian_needed')
    expect((await erase({ guardians: [crypto.randomUUID()] })).code).toBe('people.guardian_needed')
    expect((await erase({ key: { kind: 'pupil', id: crypto.randomUUID() } })).code).toBe('people.gone')
    expect(
      (await ask(await test.signIn('teacher'), erasure.erase, { key, name: PUPIL.name, guardians: [] })).code,
    ).toBe('access.denied')
    for (const status of ['applying', 'undoing']) {
      await run(sql`update import_run set status = ${status} where file_name = 'again.csv'`)
      expect((await erase({})).code).toBe('people.import_runs')
    }
    await run(sql`update import_run set status = 'ready' where file_name = 'again.csv'`)
    expect(await call(admin, people.show, key)).toMatchObject({ active: false, realName: PUPIL.name })
  })

  it('is shown with what would go, and whose only child it is', async () => {
    const shown = await call(admin, erasure.read, key)
    expect(shown).toMatchObject({ files: 1, photos: 1, attendance: 3, mentions: 0 })
    expect(shown.bytes).toBeGreaterThan(0)
    expect(shown.guardians).toMatchObject([{ userId: mother(), realName: MOTHER.name }])
  })

  it('is gone from every table, from files, faces, search and the trail’s values, with a guardian who has no other child', async () => {
    const [before] = await run(sql`select counts from import_run where file_name = 'people.csv'`)
    await call(admin, erasure.erase, { key, name: ` ${PUPIL.english} `, guardians: [mother()] })
    for (const trace of [...TRACES, MOTHER.name, MOTHER.phone]) expect([trace, await walk(trace)]).toEqual([trace, []])
    expect(await run(sql`select from person_detail`)).toEqual([])
    for (const id of [key.id, pupil.userId ?? '', mother()]) {
      const places = (await walkIds(id)).toSorted()
      expect(places.filter((place) => !KEPT.includes(place))).toEqual([])
    }
    expect((await ask(admin, people.show, key)).code).toBe('people.gone')
    expect((await call(admin, people.list, { query: 'mrqs', state: 'all' })).total).toBe(0)
    expect(await call(await test.signIn('teacher'), desktopSearch.people, { query: PUPIL.name })).toEqual([])

    const [after] = await run(sql`select counts from import_run where file_name = 'people.csv'`)
    expect(after).toEqual(before)
    const { envelope } = await admin.get(`${adminEvents.path}?targetId=${key.id}`)
    const { events } = z.parse(adminEvents.response, envelope.data)
    expect(events[0]).toMatchObject({
      action: 'people.erase',
      target: { kind: 'pupil', id: key.id, name: null },
      changes: { erased: true, attendance: 3, files: 1, photos: 1 },
    })
    expect(events.map(({ action }) => action)).toContain('people.firstPasswords')
    expect(events.slice(1).every(({ changes }) => Object.keys(changes).length === 0)).toBe(true)
  })

  it('leaves its bytes to the next clean-up', async () => {
    const hash = createHash('sha256').update(ESSAY).digest('hex')
    const kept = async () =>
      (await run(sql`select from storage_object where unit_id = ${unitId} and sha256 = ${hash}`)).length
    expect(await kept()).toBe(1)
    const now = Date.now() + 2 * 24 * 60 * 60 * 1000
    await cleanUpFiles(test.database, test.storage, { binDays: 30, uploadDays: 7, now })
    expect(await kept()).toBe(0)
  })

  it('takes nothing of others along: the sibling, the father, their import and the message to the teacher', async () => {
    const { people: found } = await call(admin, people.list, { query: SIBLING.number })
    expect(found).toHaveLength(1)
    expect(await call(admin, people.show, { kind: 'account', id: father() })).toMatchObject({
      realName: FATHER.name,
      phone: FATHER.phone,
      children: [{ realName: SIBLING.name }],
    })
    const left = await run(sql`
      select r.name from import_row r join import_run i using (import_id) where i.file_name = 'people.csv' and r.kind = 'person' order by r.row_no`)
    expect(left.map(({ name }) => name)).toContain(SIBLING.name)
    const [again] = await run(sql`select status from import_run where file_name = 'again.csv'`)
    expect(again).toEqual({ status: 'stale' })
    const [told] = await run(sql`select body from message where body like 'An attendance correction is awaiting%'`)
    expect(told?.['body']).toBe(
      'An attendance correction is awaiting your approval (…: in at 08:00 on 2 March). Reason: bus',
    )
    expect(await test.signIn('teacher')).toBeDefined()
  })
})

/** What keeps identifiers without a name: that something was done, and to whom other systems have to be told that a record is gone. */
const KEPT = ['admin_event.target_id', 'roster_change.sourced_id', 'roster_change.user_id', 'oauth_session.user_id']

const walkIds = (id: string) =>
  placesOf(test, id, sql`t.table_schema = 'public' and c.data_type in ('uuid', 'text', 'jsonb', 'json')`)

describe('an employee', () => {
  it('is erased with classes and messages left to others', async () => {
    const made = await call(admin, people.save, {
      ...fieldsOf(pupil),
      realName: '司马承祯',
      englishName: '',
      number: 'T7713',
      loginName: 'simacz',
      birthday: null,
      classId: null,
      key: null,
      userType: 2,
    })
    await run(sql`
      update class_group set head_teacher_id = ${made.id}
      where class_id = (select class_id from class_group where unit_id = ${unitId} and closed_on is null order by position limit 1)`)
    await run(sql`
      insert into message (unit_id, module, body, importance, author_id) values (${unitId}, 'notice', '明天家长会，请找司马承祯老师', 3, ${made.id})`)
    await call(admin, people.deactivate, { people: [made] })
    expect(await call(admin, erasure.read, made)).toMatchObject({ guardians: [], mentions: 1 })
    await call(admin, erasure.erase, { key: made, name: '司马承祯', guardians: [] })
    // What people wrote stays as they wrote it.
    expect(await walk('司马承祯')).toEqual(['message.body'])
    expect(await walk('simacz')).toEqual([])
    expect(await walk('T7713')).toEqual([])
  })
})
