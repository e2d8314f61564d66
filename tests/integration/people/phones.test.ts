import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ownContact, saveOwnContact } from '../../../contract/endpoints/account.ts'
import * as guardians from '../../../contract/endpoints/people/guardians.ts'
import * as merging from '../../../contract/endpoints/people/merging.ts'
import * as people from '../../../contract/endpoints/people/people.ts'
import * as roster from '../../../contract/endpoints/people/roster.ts'
import { contactOf } from '../../../contract/endpoints/sign-in/admin-help.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { createImportCaller } from '../../support/callers/import-caller.ts'
import { runAsOwner } from '../../support/callers/session-probe.ts'
import { ask, call } from '../../support/callers/call.ts'
import { fieldsOf } from '../../support/schools/sign-in-settings.ts'

const STORED = '+447700900123'
const SHOWN = '+44 7700 900123'
const OTHER = { phone: '+85251234567', phoneShown: '+852 5123 4567' }

let test: TestApp
let admin: TestBrowser
let teacher: TestBrowser
let pupil: people.PersonPage
/** A guardian of the pupil, and another parent. */
let parentId = ''
let otherId = ''
beforeAll(async () => {
  test = await createTestApp()
  admin = await test.signIn('admin')
  teacher = await test.signIn('teacher')
  const { people: pupils } = await call(admin, people.list, { query: '20260101', userType: '1' })
  pupil = await call(admin, people.show, { kind: 'pupil', id: pupils[0]?.id ?? '' })
  const add = async (realName: string, phone: string) =>
    (
      await call(admin, guardians.addGuardian, {
        studentId: pupil.id,
        parent: { realName, phone },
        relation: 'mother',
        mayConsent: false,
        isEmergencyContact: false,
      })
    ).parentId
  parentId = await add('白鹭', STORED)
  otherId = await add('白鹭', OTHER.phone)
})
afterAll(() => test.close())
beforeEach(() => runAsOwner(test, sql`with rates as (delete from rate_limit) delete from login_attempt`))

const setZone = (zone: string) =>
  runAsOwner(
    test,
    sql`insert into attendance_settings (unit_id, time_zone) select unit_id, ${zone} from unit_host where host = 'localhost'
      on conflict (unit_id) do update set time_zone = excluded.time_zone`,
  )
const parent = () => call(admin, people.show, { kind: 'account', id: parentId })
const storedPhone = async () =>
  (await runAsOwner(test, sql`select phone from guardian_contact where parent_id = ${parentId}::uuid`))[0]?.['phone']

/** Saves the parent's form with this in the field of the phone. */
async function savePhone(phone: string) {
  const { version, realName, loginName } = await parent()
  return ask(admin, people.save, {
    key: { kind: 'account', id: parentId },
    version,
    userType: 3,
    realName,
    loginName,
    englishName: '',
    number: '',
    sex: null,
    birthday: null,
    classId: null,
    departmentId: null,
    positionTitle: '',
    englishPositionTitle: '',
    email: null,
    phone,
  })
}

describe('a phone is shown as its country writes it', () => {
  it('on the pages of the parent and of the child', async () => {
    expect(await parent()).toMatchObject({ phone: STORED, phoneShown: SHOWN })
    const { guardians: shown } = await call(admin, people.show, { kind: 'pupil', id: pupil.id })
    expect(shown.find(({ userId }) => userId === parentId)).toMatchObject({ phone: STORED, phoneShown: SHOWN })
  })

  it('where two entries are merged', async () => {
    expect(await call(admin, merging.preview, { kind: 'account', id: parentId, otherId })).toMatchObject({
      keep: { phone: STORED, phoneShown: SHOWN },
      gone: OTHER,
    })
  })

  it('among the contacts of a class, and as it is stored in the sheet of a class', async () => {
    const classId = pupil.classId ?? ''
    const found = await call(teacher, roster.contacts, { classId })
    const one = found.students
      .flatMap((student) => student.guardians)
      .find((guardian) => guardian.parentId === parentId)
    expect(one).toMatchObject({ phone: STORED, phoneShown: SHOWN })
    const { data } = await ask(teacher, roster.exportClass, { classId, contacts: true })
    expect(JSON.stringify(data)).toContain(STORED)
    expect(JSON.stringify(data)).not.toContain(SHOWN)
  })

  it('in the own account, and to who helps with its sign-in', async () => {
    const saved = await teacher.post(saveOwnContact.path, { phone: STORED, contact: '' })
    expect(saved.envelope.data).toMatchObject({ phone: STORED, phoneShown: SHOWN })
    expect((await teacher.get(ownContact.path)).envelope.data).toMatchObject({ phone: STORED, phoneShown: SHOWN })
    expect((await admin.post(contactOf.path, { username: 'teacher' })).envelope.data).toMatchObject({
      phone: STORED,
      phoneShown: SHOWN,
    })
  })

  it('in the preview of an import: what was, what becomes of it, further numbers, and people to choose from', async () => {
    const caller = createImportCaller(test, admin)
    const run = await caller.preview(
      'people.csv',
      `类型,姓名,用户名,手机\n家长,白鹭,447700900123,+85291234567 / +442079460958\n`,
    )
    expect((await caller.rows(run.importId, 'changed'))[0]).toMatchObject({
      before: { phone: SHOWN },
      after: { phone: '+852 9123 4567' },
      warnings: [{ code: 'phone_more', params: { more: '+44 20 7946 0958' } }],
    })
    const other = await caller.preview('people.csv', `类型,姓名,手机\n家长,白露,${STORED}\n`)
    const [asked] = await caller.rows(other.importId, 'ambiguous')
    expect(asked?.candidates).toMatchObject([{ id: parentId, number: SHOWN }])
  })
})

