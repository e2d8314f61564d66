import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import * as attendance from '../../../contract/endpoints/attendance/attendance.ts'
import * as classPublications from '../../../contract/endpoints/messages/class-publications.ts'
import * as publications from '../../../contract/endpoints/messages/publications.ts'
import * as structure from '../../../contract/endpoints/people/structure.ts'
import * as unitRoles from '../../../contract/endpoints/people/unit-roles.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { settleJobs } from '../../support/app/settle-jobs.ts'
import type { SentTo, TestBrowser } from '../../support/browser/test-browser.ts'
import { readMe, runAsOwner } from '../../support/callers/session-probe.ts'
import { ask, call } from '../../support/callers/call.ts'
import { clearAttendance, NOW, TODAY } from '../../support/schools/attendance-school.ts'

// Rights to write to classes and to see and decide attendance, held in a part of the unit by an employee who teaches nothing.

let test: TestApp
let admin: TestBrowser
let staff: TestBrowser
let staffId: string
let gradeId: string
let inside: string[]
let outside: string
let campusId: string

beforeAll(async () => {
  test = await createTestApp({ now: () => NOW })
  admin = await test.signIn('admin')
  staff = await test.signIn('staff')
  staffId = (await readMe(staff)).userId
  const school = await call(admin, structure.read, {})
  const [first] = school.classes
  gradeId = first?.gradeId ?? ''
  inside = school.classes.filter((one) => one.gradeId === gradeId).map(({ classId }) => classId)
  const far = school.classes.find((one) => one.gradeId !== gradeId)
  outside = far?.classId ?? ''
  campusId = far?.campusId ?? ''
  await clearAttendance(test)
})
afterAll(() => test.close())
afterEach(async () => {
  await runAsOwner(test, sql`delete from role where service = 'own'`)
  await runAsOwner(test, sql`delete from publication`)
})

/** Gives the employee a role with the codes in a part; resolves to the function that withdraws it. */
async function giveIn(scope: unitRoles.ScopeKey, codes: string[]) {
  const { roleId } = await call(admin, unitRoles.save, { roleId: null, name: codes.join(' '), englishName: '', codes })
  const holder = { kind: 'person', id: staffId } as const
  const { memberIds } = await call(admin, unitRoles.assign, { roleId, members: [{ holder, scope }] })
  return () => call(admin, unitRoles.withdraw, { roleId, memberIds })
}

const letter = (audience: Partial<publications.Audience>): SentTo<typeof classPublications.save> => ({
  publicationId: null,
  kind: 'message',
  title: '年级通知',
  englishTitle: '',
  text: '周五开会。',
  englishText: '',
  importance: 2,
  url: null,
  applicationCode: null,
  dueOn: null,
  audience: { userTypes: [], gradeIds: [], classIds: [], userIds: [], roleIds: [], ...audience },
  sendAt: null,
  fileIds: [],
})
const write = async (audience: Partial<publications.Audience>) =>
  (await ask(staff, classPublications.save, letter(audience))).code

