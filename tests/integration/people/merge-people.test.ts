import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { hasField, isDetail, SAVED_FIELDS } from '../../../contract/people/fields.ts'
import { adminEvents } from '../../../contract/endpoints/admin-events.ts'
import * as merging from '../../../contract/endpoints/people/merging.ts'
import * as people from '../../../contract/endpoints/people/people.ts'
import * as session from '../../../contract/endpoints/sign-in/session.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import type { SentTo, TestBrowser } from '../../support/browser/test-browser.ts'
import { createImportCaller } from '../../support/callers/import-caller.ts'
import { readMe, runAsOwner, unitOf } from '../../support/callers/session-probe.ts'
import { createStorageCaller } from '../../support/callers/storage-caller.ts'
import { ask, call } from '../../support/callers/call.ts'
import { pupilOf } from '../../support/schools/attendance-school.ts'

let test: TestApp
let admin: TestBrowser
let unitId: string
beforeAll(async () => {
  test = await createTestApp()
  admin = await test.signIn('admin')
  unitId = await unitOf(test)
})
afterAll(() => test.close())

const run = (statement: ReturnType<typeof sql>) => runAsOwner(test, statement)

/** The table columns in which an identifier is found. */
async function walk(id: string): Promise<string[]> {
  const columns = await run(sql`
    select c.table_name, c.column_name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where t.table_type = 'BASE TABLE' and c.table_schema = 'public' and c.data_type in ('uuid', 'text', 'jsonb', 'json', 'ARRAY')`)
  const looks = columns.map(
    ({ table_name: table, column_name: column }) => sql`
      select ${`${String(table)}.${String(column)}`}::text as place
      where exists (select from ${sql.identifier(String(table))} t where position(${id}::text in t.${sql.identifier(String(column))}::text) > 0)`,
  )
  return (await run(sql.join(looks, sql` union `))).map(({ place }) => String(place)).toSorted()
}

/** By which other systems and applications are told that the one is gone. */
const KEPT = ['oauth_session.user_id', 'roster_change.sourced_id', 'roster_change.user_id']
const leftOf = async (id: string) => (await walk(id)).filter((place) => !KEPT.includes(place))

interface Pupil {
  readonly studentId: string
  readonly userId: string
}

async function personOf(query: string, userType: '1' | '2' | '3' | '4' = '1'): Promise<people.PersonPage> {
  const { people: found } = await call(admin, people.list, { query, userType, state: 'all' })
  const [row] = found
  if (!row) throw new Error(`${query} is not there`)
  return call(admin, people.show, { kind: row.kind, id: row.id })
}

const keyOf = ({ kind, id }: people.PersonKey) => ({ kind, id })
const ALL: SentTo<typeof merging.merge>['take'] = [...merging.MERGE_FIELDS]

it('two teachers become one with every field of the catalogue as it was chosen', async () => {
  const [department] = await run(sql`select department_id as id from department where unit_id = ${unitId} limit 1`)
  const teacher = async (number: string, given: Partial<SentTo<typeof people.save>>) =>
    call(
      admin,
      people.show,
      await call(admin, people.save, {
        key: null,
        userType: 2,
        realName: '宇文拓',
        englishName: '',
        number,
        sex: null,
        birthday: null,
        classId: null,
        departmentId: null,
        positionTitle: '',
        englishPositionTitle: '',
        loginName: number,
        email: null,
        phone: null,
        ...given,
      }),
    )
  const others = {
    realName: '宇文招',
    englishName: 'Zhao Yuwen',
    sex: 2 as const,
    departmentId: String(department?.['id']),
    positionTitle: '组长',
    englishPositionTitle: 'Head of subject',
    email: 'zhao@riverside.test',
    phone: '13977130099',
  }
  const fields = SAVED_FIELDS.filter((name) => hasField(2, name) && !isDetail(name))
  const valuesOf = (person: object) => Object.fromEntries(fields.map((name) => [name, Object(person)[name]]))
  for (const [take, at] of [[[...merging.MERGE_FIELDS], 1] as const, [[], 0] as const]) {
    const pair = [
      await teacher(`T88${at}1`, {}),
      await teacher(`T88${at}2`, { ...others, email: `${at}${others.email}` }),
    ]
    const [keep, gone] = pair
    if (!keep || !gone) throw new Error('there are two')
    await call(admin, merging.merge, {
      ...keyOf(keep),
      otherId: gone.id,
      name: keep.realName,
      take: [...take],
      days: 'both',
    })
    expect(valuesOf(await call(admin, people.show, keyOf(keep)))).toEqual(valuesOf(pair[at] ?? {}))
  }
})

