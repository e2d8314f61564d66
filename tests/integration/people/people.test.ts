import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bilingualErrorText } from '../../../contract/error-texts.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import * as people from '../../../contract/endpoints/people/people.ts'
import * as structure from '../../../contract/endpoints/people/structure.ts'
import * as session from '../../../contract/endpoints/sign-in/session.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { runAsOwner } from '../../support/callers/session-probe.ts'
import { ask, call } from '../../support/callers/call.ts'

let test: TestApp
let admin: TestBrowser
let teacher: TestBrowser
beforeAll(async () => {
  test = await createTestApp()
  admin = await test.signIn('admin')
  teacher = await test.signIn('teacher')
})
afterAll(() => test.close())

const NOTHING = {
  realName: '',
  englishName: '',
  number: '',
  loginName: '',
  sex: null,
  birthday: null,
  classId: null,
  departmentId: null,
  positionTitle: '',
  englishPositionTitle: '',
  email: null,
  phone: null,
} as const

async function findOne(query: string) {
  const { people: found } = await call(admin, people.list, { query, state: 'all' })
  const [only] = found
  if (!only || found.length > 1) throw new Error(`${query}: ${found.length} people`)
  return only
}

describe('the list of people', () => {
  it('has everybody of the unit by pages, and of no other', async () => {
    const first = await call(admin, people.list, { size: 7 })
    expect(first.people).toHaveLength(7)
    const [row] = await runAsOwner(
      test,
      sql`select (select count(*) from student s where s.unit_id = h.unit_id) + (select count(*) from user_account a
        where a.unit_id = h.unit_id and not exists (select from student s where s.user_id = a.user_id)) as total
        from unit_host h where h.host = 'localhost'`,
    )
    expect(first.total).toBe(Number(row?.['total']))
    const second = await call(admin, people.list, { size: 7, page: 2 })
    const ids = [...first.people, ...second.people].map(({ id }) => id)
    expect(new Set(ids).size).toBe(14)
    expect((await call(admin, people.list, { page: 1000 })).people).toEqual([])
    const area = await test.signIn('staff', { host: 'area.localhost' })
    expect((await ask(area, people.list)).code).toBe('access.denied')
  })

  it.each([
    ['a name', '林致远'],
    ['pinyin', 'linzhiyuan'],
    ['initials', 'lzy'],
    ['an English name', 'Lin Zhiyuan'],
    ['a login name', 'teacher'],
  ])('finds by %s', async (_, query) => {
    const { people: found } = await call(admin, people.list, { query, userType: '2' })
    expect(found.map(({ realName }) => realName)).toContain('林致远')
  })

  it('takes letters of no name, and characters with a meaning in patterns, as they are', async () => {
    expect((await call(admin, people.list, { query: '%' })).total).toBe(0)
    expect((await call(admin, people.list, { query: '_' })).total).toBe(0)
  })

  it('has the pupils of a class and their parents', async () => {
    const { classes } = await call(admin, structure.read, {})
    const own = classes[0]
    const { people: found } = await call(admin, people.list, { classId: own?.classId ?? '', size: 200 })
    expect(found.filter(({ userType }) => userType === 1)).toHaveLength(own?.students ?? -1)
    expect(found.some(({ userType }) => userType === 3)).toBe(true)
    expect(found.every(({ places }) => places.length > 0)).toBe(true)
  })

  it('sorts by number and by the last sign-in', async () => {
    const numbers = (await call(admin, people.list, { userType: '1', sort: 'number', descending: 'true' })).people
    expect(numbers.map(({ number }) => number)).toEqual(
      numbers
        .map(({ number }) => number)
        .toSorted()
        .toReversed(),
    )
    const seen = (await call(admin, people.list, { sort: 'lastSignIn', descending: 'true' })).people
    expect(seen[0]?.lastSignIn).not.toBeNull()
    expect(new Set(seen.slice(0, 2).map(({ loginName }) => loginName))).toEqual(new Set(['admin', 'teacher']))
  })

  it('has those who never signed in', async () => {
    const { people: found } = await call(admin, people.list, { neverSignedIn: 'true', size: 200 })
    expect(found.length).toBeGreaterThan(0)
    expect(found.every(({ lastSignIn, loginName }) => lastSignIn === null && loginName !== null)).toBe(true)
  })

  it.each([people.list, people.show, structure.read])('is for holders of its code alone ($name)', async (endpoint) => {
    const input = endpoint === people.show ? { kind: 'account', id: 'x' } : {}
    expect((await ask(teacher, endpoint, input)).code).toBe('access.denied')
  })
})

