import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { adminEvents } from '../../../contract/endpoints/admin-events.ts'
import * as ownClasses from '../../../contract/endpoints/people/own-classes.ts'
import * as session from '../../../contract/endpoints/sign-in/session.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { accessOf, eventsOf, isSignedIn, readMe, runAsOwner } from '../../support/callers/session-probe.ts'
import { ask, call } from '../../support/callers/call.ts'
import { pupilOf } from '../../support/schools/attendance-school.ts'

let test: TestApp
const people = new Map<string, TestBrowser>()
/** The class of the pupil `student`, whose pupils have accounts; and one of another head. */
let classId = ''
let otherId = ''
let studentId = ''
let teacherId = ''
let studentUserId = ''
beforeAll(async () => {
  test = await createTestApp()
  for (const name of ['admin', 'teacher', 'staff', 'parent', 'student']) people.set(name, await test.signIn(name))
  people.set('ginkgo', await test.signIn('teacher', { host: 'ginkgo.localhost' }))
  people.set('area', await test.signIn('staff', { host: 'area.localhost' }))
  ;({ classId, studentId } = await pupilOf(test, 'student'))
  otherId = (await pupilOf(test, '20260201')).classId
  teacherId = (await readMe(as('teacher'))).userId
  studentUserId = (await readMe(as('student'))).userId
})
afterAll(() => test.close())

/** The teacher heads the class alone, and no code is granted to teachers. */
beforeEach(async () => {
  await setHead(otherId, null)
  await setHead(classId, teacherId)
  await runAsOwner(test, sql`delete from class_teacher`)
  await runAsOwner(test, sql`delete from permission_grant where code = 'roster_passwords' and user_type is not null`)
})

const setHead = (id: string, userId: string | null) =>
  runAsOwner(test, sql`update class_group set head_teacher_id = ${userId}::uuid where class_id = ${id}`)

function as(name: string): TestBrowser {
  const browser = people.get(name)
  if (!browser) throw new Error(`${name} has not signed in`)
  return browser
}

const give = (id = classId, pupils = [studentId]) => ({ classId: id, pupils, onlyNew: false })

describe('the classes of a teacher', () => {
  it('are those that they head, with who never signed in', async () => {
    const [found, ...others] = (await call(as('teacher'), ownClasses.list, {})).filter((one) => one.classId === classId)
    expect(others).toEqual([])
    expect(found).toMatchObject({
      classId,
      name: '七年级2班',
      englishName: 'Grade 7 Class 2',
      isHead: true,
      students: 32,
    })
    const { pupils } = await call(as('teacher'), ownClasses.pupils, { classId })
    expect(pupils).toHaveLength(32)
    const never = pupils.filter(({ loginName, lastSignIn }) => loginName !== null && lastSignIn === null)
    expect(found?.neverSignedIn).toBe(never.length)
    expect(pupils.find((one) => one.studentId === studentId)).toMatchObject({
      loginName: 'student',
      lastSignIn: expect.any(String),
      password: 'own',
      mayReset: true,
    })
  })

  it('are none for people who head none', async () => {
    expect(await call(as('staff'), ownClasses.list, {})).toEqual([])
    expect((await ask(as('parent'), ownClasses.list, {})).code).toBe('access.denied')
    expect((await ask(as('student'), ownClasses.list, {})).code).toBe('access.denied')
  })

  it.each([
    ['another class', 'teacher', () => otherId],
    ['a class that does not exist', 'teacher', () => '018f0000-0000-7000-8000-000000000000'],
    ['what is no identifier', 'teacher', () => 'x'],
    ['their class as other staff', 'staff', () => classId],
    ['a class as an administrator who heads none', 'admin', () => classId],
    ['a class of another school', 'ginkgo', () => classId],
    ['a class of a school as its area', 'area', () => classId],
    ['their own class as a pupil', 'student', () => classId],
  ])('do not have %s', async (_, name, id) => {
    expect((await ask(as(name), ownClasses.pupils, { classId: id() })).code).toBe('access.denied')
    expect((await ask(as(name), ownClasses.firstPasswords, give(id()))).code).toBe('access.denied')
  })

  it('end with the next call when another teacher heads the class', async () => {
    expect((await ask(as('teacher'), ownClasses.pupils, { classId })).code).toBe('ok')
    const { userId } = await readMe(as('staff'))
    await setHead(classId, userId)
    expect((await ask(as('teacher'), ownClasses.pupils, { classId })).code).toBe('access.denied')
    expect((await ask(as('teacher'), ownClasses.firstPasswords, give())).code).toBe('access.denied')
    expect((await ask(as('staff'), ownClasses.pupils, { classId })).code).toBe('ok')
  })

  it('end when the class has graduated', async () => {
    await runAsOwner(test, sql`update class_group set closed_on = current_date where class_id = ${classId}`)
    const { code } = await ask(as('teacher'), ownClasses.pupils, { classId })
    await runAsOwner(test, sql`update class_group set closed_on = null where class_id = ${classId}`)
    expect(code).toBe('access.denied')
  })

  it('have those in which they teach a subject only where the school grants it', async () => {
    await setHead(classId, null)
    await runAsOwner(
      test,
      sql`with s as (
          insert into subject (unit_id, name, english_name) select unit_id, '数学', 'Maths' from class_group where class_id = ${classId}
          returning unit_id, subject_id)
        insert into class_teacher (unit_id, class_id, user_id, subject_id) select unit_id, ${classId}, ${teacherId}, subject_id from s`,
    )
    expect((await ask(as('teacher'), ownClasses.pupils, { classId })).code).toBe('access.denied')
    await runAsOwner(
      test,
      sql`insert into permission_grant (unit_id, code, user_type)
        select unit_id, 'roster_passwords', 2 from class_group where class_id = ${classId}`,
    )
    expect(await call(as('teacher'), ownClasses.pupils, { classId })).toMatchObject({ isHead: false })
    expect((await ask(as('teacher'), ownClasses.pupils, { classId: otherId })).code).toBe('access.denied')
  })
})