describe('the field of a phone', () => {
  it('changes nothing when it is saved as it is shown or stored', async () => {
    const { version } = await parent()
    for (const typed of [SHOWN, STORED]) {
      expect(await savePhone(typed)).toMatchObject({ code: 'ok' })
      expect(await parent()).toMatchObject({ phone: STORED, version })
    }
    await teacher.post(saveOwnContact.path, { phone: STORED, contact: '' })
    const again = await teacher.post(saveOwnContact.path, { phone: SHOWN, contact: '' })
    expect(again.envelope).toMatchObject({ code: 'ok', data: { phone: STORED } })
  })

  it.each([
    ['Asia/Shanghai', '+852 9123-4567', '+85291234567'],
    ['Asia/Shanghai', '138 0013 8000', '13800138000'],
    ['Asia/Shanghai', '+86 138 0013 8000', '13800138000'],
    ['Asia/Shanghai', '021-62345678', '+862162345678'],
    ['Europe/London', '020 7946 0958', '+442079460958'],
    ['Europe/London', '020 7946 0958 ext 12', '+442079460958;ext=12'],
    ['Asia/Shanghai', '+442079460958;ext=12', '+442079460958;ext=12'],
    ['Europe/London', '07700 900123', STORED],
  ])('takes any form: in %s “%s” is %s', async (zone, typed, stored) => {
    await setZone(zone)
    expect(await savePhone(typed)).toMatchObject({ code: 'ok' })
    expect(await storedPhone()).toBe(stored)
    await setZone('Asia/Shanghai')
    await savePhone(STORED)
  })

  it.each(['23800138000', '1380013800', '13800138000 / 13800138001', '内线 8804', '12'])(
    'refuses “%s”',
    async (typed) => {
      expect(fieldsOf(await savePhone(typed)).slice(1)).toEqual(['phone'])
      expect(await storedPhone()).toBe(STORED)
    },
  )

  it('gives a new parent the digits as the login name', async () => {
    expect(await parent()).toMatchObject({ loginName: '447700900123' })
    const added = await call(admin, guardians.addGuardian, {
      studentId: pupil.id,
      parent: { realName: '白鸥', phone: '+44 20 7946 0958 x12' },
      relation: 'other',
      mayConsent: false,
      isEmergencyContact: false,
    })
    expect(await call(admin, people.show, { kind: 'account', id: added.parentId })).toMatchObject({
      phone: '+442079460958;ext=12',
      loginName: '442079460958',
    })
  })
})

describe('the list of people', () => {
  const find = async (query: string) =>
    (await call(admin, people.list, { query, userType: '3' })).people.map(({ id }) => id).includes(parentId)

  // Another login name: the phone alone finds the parent.
  beforeAll(() =>
    runAsOwner(test, sql`update user_account set login_name = 'bai.lu' where user_id = ${parentId}::uuid`),
  )

  it.each([
    STORED,
    SHOWN,
    '+44 (0)7700 900123',
    '00447700900123',
    '+44 7700',
    '447700900',
    '＋４４ ７７００ ９００１２３',
  ])('finds by “%s”', async (query) => {
    expect(await find(query)).toBe(true)
  })

  it.each(['07700 900123', '07700900123', '07700 90', '7700 900123'])(
    'finds by “%s” in the country of the number',
    async (query) => {
      await setZone('Europe/London')
      expect(await find(query)).toBe(true)
      await setZone('Asia/Shanghai')
    },
  )

  it('finds nobody by other numbers, by the end of one or by too little of it', async () => {
    for (const query of ['+44 7700 900124', '900123', '4477']) expect(await find(query)).toBe(false)
  })

  it('finds teachers, and pupils with an account, by their own number', async () => {
    await runAsOwner(
      test,
      sql`insert into account_contact (user_id, unit_id, phone) select user_id, unit_id, '+61412345678' from user_account
        where login_name in ('student', 'staff') and unit_id = (select unit_id from unit_host where host = 'localhost')`,
    )
    const { people: found } = await call(admin, people.list, { query: '+61 412 345 678' })
    expect(new Set(found.map(({ loginName }) => loginName))).toEqual(new Set(['staff', 'student']))
  })
})