describe('a person', () => {
  it('is shown whole', async () => {
    const { kind, id } = await findAccount('teacher')
    const page = await call(admin, people.show, { kind, id })
    expect(page).toMatchObject({ realName: '林致远', userType: 2, loginName: 'teacher', password: 'own', active: true })
    expect(page.classes[0]).toMatchObject({ name: '四年级1班', head: true })
    expect(page.linked).toMatchObject({ realName: '林致远', englishName: 'Lin Zhiyuan', userType: 3 })
    expect(page.signIn.sessions).toBeGreaterThan(0)
    const [pupil] = (await call(admin, people.list, { query: '20260101', userType: '1' })).people
    const { guardians } = await call(admin, people.show, { kind: 'pupil', id: pupil?.id ?? '' })
    expect(guardians).toMatchObject([{ realName: '林致远', englishName: 'Lin Zhiyuan', relation: 'father' }])
    const { children } = await call(admin, people.show, { kind: 'account', id: guardians[0]?.userId ?? '' })
    expect(children[0]).toMatchObject({ realName: '林溪', englishName: 'Lin Xi', number: '20260101' })
    expect((await ask(admin, people.show, { kind: 'account', id: 'unknown' })).code).toBe('people.gone')
    expect((await ask(admin, people.show, { kind: 'pupil', id })).code).toBe('people.gone')
  })

  it('is added and changed: a pupil without an account, then with one', async () => {
    const { classes } = await call(admin, structure.read, {})
    const classId = classes[0]?.classId ?? ''
    const given = {
      ...NOTHING,
      realName: '欧阳小雨',
      englishName: 'Rain Ouyang',
      number: '00990001',
      sex: 2,
      birthday: '2016-02-29',
      classId,
    } as const
    const key = await call(admin, people.save, { ...given, key: null, userType: 1 })
    const reached = await ask(admin, people.save, { ...given, phone: '13800001112', key, userType: 1 })
    expect(reached.fieldErrors).toEqual([problem('loginName', 'people.account_needed')])
    expect(key.kind).toBe('pupil')
    expect(await call(admin, people.show, key)).toMatchObject({
      number: '00990001',
      loginName: null,
      birthday: '2016-02-29',
      classId,
    })
    expect(await findOne('oyxy')).toMatchObject({ id: key.id })
    await call(admin, people.save, { ...given, englishName: 'Ouyang Xiaoyu', loginName: 'rain', key, userType: 1 })
    expect(await call(admin, people.show, key)).toMatchObject({
      englishName: 'Ouyang Xiaoyu',
      loginName: 'rain',
      password: 'none',
    })
  })

  it('is added: a teacher by the number, and a parent with a telephone', async () => {
    const teacherKey = await call(admin, people.save, {
      ...NOTHING,
      realName: '司徒明',
      number: 'T9001',
      key: null,
      userType: 2,
    })
    expect(await call(admin, people.show, teacherKey)).toMatchObject({
      loginName: 't9001',
      number: 'T9001',
      userType: 2,
    })
    const called = {
      ...NOTHING,
      realName: '司徒明',
      number: 'T9001',
      phone: '13800002222',
      email: 'situ@school.example',
    }
    await call(admin, people.save, { ...called, key: teacherKey, userType: 2 })
    expect(await call(admin, people.show, teacherKey)).toMatchObject({
      phone: '13800002222',
      email: 'situ@school.example',
    })
    const parent = {
      ...NOTHING,
      realName: '司徒父',
      loginName: 'situ.fu',
      phone: '13800001111',
      key: null,
      userType: 3,
    } as const
    const parentKey = await call(admin, people.save, parent)
    expect(await call(admin, people.show, parentKey)).toMatchObject({ phone: '13800001111', number: '' })
  })

  it.each([
    ['a pupil without a class', { userType: 1, number: '1', classId: null }, 'classId', 'people.class_needed'],
    ['a pupil without a number', { userType: 1, number: ' ' }, 'number', 'field.required'],
    ['a number that is taken', { userType: 2, number: 'T0001' }, 'number', 'people.number_taken'],
    ['a login name that is taken', { userType: 3, loginName: 'TEACHER' }, 'loginName', 'people.login_taken'],
    ['a parent without a login name', { userType: 3 }, 'loginName', 'field.required'],
    ['a name of nothing', { userType: 3, realName: ' ', loginName: 'x1' }, 'realName', 'field.required'],
    ['a day that does not exist', { userType: 1, birthday: '2015-02-30' }, 'birthday', 'field.date'],
    ['a telephone that is none', { userType: 3, loginName: 'x2', phone: '12' }, 'phone', 'field.phone'],
    [
      'a department of another unit',
      { userType: 4, number: 'T9100', departmentId: crypto.randomUUID() },
      'departmentId',
      'structure.gone',
    ],
  ] as const)('is refused with its field: %s', async (_, given, field, code) => {
    const answer = await ask(admin, people.save, { ...NOTHING, realName: '张三', key: null, ...given })
    expect(answer.fieldErrors).toEqual([problem(field, code)])
  })
})