describe('a first password by the class teacher', () => {
  it('is refused for pupils of another class, also among own ones', async () => {
    const { studentId: stranger } = await pupilOf(test, '20260201')
    const { code } = await ask(as('teacher'), ownClasses.firstPasswords, give(classId, [studentId, stranger]))
    expect(code).toBe('access.denied')
    expect(await isSignedIn(test, accessOf(as('student')))).toBe(true)
  })

  it.each([
    ['the administrators', sql`r.service = 'base' and r.code = 'XX_SYS_'`],
    ['a role with a right of the administration', sql`r.name = '图书管理员'`],
  ])('is refused for a pupil with the role of %s, also to an administrator', async (_, role) => {
    await runAsOwner(
      test,
      sql`insert into role (unit_id, service, code, name, english_name)
        select unit_id, 'base', 'LIB', '图书管理员', 'Librarian' from user_account where user_id = ${studentUserId} on conflict do nothing`,
    )
    await runAsOwner(
      test,
      sql`insert into permission_grant (unit_id, code, role_id) select r.unit_id, 'base_people', r.role_id from role r where r.code = 'LIB'
        on conflict do nothing`,
    )
    await runAsOwner(
      test,
      sql`insert into role_member (unit_id, role_id, user_id)
        select a.unit_id, r.role_id, a.user_id from user_account a join role r on r.unit_id = a.unit_id and ${role} where a.user_id = ${studentUserId}`,
    )
    await setHead(classId, (await readMe(as('admin'))).userId)
    const seen = await call(as('admin'), ownClasses.pupils, { classId })
    const { code } = await ask(as('admin'), ownClasses.firstPasswords, give())
    await runAsOwner(test, sql`delete from role_member where user_id = ${studentUserId}`)
    expect(seen.pupils.find((one) => one.studentId === studentId)?.mayReset).toBe(false)
    expect(code).toBe('access.denied')
  })

  it('is refused for pupils without an account', async () => {
    const pupil = await pupilOf(test, '20260101')
    await setHead(pupil.classId, teacherId)
    const { pupils } = await call(as('teacher'), ownClasses.pupils, { classId: pupil.classId })
    expect(pupils).not.toEqual([])
    expect(pupils.every(({ loginName, mayReset }) => loginName === null && !mayReset)).toBe(true)
    const { code } = await ask(as('teacher'), ownClasses.firstPasswords, give(pupil.classId, [pupil.studentId]))
    expect(code).toBe('access.denied')
  })

  it('opens the account, ends its sessions, and is in the trail and in the pupil’s events', async () => {
    const before = accessOf(as('student'))
    const { slips } = await call(as('teacher'), ownClasses.firstPasswords, give())
    expect(slips).toMatchObject([{ id: studentId, loginName: 'student', place: { name: '七年级2班' } }])
    const password = slips[0]?.password ?? ''
    expect(await isSignedIn(test, before)).toBe(false)
    const { envelope } = await test.visit().post(session.login.path, { username: 'student', password })
    expect(envelope.code).toBe('ok')
    expect(await eventsOf(test, studentUserId)).toContain('password-changed')
    const trail = await as('admin').get(`${adminEvents.path}?action=classes.firstPasswords`)
    const { events } = z.parse(adminEvents.response, trail.envelope.data)
    expect(events[0]).toMatchObject({
      kind: 'changed',
      actor: { userId: teacherId },
      target: { kind: 'pupil', id: studentId },
      changes: { firstPassword: true },
    })
    expect(JSON.stringify(events)).not.toContain(password)
    expect(test.logLines.join('\n')).not.toContain(password)
  })

  it('leaves those out who have a password of their own, if so asked', async () => {
    await runAsOwner(test, sql`update credential set is_first = false where user_id = ${studentUserId}`)
    const { pupils } = await call(as('teacher'), ownClasses.pupils, { classId })
    const owned = pupils.filter(({ password }) => password === 'own')
    expect(owned.length).toBeGreaterThan(0)
    const ids = owned.slice(0, 2).map((one) => one.studentId)
    const { slips } = await call(as('teacher'), ownClasses.firstPasswords, { ...give(classId, ids), onlyNew: true })
    expect(slips).toEqual([])
  })
})