describe('two entries of one pupil', () => {
  let keep: people.PersonPage
  let gone: people.PersonPage
  let browser: TestBrowser
  let shared: string
  beforeAll(async () => {
    await createImportCaller(test, admin)
      .preview(
        'twins.csv',
        '类型,姓名,英文名,学号,年级,班级,家长姓名,关系,家长手机\n学生,慕容秋水,Qiushui Murong,77130042,四年级,1班,慕容长风,父亲,13977130002',
        { source: 'registry' },
      )
      .then(({ importId }) => createImportCaller(test, admin).apply(importId))
    gone = await personOf('77130042')
    const { slips } = await call(admin, people.firstPasswords, { people: [keyOf(gone)], onlyNew: false })
    const own = await pupilOf(test, 'student')
    keep = await call(admin, people.show, { kind: 'pupil', id: own.studentId })
    gone = await call(admin, people.show, keyOf(gone))
    await run(sql`update credential set is_first = false where user_id = ${gone.userId}`)
    browser = test.visit()
    await browser.post(session.login.path, { username: '77130042', password: slips[0]?.password ?? '' })
    const ours = await test.signIn('student')
    for (const one of [ours, browser])
      expect((await createStorageCaller(one).whole({ name: '作文.bin', bytes: Buffer.from('我的家') })).code).toBe('ok')
    await fill({ studentId: keep.id, userId: keep.userId ?? '' }, { studentId: gone.id, userId: gone.userId ?? '' })
    shared = String((await run(sql`select message_id from message where body = 'for both'`))[0]?.['message_id'])
  })

  /** Rows that both have, and rows that the one who goes has alone, in the tables that the demo leaves empty. */
  async function fill(a: Pupil, b: Pupil): Promise<void> {
    await run(sql`delete from attendance_event where student_id = ${a.studentId}`)
    for (const statement of [
      sql`insert into attendance_event (unit_id, student_id, at, direction, source)
        select ${unitId}, s, d, 'in', 'code' from (values (${a.studentId}::uuid, timestamptz '2026-03-02 08:00+08'), (${b.studentId}::uuid, '2026-03-02 08:12+08'),
          (${b.studentId}::uuid, '2026-03-03 08:00+08')) v (s, d)`,
      sql`insert into attendance_correction (unit_id, student_id, date, direction, time, at, reason, requested_by)
        select ${unitId}, s, '2026-03-05', 'in', '08:00', now(), 'bus', null from unnest(${sql.param([a.studentId, b.studentId])}::uuid[]) s`,
      sql`insert into attendance_code (code_id, unit_id, kind, student_id, mark, sealed_code)
        select gen_random_uuid(), ${unitId}, 'card', s, decode(md5(s::text) || md5(s::text), 'hex'), 'x' from unnest(${sql.param([a.studentId, b.studentId])}::uuid[]) s`,
      sql`insert into attendance_notice (unit_id, student_id, date) select ${unitId}, s, '2026-03-02' from unnest(${sql.param([a.studentId, b.studentId])}::uuid[]) s on conflict do nothing`,
      sql`insert into guardian (unit_id, parent_id, student_id, relation, may_consent)
        select ${unitId}, g.parent_id, ${b.studentId}, 'father', true from guardian g where g.student_id = ${a.studentId} on conflict do nothing`,
      sql`update guardian set may_consent = false where student_id = ${a.studentId}`,
      sql`insert into guardian_code (unit_id, student_id, code_hash, expires_at) values (${unitId}, ${b.studentId}, decode(repeat('ab', 32), 'hex'), now() + interval '1 day')`,
      sql`insert into class_year_pupil (unit_id, class_id, year_id, student_id)
        select y.unit_id, y.class_id, y.year_id, s from (select * from class_year where unit_id = ${unitId} limit 1) y, unnest(${sql.param([a.studentId, b.studentId])}::uuid[]) s on conflict do nothing`,
      sql`with m as (insert into message (unit_id, module, body, importance) values (${unitId}, 'notice', 'for both', 3) returning message_id)
        insert into message_recipient (unit_id, user_id, message_id, read_at)
        select ${unitId}, u, m.message_id, case when u = ${b.userId}::uuid then now() end from m, unnest(${sql.param([a.userId, b.userId])}::uuid[]) u`,
      sql`with m as (insert into message (unit_id, module, body, importance, author_id) values (${unitId}, 'notice', 'for one', 3, ${b.userId}) returning message_id)
        insert into message_recipient (unit_id, user_id, message_id) select ${unitId}, ${b.userId}, m.message_id from m`,
      sql`insert into todo (unit_id, user_id, module, title) values (${unitId}, ${b.userId}, 'notice', 'for one')`,
      sql`insert into passkey (unit_id, user_id, credential_id, public_key, counter, transports, backed_up, name)
        select ${unitId}, u, md5(u::text), 'x', 0, '{}', false, 'phone' from unnest(${sql.param([a.userId, b.userId])}::uuid[]) u`,
      sql`insert into face_consent (unit_id, user_id, giver, guardian_name, text_version, language)
        select ${unitId}, u, 'paper', '李建国', '1', 'zh-CN' from unnest(${sql.param([a.userId, b.userId])}::uuid[]) u`,
      sql`insert into face_photo (photo_id, unit_id, user_id, sealed_descriptor, sealed_picture)
        select gen_random_uuid(), ${unitId}, u, 'x', 'x' from unnest(${sql.param([a.userId, b.userId])}::uuid[]) u`,
      sql`insert into account_contact (unit_id, user_id, phone) select ${unitId}, ${b.userId}, '13977130003' on conflict do nothing`,
      sql`insert into desktop_order (unit_id, user_id, groups) values (${unitId}, ${b.userId}, '[]')`,
      sql`insert into roster_view (unit_id, user_id, columns) select ${unitId}, u, '[]' from unnest(${sql.param([a.userId, b.userId])}::uuid[]) u on conflict do nothing`,
      sql`insert into external_key (unit_id, source, kind, source_id, row_id)
        values (${unitId}, 'registry', 'student', 'KEPT-1', ${a.studentId}), (${unitId}, 'canteen', 'student', 'C-1', ${b.studentId}) on conflict do nothing`,
      sql`update admin_event set changes = jsonb_build_object('userIds', jsonb_build_array(${b.userId}::text)) where event_id = (select event_id from admin_event where unit_id = ${unitId} and target_id is null limit 1)`,
    ])
      await run(statement)
  }

  it('are shown side by side, with what would come and where they are at odds', async () => {
    const shown = await call(admin, merging.preview, { ...keyOf(keep), otherId: gone.id })
    expect(shown).toMatchObject({
      keep: { id: keep.id },
      gone: { id: gone.id, number: '77130042' },
      joins: { files: 1, attendance: 2, todos: 1, messages: 2 },
      days: 1,
      lastDays: [{ date: '2026-03-02', keep: ['08:00'], gone: ['08:12'] }],
      faces: true,
      cards: true,
    })
    expect(shown.joins.relatives).toBeGreaterThan(1)
  })

  it('are not merged by another name, by rights in a part, across units or types, with oneself, with the own account or during an import', async () => {
    const ask2 = (more: object, by = admin) =>
      ask(by, merging.merge, { ...keyOf(keep), otherId: gone.id, name: keep.realName, take: [], days: 'both', ...more })
    expect((await ask2({ name: '慕容' })).fieldErrors).toMatchObject([{ field: 'name' }])
    expect((await ask2({ otherId: keep.id })).code).toBe('people.merge_same')
    expect((await ask2({ otherId: crypto.randomUUID() })).code).toBe('people.gone')
    expect((await ask2({ otherId: (await readMe(await test.signIn('teacher'))).userId })).code).toBe(
      'people.merge_types',
    )
    expect(
      (
        await ask2({
          kind: 'account',
          id: (await readMe(await test.signIn('staff'))).userId,
          otherId: (await readMe(admin)).userId,
        })
      ).code,
    ).toMatch(/^people\.merge_types$|^account\.oneself$/)
    expect((await ask2({}, await test.signIn('teacher'))).code).toBe('access.denied')
    expect((await ask2({}, await partAdministrator())).code).toBe('access.part')
    expect((await ask2({}, await test.signIn('admin', { host: 'ginkgo.localhost' }))).code).toBe('people.gone')
    const [run1] = await run(sql`select import_id, status from import_run where unit_id = ${unitId} limit 1`)
    await run(sql`update import_run set status = 'applying' where import_id = ${run1?.['import_id']}`)
    expect((await ask2({})).code).toBe('people.import_runs')
    await run(sql`update import_run set status = ${run1?.['status']} where import_id = ${run1?.['import_id']}`)
    expect((await call(admin, people.show, keyOf(gone))).number).toBe('77130042')
  })

  /** The right to keep people's data, in one class alone. */
  async function partAdministrator(): Promise<TestBrowser> {
    await run(sql`
      with made as (insert into role (unit_id, service, code, name, english_name) values (${unitId}, 'base', 'PART', '部分', 'Part') returning role_id),
        granted as (insert into permission_grant (unit_id, code, role_id) select ${unitId}, 'base_people', role_id from made)
      insert into role_member (unit_id, role_id, user_id, member_id, scope_class_id)
      select ${unitId}, made.role_id, a.user_id, gen_random_uuid(), ${keep.classId} from made, user_account a where a.unit_id = ${unitId} and a.login_name = 'teacher'`)
    return test.signIn('teacher')
  }

  it('become one: nothing points to the one who went, and all that it had is at the other', async () => {
    const guardians = new Set([...keep.guardians, ...gone.guardians].map(({ userId }) => userId))
    await call(admin, merging.merge, {
      ...keyOf(keep),
      otherId: gone.id,
      name: keep.realName,
      take: ['number', 'englishName', 'phone', 'signIn'],
      days: 'keep',
    })
    expect(await leftOf(gone.id)).toEqual([])
    expect(await leftOf(gone.userId ?? '')).toEqual([])
    expect((await ask(admin, people.show, keyOf(gone))).code).toBe('people.gone')
    const now = await call(admin, people.show, keyOf(keep))
    expect(now).toMatchObject({
      realName: keep.realName,
      englishName: gone.englishName,
      number: '77130042',
      loginName: '77130042',
      phone: '13977130003',
      userId: keep.userId,
      active: true,
      signIn: { passkeys: 1 },
      face: { consent: true, photos: 1 },
    })
    expect(new Set(now.guardians.map(({ userId }) => userId))).toEqual(guardians)
    expect(now.guardians.filter(({ mayConsent }) => mayConsent).length).toBeGreaterThan(0)

    const events = await run(
      sql`select (at at time zone 'Asia/Shanghai')::text as at from attendance_event where student_id = ${keep.id} order by 1`,
    )
    expect(events.map(({ at }) => at)).toEqual(['2026-03-02 08:00:00', '2026-03-03 08:00:00'])
    const messages = await run(
      sql`select m.body, r.read_at is not null as read from message_recipient r join message m using (message_id) where r.user_id = ${keep.userId} and m.body like 'for %' order by 1`,
    )
    expect(messages).toEqual([
      { body: 'for both', read: true },
      { body: 'for one', read: false },
    ])
    expect(shared).not.toBe('undefined')
    const files = await run(sql`
      select f.name, d.name as folder from storage_file f left join storage_folder d on d.folder_id = f.folder_id where f.owner_id = ${keep.userId} and f.deleted_at is null order by 2 nulls first`)
    expect(files).toEqual([
      { name: '作文.bin', folder: null },
      { name: '作文.bin', folder: '合并的文件 Merged files' },
    ])
    const keys = await run(sql`select source from external_key where row_id = ${keep.id} order by 1`)
    expect(keys.map(({ source }) => source)).toEqual(expect.arrayContaining(['canteen', 'registry']))
    const found = async (query: string) =>
      (await call(admin, people.list, { query, userType: '1', state: 'all' })).people.map(({ id }) => id)
    // The number was taken over, the name was not.
    expect([await found('77130042'), await found('慕容秋水')]).toEqual([[keep.id], []])
  })

  it('signs both out, and in by the chosen name alone', async () => {
    expect((await browser.get('/api/uaa/user/me')).envelope.code).not.toBe('ok')
    await expect(test.signIn('student')).rejects.toThrow()
    const sessions = await run(
      sql`select from session where user_id = ${keep.userId} and revoked_at is null and ends_at > now()`,
    )
    expect(sessions).toEqual([])
  })

  it('leaves it in the trail, without names, at the one who stayed', async () => {
    const { envelope } = await admin.get(`${adminEvents.path}?targetId=${keep.id}`)
    const { events } = z.parse(adminEvents.response, envelope.data)
    const merged = events.find(({ action }) => action === 'people.merge')
    expect(merged).toMatchObject({
      target: { id: keep.id },
      changes: { merged: { number: '77130042' }, days: 'keep', attendance: 2 },
    })
    expect(JSON.stringify(merged?.changes)).not.toContain('慕容')
    expect(events.map(({ action }) => action)).toContain('people.firstPasswords')
  })
})

