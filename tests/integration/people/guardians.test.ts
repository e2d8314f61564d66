import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { adminEvents } from '../../../contract/endpoints/admin-events.ts'
import * as join from '../../../contract/endpoints/family/join.ts'
import * as family from '../../../contract/endpoints/family/family.ts'
import * as messages from '../../../contract/endpoints/messages/messages.ts'
import * as guardianCodes from '../../../contract/endpoints/people/guardian-codes.ts'
import * as guardians from '../../../contract/endpoints/people/guardians.ts'
import * as merging from '../../../contract/endpoints/people/merging.ts'
import * as people from '../../../contract/endpoints/people/people.ts'
import * as unitRoles from '../../../contract/endpoints/people/unit-roles.ts'
import { saveOwnEmail } from '../../../contract/endpoints/account.ts'
import { createTeacherCode, linkParent } from '../../../contract/endpoints/family/own-accounts.ts'
import * as session from '../../../contract/endpoints/sign-in/session.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { addRankedPerson } from '../../support/schools/ranked-people.ts'
import { runAsOwner } from '../../support/callers/session-probe.ts'
import { ask, call } from '../../support/callers/call.ts'

let test: TestApp
let admin: TestBrowser
let parent: TestBrowser
let parentId: string
let pupil: people.PersonPage
let clock = Date.now()
beforeAll(async () => {
  test = await createTestApp({ now: () => clock })
  admin = await test.signIn('admin')
  parent = await test.signIn('parent')
  const { people: found } = await call(admin, people.list, { query: 'parent', userType: '3' })
  parentId = found.find(({ loginName }) => loginName === 'parent')?.id ?? ''
  const { children: own } = await call(admin, people.show, { kind: 'account', id: parentId })
  pupil = await call(admin, people.show, { kind: 'pupil', id: own[0]?.studentId ?? '' })
})
afterAll(() => test.close())
beforeEach(async () => {
  clock = Date.now()
  await run(sql`delete from login_attempt`)
})

const run = (statement: ReturnType<typeof sql>) => runAsOwner(test, statement)

const shown = (id = pupil.id) => call(admin, people.show, { kind: 'pupil', id })
const guardianOf = async (userId: string, id = pupil.id) =>
  (await shown(id)).guardians.find((one) => one.userId === userId)
const account = (userId: string) => call(admin, people.show, { kind: 'account', id: userId })
const trailOf = async (targetId: string) => (await call(admin, adminEvents, { targetId })).events
const RIGHTS = { relation: null, mayConsent: false, isEmergencyContact: false } as const
const PASSWORD = 'Kestrel-Harbour-58'

async function anotherPupil(): Promise<people.PersonRow> {
  const { people: all } = await call(admin, people.list, { userType: '1', size: 200 })
  const own = new Set((await account(parentId)).children.map(({ studentId }) => studentId))
  const found = all.find(({ id, places }) => !own.has(id) && places[0]?.name !== pupil.places[0]?.name)
  if (!found) throw new Error('no other pupil')
  return found
}