describe('people who leave', () => {
  it('cannot sign in, are signed out at once, and come back with one call', async () => {
    const student = await test.signIn('student')
    const key = (({ kind, id }) => ({ kind, id }))(await findPupil('student'))
    const before = await call(admin, people.show, key)
    const { undo } = await call(admin, people.deactivate, { people: [key] })
    expect(undo).toEqual([{ ...key, classId: before.classId }])
    expect((await student.get(session.me.path)).envelope.code).toBe('session.expired')
    await expect(test.signIn('student')).rejects.toThrow()
    expect(await call(admin, people.show, key)).toMatchObject({
      active: false,
      classId: null,
      left: { reason: 'left' },
    })
    expect((await call(admin, people.list, { state: 'inactive' })).people.map(({ id }) => id)).toContain(key.id)
    await call(admin, people.bringBack, { people: undo })
    expect(await call(admin, people.show, key)).toMatchObject({ active: true, classId: before.classId, left: null })
    await test.signIn('student')
  })

  it('are not the caller, and administrators only for another administrator', async () => {
    const { kind, id } = await findAccount('admin')
    const key = { kind, id }
    expect((await ask(admin, people.deactivate, { people: [key] })).code).toBe('account.oneself')
    await runAsOwner(
      test,
      sql`insert into permission_grant (unit_id, code, user_type)
        select u.unit_id, 'base_people', 2 from unit_host u where u.host = 'localhost'`,
    )
    const given = { ...NOTHING, realName: '周明远', number: 'T0001', loginName: 'admin', key, userType: 4 }
    for (const [endpoint, input] of [
      [people.deactivate, { people: [key] }],
      [people.bringBack, { people: [{ ...key, classId: null }] }],
      [people.firstPasswords, { people: [key], onlyNew: false }],
      [people.save, { ...given, email: 'teacher@school.example' }],
    ] as const)
      expect((await ask(teacher, endpoint, input)).code).toBe('access.denied')
    expect(await call(admin, people.show, key)).toMatchObject({ active: true, password: 'own', email: null })
    await runAsOwner(test, sql`delete from permission_grant where code = 'base_people' and user_type = 2`)
  })

  it('are never all administrators, also when two end each other at once', async () => {
    await runAsOwner(
      test,
      sql`insert into role_member (unit_id, role_id, user_id)
        select r.unit_id, r.role_id, a.user_id from role r join user_account a on a.unit_id = r.unit_id and a.login_name = 'staff'
        join unit_host h on h.unit_id = r.unit_id and h.host = 'localhost' where r.code = 'XX_SYS_'`,
    )
    const other = await test.signIn('staff')
    const [own, others] = await Promise.all([findAccount('admin'), findAccount('staff')])
    const end = ({ kind, id }: people.PersonKey, browser: TestBrowser) =>
      ask(browser, people.deactivate, { people: [{ kind, id }] })
    const codes = (await Promise.all([end(others, admin), end(own, other)])).map(({ code }) => code)
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1)
    const [row] = await runAsOwner(
      test,
      sql`select count(*)::int as left from user_account a join role_member m using (user_id) join role r using (role_id)
        join unit_host h on h.unit_id = a.unit_id and h.host = 'localhost' where r.code = 'XX_SYS_' and a.status = 1`,
    )
    expect(row?.['left']).toBe(1)
    await runAsOwner(test, sql`update user_account set status = 1 where login_name in ('admin', 'staff')`)
    await runAsOwner(
      test,
      sql`delete from role_member m using user_account a where a.user_id = m.user_id and a.login_name = 'staff'`,
    )
    admin = await test.signIn('admin')
  })

  it('are refused together when one is gone', async () => {
    const { kind, id } = await findAccount('staff')
    const gone = { kind: 'account', id: crypto.randomUUID() } as const
    expect((await ask(admin, people.deactivate, { people: [{ kind, id }, gone] })).code).toBe('people.gone')
    expect(await call(admin, people.show, { kind, id })).toMatchObject({ active: true })
  })
})