describe('a pupil without an account', () => {
  it('takes over the account of the other', async () => {
    const pages = []
    for (const [number, loginName] of [
      ['77130051', ''],
      ['77130052', 'second77130052'],
    ] as const) {
      const { classId } = await call(admin, people.show, {
        kind: 'pupil',
        id: (await pupilOf(test, '77130042')).studentId,
      })
      const fields = {
        realName: '司马承祯',
        englishName: '',
        sex: null,
        birthday: null,
        departmentId: null,
        positionTitle: '',
        englishPositionTitle: '',
        email: null,
        phone: null,
      }
      const key = await call(admin, people.save, { ...fields, number, loginName, classId, key: null, userType: 1 })
      pages.push(await call(admin, people.show, key))
    }
    const [first, second] = pages
    if (!first || !second) throw new Error('not made')
    await call(admin, merging.merge, { ...keyOf(first), otherId: second.id, name: '司马承祯', take: [], days: 'both' })
    expect(await leftOf(second.id)).toEqual([])
    expect(await call(admin, people.show, keyOf(first))).toMatchObject({
      number: '77130051',
      loginName: 'second77130052',
      userId: second.userId,
    })
  })
})

describe('two pupils with sealed numbers', () => {
  const NUMBERS = ['11010519491231002X', '440524188001010014'] as const
  let pupils = 0

  /** A pupil with an identity number, and a national number by its mark. */
  async function pupil(idCard: string | null, national: string | null = null): Promise<people.PersonPage> {
    const { classId } = await call(admin, people.show, {
      kind: 'pupil',
      id: (await pupilOf(test, '77130042')).studentId,
    })
    pupils += 1
    const key = await call(admin, people.save, {
      realName: '独孤求败',
      englishName: '',
      number: `7713009${pupils}`,
      loginName: '',
      sex: null,
      birthday: null,
      classId,
      departmentId: null,
      positionTitle: '',
      englishPositionTitle: '',
      email: null,
      phone: null,
      ...(idCard !== null && { idCard }),
      key: null,
      userType: 1,
    })
    if (national !== null)
      await run(sql`
        insert into person_detail (unit_id, student_id, among, national_number_sealed, national_number_key)
        values (${unitId}, ${key.id}, 1, 'x', ${national}::bytea)
        on conflict (student_id) do update set national_number_sealed = 'x', national_number_key = excluded.national_number_key`)
    return call(admin, people.show, key)
  }

  /** Frees the numbers for the next story. */
  afterEach(() =>
    run(
      sql`delete from person_detail d using student s where s.student_id = d.student_id and s.real_name = '独孤求败'`,
    ),
  )

  const shown = async (keep: people.PersonPage, gone: people.PersonPage) =>
    (await call(admin, merging.preview, { ...keyOf(keep), otherId: gone.id })).numbers
  const merge = (keep: people.PersonPage, gone: people.PersonPage, more: object = {}) =>
    ask(admin, merging.merge, { ...keyOf(keep), otherId: gone.id, name: '独孤求败', take: [], days: 'both', ...more })

  it('that differ are merged only when that is confirmed; the number of the one who stays is kept, and the trail says so', async () => {
    const [keep, gone] = [await pupil(NUMBERS[0]), await pupil(NUMBERS[1])]
    expect(await shown(keep, gone)).toEqual({ idCard: 'different', nationalNumber: 'none' })
    const refused = await merge(keep, gone)
    expect(refused.code).toBe('people.merge_numbers')
    expect(refused.fieldErrors).toMatchObject([{ field: 'differentNumbers' }])
    expect(await call(admin, people.showIdCard, keyOf(gone))).toMatchObject({ idCard: NUMBERS[1] })

    expect((await merge(keep, gone, { differentNumbers: true })).code).toBe('ok')
    expect(await call(admin, people.showIdCard, keyOf(keep))).toMatchObject({ idCard: NUMBERS[0] })
    expect((await ask(admin, people.show, keyOf(gone))).code).toBe('people.gone')
    const [event] = await run(
      sql`select changes::text as told from admin_event where action = 'people.merge' and target_id = ${keep.id}`,
    )
    expect(JSON.parse(String(event?.['told']))).toMatchObject({ idCard: 'otherDeleted' })
    expect(String(event?.['told'])).not.toContain(NUMBERS[1])
  })

  it('are told by their kinds: the same national number is no obstacle, another one is', async () => {
    const [keep, same, other] = [await pupil(null, 'a'), await pupil(NUMBERS[0], 'a'), await pupil(null, 'b')]
    expect(await shown(keep, same)).toEqual({ idCard: 'gone', nationalNumber: 'same' })
    expect(await shown(keep, other)).toEqual({ idCard: 'none', nationalNumber: 'different' })
    expect((await merge(keep, other)).code).toBe('people.merge_numbers')
    expect((await merge(keep, same)).code).toBe('ok')
    expect(await call(admin, people.show, keyOf(keep))).toMatchObject({
      details: { hasIdCard: true, hasNationalNumber: true },
    })
    expect((await merge(keep, other, { differentNumbers: true })).code).toBe('ok')
    const kept = await run(
      sql`select convert_from(national_number_key, 'UTF8') as key from person_detail where student_id = ${keep.id}`,
    )
    expect(kept).toEqual([{ key: 'a' }])
  })

  it.each([
    ['has details', 'a'],
    ['has none', null],
  ] as const)('give the number of one alone to the one who stays, who %s', async (_, national) => {
    const [keep, gone] = [await pupil(null, national), await pupil(NUMBERS[0])]
    const nationalNumber = national === null ? 'none' : 'keep'
    expect(await shown(keep, gone)).toEqual({ idCard: 'gone', nationalNumber })
    expect(await shown(gone, keep)).toMatchObject({ idCard: 'keep' })
    expect((await merge(keep, gone)).code).toBe('ok')
    expect(await call(admin, people.show, keyOf(keep))).toMatchObject({
      details: { hasIdCard: true, hasNationalNumber: national !== null },
    })
    // The made national number cannot be opened.
    await run(
      sql`update person_detail set national_number_sealed = null, national_number_key = null where student_id = ${keep.id}`,
    )
    expect(await call(admin, people.showIdCard, keyOf(keep))).toMatchObject({ idCard: NUMBERS[0] })
  })
})