describe('a guardian entered by the school', () => {
  it('is an existing parent, or a new one by name, relation and phone, and says by whom and when', async () => {
    const child = await anotherPupil()
    await call(admin, guardians.addGuardian, {
      studentId: child.id,
      parent: { userId: parentId },
      ...RIGHTS,
      relation: 'other',
    })
    expect(await guardianOf(parentId, child.id)).toMatchObject({
      relation: 'other',
      mayConsent: false,
      origin: { kind: 'school', by: { realName: expect.any(String) }, file: null, code: null, mergedAt: null },
    })
    expect((await guardianOf(parentId, child.id))?.origin.at).not.toBeNull()
    const own = await call(parent, family.children, { parentId })
    expect(own.map(({ id }) => id)).toContain(child.id)

    const made = await call(admin, guardians.addGuardian, {
      studentId: child.id,
      parent: { realName: '周小燕', phone: '13900001234' },
      ...RIGHTS,
      relation: 'mother',
      mayConsent: true,
    })
    expect(await account(made.parentId)).toMatchObject({
      realName: '周小燕',
      loginName: '13900001234',
      phone: '13900001234',
      userType: 3,
    })
    expect((await account(made.parentId)).children).toMatchObject([
      { studentId: child.id, relation: 'mother', origin: { kind: 'school' } },
    ])
    // In the trail of the child and of the parent.
    expect((await trailOf(child.id))[0]).toMatchObject({
      action: 'people.addGuardian',
      changes: { guardian: made.parentId, before: null, after: { relation: 'mother', mayConsent: true } },
    })
    expect((await trailOf(made.parentId))[0]).toMatchObject({ changes: { child: child.id, newAccount: true } })
    await call(admin, guardians.removeGuardian, { studentId: child.id, parentId })
  })

  it('is refused twice, as an account that is no parent’s or is closed, and without a name for the account', async () => {
    const add = (who: object) => ask(admin, guardians.addGuardian, { studentId: pupil.id, parent: who, ...RIGHTS })
    expect((await add({ userId: parentId })).code).toBe('guardian.already')
    const { people: teachers } = await call(admin, people.list, { userType: '2', size: 1 })
    expect((await add({ userId: teachers[0]?.id })).code).toBe('people.gone')
    expect((await add({ userId: crypto.randomUUID() })).code).toBe('people.gone')
    const nameless = await add({ realName: '无名', phone: null })
    expect([nameless.code, nameless.fieldErrors?.[0]?.field]).toEqual(['field.required', 'loginName'])
    const taken = await add({ realName: '无名', phone: null, loginName: 'TEACHER' })
    expect([taken.code, taken.fieldErrors?.[0]?.field]).toEqual(['people.login_taken', 'loginName'])
    const child = await anotherPupil()
    const { parentId: closed } = await call(admin, guardians.addGuardian, {
      studentId: child.id,
      parent: { realName: '已停', phone: '13900001235' },
      ...RIGHTS,
    })
    await call(admin, people.deactivate, { people: [{ kind: 'account', id: closed }] })
    expect((await add({ userId: closed })).code).toBe('people.inactive')
  })

  it('changes the relation, in the trail of both', async () => {
    const before = await guardianOf(parentId)
    const rights = { studentId: pupil.id, parentId, mayConsent: true, isEmergencyContact: true }
    await call(admin, people.saveGuardian, { ...rights, relation: 'grandparent' })
    expect(await guardianOf(parentId)).toMatchObject({ relation: 'grandparent', isEmergencyContact: true })
    // Without one it stays.
    await call(admin, people.saveGuardian, rights)
    expect(await guardianOf(parentId)).toMatchObject({ relation: 'grandparent' })
    expect((await trailOf(parentId))[1]).toMatchObject({
      action: 'people.saveGuardian',
      changes: { child: pupil.id, after: { relation: 'grandparent' } },
    })
    await call(admin, people.saveGuardian, { ...rights, relation: before?.relation ?? null })
  })

  it('is not for people without the right, nor for another school', async () => {
    const teacher = await test.signIn('teacher')
    const foreign = await test.signIn('admin', { host: 'ginkgo.localhost' })
    const pair = { studentId: pupil.id, parentId }
    for (const [endpoint, input] of [
      [guardians.addGuardian, { studentId: pupil.id, parent: { userId: parentId }, ...RIGHTS }],
      [guardians.removeGuardian, pair],
      [guardians.undoCode, { studentId: pupil.id, codeId: crypto.randomUUID() }],
      [guardians.previewCodeUndo, { studentId: pupil.id, codeId: crypto.randomUUID() }],
    ] as const) {
      expect((await ask(teacher, endpoint, input)).code).toBe('access.denied')
      expect((await ask(foreign, endpoint, input)).code).toBe('people.gone')
    }
  })

  it('is entered by holders of the right for a part, for its pupils and with its parents alone', async () => {
    const child = await anotherPupil()
    const { roleId } = await call(admin, unitRoles.save, {
      roleId: null,
      name: '班级助理',
      englishName: 'Assistant',
      codes: ['base_people'],
    })
    const { people: staff } = await call(admin, people.list, { query: 'staff', userType: '4' })
    const holder = staff.find(({ loginName }) => loginName === 'staff')?.id ?? ''
    await call(admin, unitRoles.assign, {
      roleId,
      members: [{ holder: { kind: 'person', id: holder }, scope: { kind: 'class', id: pupil.classId ?? '' } }],
    })
    const scoped = await test.signIn('staff')
    const add = (studentId: string, who: object) =>
      ask(scoped, guardians.addGuardian, { studentId, parent: who, ...RIGHTS })
    expect((await add(child.id, { realName: '外班', phone: '13900001236' })).code).toBe('people.gone')
    expect((await add(pupil.id, { realName: '本班', phone: '13900001237' })).code).toBe('ok')
    const { parentId: elsewhere } = await call(admin, guardians.addGuardian, {
      studentId: child.id,
      parent: { realName: '别班', phone: '13900001238' },
      ...RIGHTS,
    })
    expect((await add(pupil.id, { userId: elsewhere })).code).toBe('access.part')
    expect((await ask(scoped, guardians.removeGuardian, { studentId: child.id, parentId: elsewhere })).code).toBe(
      'people.gone',
    )
    await call(admin, unitRoles.remove, { roleId })
  })

  it('is never the own account of a registrar, who is a parent as well', async () => {
    await addRankedPerson(test, { loginName: 'own-parent', userType: 3 })
    const own = (await run(sql`select user_id from user_account where login_name = 'own-parent'`))[0]?.['user_id']
    await addRankedPerson(test, { loginName: 'clerk', userType: 2, roles: ['REGISTRY'], parentId: String(own) })
    const child = await anotherPupil()
    const given = { studentId: child.id, parent: { userId: String(own) }, ...RIGHTS, mayConsent: true }
    expect((await ask(await test.signIn('clerk'), guardians.addGuardian, given)).code).toBe('guardian.own_account')
    expect(await guardianOf(String(own), child.id)).toBeUndefined()
    expect((await ask(admin, guardians.addGuardian, given)).code).toBe('ok')
  })

  it('is beyond the reach of who lacks a right that the guardian has', async () => {
    const { roleId } = await call(admin, unitRoles.save, {
      roleId: null,
      name: '人员管理',
      englishName: 'People',
      codes: ['base_people'],
    })
    const { people: staff } = await call(admin, people.list, { query: 'staff', userType: '4' })
    const holder = staff.find(({ loginName }) => loginName === 'staff')?.id ?? ''
    await call(admin, unitRoles.assign, {
      roleId,
      members: [{ holder: { kind: 'person', id: holder }, scope: { kind: 'unit', id: null } }],
    })
    const { roleId: high } = await call(admin, unitRoles.save, {
      roleId: null,
      name: '更多权限',
      englishName: 'More',
      codes: ['base_unit'],
    })
    await call(admin, unitRoles.assign, {
      roleId: high,
      members: [{ holder: { kind: 'person', id: parentId }, scope: { kind: 'unit', id: null } }],
    })
    const registrar = await test.signIn('staff')
    const child = await anotherPupil()
    for (const [endpoint, input] of [
      [guardians.addGuardian, { studentId: child.id, parent: { userId: parentId }, ...RIGHTS }],
      [guardians.removeGuardian, { studentId: pupil.id, parentId }],
      [people.saveGuardian, { studentId: pupil.id, parentId, mayConsent: true, isEmergencyContact: false }],
    ] as const)
      expect((await ask(registrar, endpoint, input)).code).toBe('access.denied')
    await call(admin, unitRoles.remove, { roleId })
    await call(admin, unitRoles.remove, { roleId: high })
  })
})