describe('first passwords', () => {
  it('let people in once they have them, end what was signed in, and are known as given', async () => {
    const { kind, id } = await findAccount('staff')
    const staff = await test.signIn('staff')
    const { slips } = await call(admin, people.firstPasswords, { people: [{ kind, id }], onlyNew: false })
    expect(slips).toMatchObject([{ id, loginName: 'staff', password: expect.stringMatching(/^[A-Z][a-z]{5}\d{4}$/) }])
    expect((await staff.get(session.me.path)).envelope.code).toBe('session.expired')
    await expect(test.signIn('staff')).rejects.toThrow()
    await signInWith(slips[0])
    expect(await call(admin, people.show, { kind, id })).toMatchObject({ password: 'first' })
  })

  it('make an account for a pupil without one, and leave those alone who have one', async () => {
    const { people: pupils } = await call(admin, people.list, { userType: '1', sort: 'number', size: 200 })
    const without = pupils.filter(({ loginName }) => loginName === null).slice(0, 3)
    expect(without).toHaveLength(3)
    const keys = [...without, await findPupil('student')].map(({ kind, id }) => ({ kind, id }))
    const { slips } = await call(admin, people.firstPasswords, { people: keys, onlyNew: true })
    expect(slips.map(({ loginName }) => loginName).toSorted()).toEqual(without.map(({ number }) => number).toSorted())
    expect(slips.every(({ place }) => place !== null)).toBe(true)
    await signInWith(slips[0])
    await test.signIn('student')
  })

  it('are refused for oneself and for people who left', async () => {
    const { kind, id } = await findAccount('admin')
    const own = await ask(admin, people.firstPasswords, { people: [{ kind, id }], onlyNew: false })
    expect(own.code).toBe('account.oneself')
  })
})