describe('two accounts of a teacher, and of a parent', () => {
  const made = async (userType: 2 | 3, name: string, loginName: string) => {
    const key = await call(admin, people.save, {
      realName: name,
      englishName: '',
      number: userType === 2 ? loginName.toUpperCase() : '',
      loginName,
      sex: null,
      birthday: null,
      classId: null,
      departmentId: null,
      positionTitle: userType === 2 ? '教师' : '',
      englishPositionTitle: '',
      email: null,
      phone: '13977130009',
      key: null,
      userType,
    })
    return call(admin, people.show, key)
  }

  it('keep the classes, subjects and heads of both', async () => {
    const [first, second] = [await made(2, '欧阳修', 'oyx1'), await made(2, '欧阳修', 'oyx2')]
    await run(sql`
      update class_group set head_teacher_id = ${second.id} where class_id = (select class_id from class_group where unit_id = ${unitId} and closed_on is null order by position limit 1)`)
    await run(
      sql`insert into subject (unit_id, name, english_name, code, position) values (${unitId}, '书法', '', '', 99)`,
    )
    await run(sql`
      insert into class_teacher (unit_id, class_id, user_id, subject_id)
      select c.unit_id, c.class_id, u, s.subject_id from (select * from class_group where unit_id = ${unitId} and closed_on is null limit 1) c, (select * from subject where unit_id = ${unitId} and name = '书法') s,
        unnest(${sql.param([first.id, second.id])}::uuid[]) u`)
    await run(sql`
      insert into role_member (unit_id, role_id, user_id, member_id)
      select r.unit_id, r.role_id, u, gen_random_uuid() from (select * from role where unit_id = ${unitId} and code <> 'XX_SYS_' limit 1) r, unnest(${sql.param([first.id, second.id])}::uuid[]) u`)
    await call(admin, merging.merge, { ...keyOf(first), otherId: second.id, name: '欧阳修', take: ALL, days: 'gone' })
    expect(await leftOf(second.id)).toEqual([])
    const now = await call(admin, people.show, keyOf(first))
    expect(now).toMatchObject({ number: 'OYX2', loginName: 'oyx2', positionTitle: '教师', phone: '13977130009' })
    expect(now.classes.some(({ head }) => head)).toBe(true)
    expect(now.classes.some(({ subjects }) => subjects.length === 1)).toBe(true)
    expect(now.roles.length).toBeGreaterThan(0)
  })

  it('keep the children of both, and refuse two linked accounts', async () => {
    const [first, second] = [await made(3, '欧阳家长', 'oyp1'), await made(3, '欧阳家长', 'oyp2')]
    await run(sql`
      insert into guardian (unit_id, parent_id, student_id, relation, may_consent, is_emergency_contact)
      select s.unit_id, ${second.id}, s.student_id, 'mother', true, false from student s where s.unit_id = ${unitId} and s.class_id is not null limit 2`)
    const teachers = [await made(2, '欧阳甲', 'oyt1'), await made(2, '欧阳乙', 'oyt2')]
    for (const [at, parent] of [first, second].entries())
      await run(sql`update user_account set parent_id = ${parent.id} where user_id = ${teachers[at]?.id}`)
    const merge = { ...keyOf(first), otherId: second.id, name: '欧阳家长', take: [], days: 'both' as const }
    expect((await ask(admin, merging.preview, { ...keyOf(first), otherId: second.id })).code).toBe(
      'people.merge_linked',
    )
    expect((await ask(admin, merging.merge, merge)).code).toBe('people.merge_linked')
    await run(sql`update user_account set parent_id = null where user_id = ${teachers[0]?.id}`)
    await call(admin, merging.merge, merge)
    expect(await leftOf(second.id)).toEqual([])
    const now = await call(admin, people.show, keyOf(first))
    expect(now.children).toHaveLength(2)
    expect(now).toMatchObject({ loginName: 'oyp1', phone: '13977130009', linked: { userId: teachers[1]?.id } })
  })
})