describe('a removed guardian', () => {
  it('sees the child, what was sent about the child, and to-dos about the child no more, and all again once it is undone', async () => {
    const [message] = await run(sql`
      insert into message (unit_id, module, body, importance) select unit_id, 'attendance', '孩子到校晚了', 3 from user_account where user_id = ${parentId}::uuid returning message_id, unit_id`)
    await run(sql`insert into message_recipient (unit_id, user_id, message_id, student_id)
      values (${message?.['unit_id']}, ${parentId}, ${message?.['message_id']}, ${pupil.id})`)
    const isTold = async () => JSON.stringify(await call(parent, messages.unread, {})).includes('孩子到校晚了')
    const isShown = async () => (await call(parent, family.children, { parentId })).some(({ id }) => id === pupil.id)
    const before = await guardianOf(parentId)
    expect([await isTold(), await isShown()]).toEqual([true, true])
    const waiting = (await call(parent, family.overview, {})).total.message

    const { undo } = await call(admin, guardians.removeGuardian, { studentId: pupil.id, parentId })
    expect([await isTold(), await isShown()]).toEqual([false, false])
    expect((await call(parent, family.overview, {})).total.message).toBeLessThan(waiting)
    expect(await guardianOf(parentId)).toBeUndefined()
    expect((await account(parentId)).active).toBe(true)
    expect((await trailOf(pupil.id))[0]).toMatchObject({
      action: 'people.removeGuardian',
      changes: { guardian: parentId, after: null },
    })
    expect((await trailOf(parentId))[0]).toMatchObject({ changes: { child: pupil.id, after: null } })

    await call(admin, guardians.restoreGuardian, { undo })
    expect(await guardianOf(parentId)).toEqual(before)
    expect([await isTold(), await isShown()]).toEqual([true, true])
    expect((await ask(admin, guardians.restoreGuardian, { undo })).code).toBe('guardian.already')
  })

  it('has no current child once all are taken off the account', async () => {
    const childIds = (await account(parentId)).children.map(({ studentId }) => studentId)
    const undone = []
    for (const studentId of childIds) undone.push(await call(admin, guardians.removeGuardian, { studentId, parentId }))
    const { data } = (await parent.get(`/api/base/student/find_stu_by_parent_id?parentId=${parentId}`)).envelope
    expect(data).toBeNull()
    for (const { undo } of undone) await call(admin, guardians.restoreGuardian, { undo })
  })

  it('comes back within the hour alone, and by no other text', async () => {
    const { undo } = await call(admin, guardians.removeGuardian, { studentId: pupil.id, parentId })
    const changed = `${undo.slice(0, -6)}AAAA==`
    expect((await ask(admin, guardians.restoreGuardian, { undo: changed })).code).toBe('guardian.undo_gone')
    const foreign = await test.signIn('admin', { host: 'ginkgo.localhost' })
    expect((await ask(foreign, guardians.restoreGuardian, { undo })).code).toBe('guardian.undo_gone')
    clock += 61 * 60_000
    expect((await ask(admin, guardians.restoreGuardian, { undo })).code).toBe('guardian.undo_gone')
    clock -= 61 * 60_000
    await call(admin, guardians.restoreGuardian, { undo })
  })
})