describe('the structure', () => {
  it('gets a grade, a subject and a class with its teachers, sorts them, and loses them again', async () => {
    const { people: teachers } = await call(admin, people.list, { userType: '2', size: 2 })
    const [head, other] = teachers.map(({ id }) => id)
    const englishName = teachers[1]?.englishName
    expect(englishName).not.toBe('')
    const withGrade = await call(admin, structure.saveGroup, {
      kind: 'grade',
      id: null,
      name: '学前班',
      englishName: 'Preschool',
    })
    const gradeId = withGrade.grades.at(-1)?.gradeId ?? ''
    const { subjects } = await call(admin, structure.saveGroup, {
      kind: 'subject',
      id: null,
      name: '书法',
      englishName: 'Calligraphy',
    })
    const subjectId = subjects.at(-1)?.subjectId ?? ''
    const given = {
      classId: null,
      gradeId,
      campusId: null,
      name: '1班',
      englishName: 'Class 1',
      headTeacherId: head ?? '',
      teachers: [{ userId: other ?? '', subjectId }],
    }
    const withClass = await call(admin, structure.saveClass, given)
    const added = withClass.classes.find((one) => one.gradeId === gradeId)
    expect(added).toMatchObject({
      headTeacher: { userId: head },
      teachers: [{ userId: other, englishName, subjectId }],
      students: 0,
    })
    for (const name of ['1班', '（1）班', '一班', 'Class 01'])
      expect((await ask(admin, structure.saveClass, { ...given, name })).fieldErrors).toEqual([
        problem('name', 'structure.name_taken'),
      ])
    expect((await ask(admin, structure.remove, { kind: 'grade', id: gradeId })).code).toBe('structure.in_use')
    expect((await ask(admin, structure.remove, { kind: 'subject', id: subjectId })).code).toBe('structure.in_use')

    const ids = withClass.grades.map((grade) => grade.gradeId).toReversed()
    expect((await call(admin, structure.sort, { kind: 'grade', ids })).grades.map((grade) => grade.gradeId)).toEqual(
      ids,
    )
    expect((await ask(admin, structure.sort, { kind: 'grade', ids: ids.slice(1) })).code).toBe('structure.gone')
    await call(admin, structure.sort, { kind: 'grade', ids: ids.toReversed() })

    await call(admin, structure.remove, { kind: 'class', id: added?.classId ?? '' })
    await call(admin, structure.remove, { kind: 'subject', id: subjectId })
    const last = await call(admin, structure.remove, { kind: 'grade', id: gradeId })
    expect(last.grades.map((grade) => grade.gradeId)).not.toContain(gradeId)
    expect((await ask(admin, structure.remove, { kind: 'grade', id: gradeId })).code).toBe('structure.gone')
  })

  it('refuses a parent as class teacher, a name that is taken, and a class that has pupils as empty', async () => {
    const { classes, grades } = await call(admin, structure.read, {})
    const [first] = classes
    const [parent] = (await call(admin, people.list, { userType: '3', size: 1 })).people
    const given = { ...Object(first), teachers: [], headTeacherId: parent?.id }
    expect((await ask(admin, structure.saveClass, given)).fieldErrors).toEqual([
      problem('headTeacherId', 'structure.no_teacher'),
    ])
    const name = grades[0]?.name
    expect(
      (await ask(admin, structure.saveGroup, { kind: 'grade', id: null, name, englishName: '' })).fieldErrors,
    ).toEqual([problem('name', 'structure.name_taken')])
    expect((await ask(admin, structure.remove, { kind: 'class', id: first?.classId })).code).toBe('structure.in_use')
  })
})

async function findAccount(loginName: string) {
  const { people: found } = await call(admin, people.list, { query: loginName, state: 'all' })
  const one = found.find((person) => person.loginName === loginName)
  if (!one) throw new Error(`${loginName} is missing`)
  return one
}

const findPupil = findAccount

const problem = (field: string, code: ErrorCode) => ({
  field,
  message: bilingualErrorText(code),
})

async function signInWith(slip: people.Slip | undefined): Promise<void> {
  const { loginName: username = '', password = '' } = slip ?? {}
  const { envelope } = await test.visit().post(session.login.path, { username, password })
  expect(envelope.code).toBe('ok')
}