describe('the right to write to classes, held in a grade', () => {
  it('writes to its pupils and parents, and to nobody else', async () => {
    expect(await write({ userTypes: [1, 3], classIds: inside })).toBe('access.denied')
    await giveIn({ kind: 'grade', id: gradeId }, ['message_classes'])
    expect((await call(staff, classPublications.options, {})).classes.map(({ classId }) => classId).toSorted()).toEqual(
      inside.toSorted(),
    )
    expect(await write({ userTypes: [1, 3], classIds: inside })).toBe('ok')
    expect(await write({ userTypes: [1, 3], classIds: [...inside, outside] })).toBe('publication.not_own_class')
    expect(await write({ userTypes: [1, 2, 3], classIds: inside })).toBe('publication.not_own_class')
    expect(await write({ userTypes: [1, 3] })).toBe('publication.not_own_class')
    expect(await write({ userTypes: [1], gradeIds: [gradeId] })).toBe('publication.not_own_class')
    const strangers = await runAsOwner(
      test,
      sql`select user_id from student where class_id = ${outside} and user_id is not null`,
    )
    expect(await write({ userIds: [String(strangers[0]?.['user_id'])] })).toBe('publication.not_own_class')
    expect((await ask(staff, publications.list)).code).toBe('access.denied')
  })

  it('ends with the role: what waits is stopped, and nothing of it is reminded or recalled', async () => {
    const withdraw = await giveIn({ kind: 'class', id: inside[0] ?? '' }, ['message_classes'])
    const { publicationId } = await call(
      staff,
      classPublications.save,
      letter({ userTypes: [1, 3], classIds: inside.slice(0, 1) }),
    )
    await settleJobs(test.database)
    expect((await call(staff, classPublications.show, { publicationId })).state).toBe('sent')
    await withdraw()
    for (const endpoint of [classPublications.remind, classPublications.recall, classPublications.show])
      expect([endpoint.name, (await ask(staff, endpoint, { publicationId })).code]).toEqual([
        endpoint.name,
        'access.denied',
      ])
  })

  it('adds to the classes that a teacher teaches', async () => {
    const teacher = await test.signIn('teacher')
    const { userId } = await readMe(teacher)
    await runAsOwner(test, sql`delete from class_teacher where user_id = ${userId}`)
    await runAsOwner(test, sql`update class_group set head_teacher_id = ${userId} where class_id = ${outside}`)
    const own = async () => (await call(teacher, classPublications.options, {})).classes.map(({ classId }) => classId)
    const before = await own()
    expect(before).toContain(outside)
    const missing = inside.filter((classId) => !before.includes(classId))
    expect(missing.length).toBeGreaterThan(0)
    const { roleId } = await call(admin, unitRoles.save, {
      roleId: null,
      name: '部分',
      englishName: '',
      codes: ['message_classes'],
    })
    const members = [{ holder: { kind: 'person', id: userId }, scope: { kind: 'grade', id: gradeId } } as const]
    await call(admin, unitRoles.assign, { roleId, members })
    expect((await own()).toSorted()).toEqual([...new Set([...before, ...inside])].toSorted())
  })
})

describe('rights of attendance, held in a part', () => {
  const groups = async () => (await call(staff, attendance.groups, {})).groups
  const dayOf = async (group: string) => (await ask(staff, attendance.day, { group, date: TODAY })).code

  it('show the records of its classes alone, and decide where approving is among them', async () => {
    expect(await groups()).toEqual([])
    const withdraw = await giveIn({ kind: 'grade', id: gradeId }, ['attendance_view'])
    expect(new Map((await groups()).map(({ group, mayApprove }) => [group, mayApprove]))).toEqual(
      new Map(inside.map((classId) => [classId, false])),
    )
    expect(await dayOf(inside[0] ?? '')).toBe('ok')
    expect(await dayOf(outside)).toBe('access.denied')
    expect(await dayOf(attendance.STAFF_GROUP)).toBe('access.denied')
    await withdraw()
    expect(await dayOf(inside[0] ?? '')).toBe('access.denied')
    await giveIn({ kind: 'campus', id: campusId }, ['attendance_approve'])
    const found = await groups()
    expect(found.some(({ group }) => group === outside)).toBe(true)
    expect(found.every(({ mayApprove }) => mayApprove)).toBe(true)
    expect(found.some(({ group }) => group === attendance.STAFF_GROUP)).toBe(false)
  })

  it('are enough to open the application', async () => {
    await call(admin, unitRoles.saveType, { userType: 4, give: [], take: ['attendance'] })
    expect((await ask(staff, attendance.groups)).code).toBe('access.denied')
    await giveIn({ kind: 'grade', id: gradeId }, ['attendance', 'attendance_view'])
    expect((await groups()).map(({ group }) => group).toSorted()).toEqual(inside.toSorted())
    await call(admin, unitRoles.saveType, { userType: 4, give: ['attendance'], take: [] })
  })
})

it('attendance settings and messages to the whole school are not given in a part', async () => {
  for (const code of ['attendance_admin', 'base_message']) {
    const { roleId } = await call(admin, unitRoles.save, { roleId: null, name: code, englishName: '', codes: [code] })
    const members = [{ holder: { kind: 'person', id: staffId }, scope: { kind: 'grade', id: gradeId } } as const]
    expect([code, (await ask(admin, unitRoles.assign, { roleId, members })).code]).toEqual([code, 'role.not_in_part'])
  }
})