describe('a code that a stranger used', () => {
  let code: string
  const proof = () => ({ code, child: pupil.realName })
  const stranger = (loginName: string, more = {}) => ({
    ...proof(),
    realName: '陌生人',
    relation: 'other',
    loginName,
    newPassword: PASSWORD,
    ...more,
  })
  beforeEach(async () => {
    code = (await call(admin, guardianCodes.give, { pupils: [pupil.id] })).slips[0]?.guardianCode ?? ''
  })

  it('is undone: its accounts without another child are closed, their sessions end, and the code is worth nothing', async () => {
    expect((await ask(test.visit(), join.create, stranger('stranger.one'))).code).toBe('ok')
    const visitor = test.visit()
    await visitor.post(session.login.path, { username: 'stranger.one', password: PASSWORD })
    const { people: found } = await call(admin, people.list, { query: 'stranger.one' })
    const userId = found[0]?.id ?? ''
    const use = (await guardianOf(userId))?.origin.code
    expect(await guardianOf(userId)).toMatchObject({
      origin: {
        kind: 'code',
        by: null,
        code: { kind: 'account', address: expect.any(String), userAgent: expect.any(String) },
      },
    })
    const codeId = use?.codeId ?? ''
    const preview = await call(admin, guardians.previewCodeUndo, { studentId: pupil.id, codeId })
    expect(preview).toMatchObject({ open: true, guardians: [{ userId, realName: '陌生人', outcome: 'closed' }] })
    // The preview changes nothing.
    expect(await guardianOf(userId)).toBeDefined()

    expect(await call(admin, guardians.undoCode, { studentId: pupil.id, codeId })).toEqual(preview)
    expect(await guardianOf(userId)).toBeUndefined()
    expect(await account(userId)).toMatchObject({ active: false, signIn: { sessions: 0 } })
    expect((await ask(test.visit(), join.check, proof())).code).toBe('join.code_invalid')
    expect((await ask(visitor, family.children, { parentId: userId })).code).toBe('session.expired')
    expect((await trailOf(pupil.id))[0]).toMatchObject({
      action: 'people.undoGuardianCode',
      changes: { guardianCode: false, closed: [userId], removed: [], reset: [] },
    })
    expect((await trailOf(userId))[0]).toMatchObject({ changes: { child: pupil.id, codeUndone: 'closed' } })
    expect((await ask(admin, guardians.undoCode, { studentId: pupil.id, codeId })).code).toBe('guardian.code_unused')
  })

  it('leaves an account open that has another child, or was there before, and removes this child alone', async () => {
    const child = await anotherPupil()
    expect((await ask(test.visit(), join.create, stranger('stranger.two'))).code).toBe('ok')
    const userId = (await call(admin, people.list, { query: 'stranger.two' })).people[0]?.id ?? ''
    await call(admin, guardians.addGuardian, { studentId: child.id, parent: { userId }, ...RIGHTS })
    await call(admin, guardians.removeGuardian, { studentId: pupil.id, parentId })
    expect((await ask(parent, join.redeem, { ...proof(), relation: 'mother' })).code).toBe('ok')
    expect((await guardianOf(parentId))?.origin).toMatchObject({ kind: 'code', code: { kind: 'child' } })
    const codeId = (await guardianOf(userId))?.origin.code?.codeId ?? ''
    const { guardians: done } = await call(admin, guardians.undoCode, { studentId: pupil.id, codeId })
    expect(new Set(done.map((one) => `${one.userId} ${one.outcome}`))).toEqual(
      new Set([`${userId} removed`, `${parentId} removed`]),
    )
    expect(await account(userId)).toMatchObject({ active: true, children: [{ studentId: child.id }] })
    expect((await shown()).guardians.map((one) => one.userId)).not.toContain(parentId)
    parent = await test.signIn('parent')
    await call(admin, guardians.addGuardian, {
      studentId: pupil.id,
      parent: { userId: parentId },
      ...RIGHTS,
      relation: 'father',
    })
  })

  it('gives an account back that the school had entered: the guardian stays, and whoever took it over does not sign in', async () => {
    const { parentId: entered } = await call(admin, guardians.addGuardian, {
      studentId: pupil.id,
      parent: { realName: '欧阳静', phone: '13900001239' },
      ...RIGHTS,
      relation: 'mother',
    })
    const claim = stranger('stranger.three', { guardianId: entered, realName: '欧阳静' })
    expect((await ask(test.visit(), join.create, claim)).code).toBe('ok')
    expect((await guardianOf(entered))?.origin).toMatchObject({ kind: 'school', code: { kind: 'claim' } })
    const codeId = (await guardianOf(entered))?.origin.code?.codeId ?? ''
    const { guardians: done } = await call(admin, guardians.undoCode, { studentId: pupil.id, codeId })
    expect(done).toMatchObject([{ userId: entered, outcome: 'reset' }])
    expect(await guardianOf(entered)).toMatchObject({ relation: 'mother', origin: { kind: 'school', code: null } })
    expect(await account(entered)).toMatchObject({ active: true, loginName: '13900001239', password: 'none' })
    const { envelope } = await test.visit().post(session.login.path, { username: 'stranger.three', password: PASSWORD })
    expect(envelope.code).not.toBe('ok')
  })

  it('leaves nothing to the stranger by which the account could be taken again: no address for new passwords, and no link with a teacher account', async () => {
    const { parentId: entered } = await call(admin, guardians.addGuardian, {
      studentId: pupil.id,
      parent: { realName: '司徒远', phone: '13900001277' },
      ...RIGHTS,
      relation: 'father',
    })
    const claim = stranger('stranger.five', { guardianId: entered, realName: '司徒远' })
    expect((await ask(test.visit(), join.create, claim)).code).toBe('ok')
    const visitor = test.visit()
    await visitor.post(session.login.path, { username: 'stranger.five', password: PASSWORD })
    const address = { email: 'stranger@mail.example', password: PASSWORD }
    expect((await visitor.post(saveOwnEmail.path, address)).envelope.code).toBe('ok')
    const { code: linkCode } = await call(visitor, createTeacherCode, {})
    await run(sql`update user_account set parent_id = null where parent_id = ${parentId}`)
    const accomplice = await test.signIn('teacher')
    expect((await ask(accomplice, linkParent, { code: linkCode })).code).toBe('ok')

    const codeId = (await guardianOf(entered))?.origin.code?.codeId ?? ''
    await call(admin, guardians.undoCode, { studentId: pupil.id, codeId })
    expect(await account(entered)).toMatchObject({ email: null })
    const { envelope } = await accomplice.get(`${session.switchLogin.path}?userId=${entered}`)
    expect(envelope.code).not.toBe('ok')
    const again = await test.signIn('teacher')
    expect((await again.get(`${session.switchLogin.path}?userId=${entered}`)).envelope.code).toBe('access.denied')
    await run(
      sql`update user_account set parent_id = ${parentId} where login_name = 'teacher' and unit_id = (select unit_id from user_account where user_id = ${parentId})`,
    )
  })

  it('does not touch a guardian whom the school has entered again since', async () => {
    expect((await ask(test.visit(), join.create, stranger('stranger.four'))).code).toBe('ok')
    const userId = (await call(admin, people.list, { query: 'stranger.four' })).people[0]?.id ?? ''
    const codeId = (await guardianOf(userId))?.origin.code?.codeId ?? ''
    await call(admin, guardians.removeGuardian, { studentId: pupil.id, parentId: userId })
    await call(admin, guardians.addGuardian, { studentId: pupil.id, parent: { userId }, ...RIGHTS })
    expect((await ask(admin, guardians.undoCode, { studentId: pupil.id, codeId })).code).toBe('guardian.code_unused')
    expect((await guardianOf(userId))?.origin).toMatchObject({ kind: 'school', code: null })
  })
})

describe('where a guardian came from', () => {
  it('stays after two entries of the child are joined, which it says too', async () => {
    const made = await Promise.all(
      ['20990001', '20990002'].map((number) =>
        call(admin, people.save, {
          key: null,
          userType: 1,
          realName: '双录',
          englishName: '',
          number,
          loginName: '',
          sex: null,
          birthday: null,
          classId: pupil.classId,
          departmentId: null,
          positionTitle: '',
          englishPositionTitle: '',
          email: null,
          phone: null,
        }),
      ),
    )
    const [keep, gone] = made.map(({ id }) => id)
    const { parentId: mother } = await call(admin, guardians.addGuardian, {
      studentId: gone ?? '',
      parent: { realName: '双母', phone: '13900001240' },
      ...RIGHTS,
    })
    await call(admin, merging.merge, {
      kind: 'pupil',
      id: keep ?? '',
      otherId: gone ?? '',
      name: '双录',
      take: [],
      days: 'both',
    })
    const origin = (await guardianOf(mother, keep))?.origin
    expect(origin).toMatchObject({ kind: 'school' })
    expect(origin?.mergedAt).not.toBeNull()
  })
})

describe('the teacher and the parent account of one person', () => {
  it('are linked and separated by an administrator, in the trail of both, and by no one with the right for people alone', async () => {
    const { people: teachers } = await call(admin, people.list, { userType: '2', size: 20 })
    let teacherId = ''
    for (const { id } of teachers) if ((await account(id)).linked === null) teacherId = id
    const { parentId: other } = await call(admin, guardians.addGuardian, {
      studentId: pupil.id,
      parent: { realName: '教师家长', phone: '13900001241' },
      ...RIGHTS,
    })
    const pair = { teacherId, parentId: other }
    const { roleId } = await call(admin, unitRoles.save, {
      roleId: null,
      name: '人员管理',
      englishName: 'People',
      codes: ['base_people'],
    })
    const { people: staff } = await call(admin, people.list, { query: 'staff', userType: '4' })
    const holder = staff.find(({ loginName }) => loginName === 'staff')?.id ?? ''
    await call(admin, unitRoles.assign, {
      roleId,
      members: [{ holder: { kind: 'person', id: holder }, scope: { kind: 'unit', id: null } }],
    })
    const registrar = await test.signIn('staff')
    expect((await ask(registrar, guardians.linkAccounts, pair)).code).toBe('link.administrators_only')
    expect((await ask(admin, guardians.linkAccounts, { ...pair, teacherId: 'x-1' })).code).toBe('people.gone')
    expect((await ask(admin, guardians.unlinkAccounts, { teacherId: 'x-1' })).code).toBe('link.none')
    await call(admin, guardians.linkAccounts, pair)
    expect((await account(teacherId)).linked).toMatchObject({ userId: other, userType: 3 })
    expect((await account(other)).linked).toMatchObject({ userId: teacherId, userType: 2 })
    expect((await trailOf(teacherId))[0]).toMatchObject({ changes: { linked: true, parentAccount: other } })
    expect((await trailOf(other))[0]).toMatchObject({ changes: { linked: true, teacherAccount: teacherId } })
    expect((await ask(registrar, guardians.unlinkAccounts, { teacherId })).code).toBe('link.administrators_only')
    await call(admin, guardians.unlinkAccounts, { teacherId })
    expect((await account(teacherId)).linked).toBeNull()
    expect((await trailOf(other))[0]).toMatchObject({ changes: { linked: false } })
    expect((await ask(admin, guardians.unlinkAccounts, { teacherId })).code).toBe('link.none')
    await call(admin, unitRoles.remove, { roleId })
  })
})
