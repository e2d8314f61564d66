import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { AnyEndpoint } from '../../../contract/endpoint.ts'
import { myAppIcons } from '../../../contract/endpoints/desktop/desktop.ts'
import * as people from '../../../contract/endpoints/people/people.ts'
import * as structure from '../../../contract/endpoints/people/structure.ts'
import * as roster from '../../../contract/endpoints/people/roster.ts'
import * as unitRoles from '../../../contract/endpoints/people/unit-roles.ts'
import * as adminHelp from '../../../contract/endpoints/sign-in/admin-help.ts'
import { issueCode } from '../../../contract/endpoints/sign-in/passwords.ts'
import { LIVE_CHANNEL } from '../../../server/modules/live/live.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { readMe, runAsOwner } from '../../support/callers/session-probe.ts'
import { ask, call } from '../../support/callers/call.ts'
import { until } from '../../support/until.ts'

let test: TestApp
let admin: TestBrowser
let teacher: TestBrowser
let staff: TestBrowser
const ids = { admin: '', teacher: '', staff: '' }
let school: structure.Structure
beforeAll(async () => {
  test = await createTestApp()
  admin = await test.signIn('admin')
  teacher = await test.signIn('teacher')
  staff = await test.signIn('staff')
  ids.admin = (await readMe(admin)).userId
  ids.teacher = (await readMe(teacher)).userId
  ids.staff = (await readMe(staff)).userId
  school = await call(admin, structure.read, {})
})
afterAll(() => test.close())
afterEach(async () => {
  await runAsOwner(test, sql`delete from role where service = 'own'`)
  await runAsOwner(
    test,
    sql`delete from role_member where user_id in (${ids.teacher}, ${ids.staff}) or user_id is null`,
  )
})

const codeOf = async (endpoint: AnyEndpoint, input: object, browser = admin) =>
  (await ask(browser, endpoint, input)).code

const WHOLE: unitRoles.ScopeKey = { kind: 'unit', id: null }
const person = (id: string): unitRoles.HolderKey => ({ kind: 'person', id })
const member = (id: string, scope = WHOLE): unitRoles.MemberKey => ({ holder: person(id), scope })

async function makeRole(name: string, codes: string[], browser = admin): Promise<string> {
  return (await call(browser, unitRoles.save, { roleId: null, name, englishName: '', codes })).roleId
}

const roleNamed = async (name: string) => {
  const found = (await call(admin, unitRoles.list, {})).roles.find(
    (one) => one.englishName === name || one.name === name,
  )
  if (!found) throw new Error(name)
  return found
}

/** The grade of the first class, with its classes, and a class of another grade. */
function grades() {
  const gradeId = school.classes[0]?.gradeId ?? ''
  const inside = school.classes.filter((one) => one.gradeId === gradeId).map(({ classId }) => classId)
  const outside = school.classes.find((one) => one.gradeId !== gradeId)?.classId ?? ''
  return { gradeId, scope: { kind: 'grade', id: gradeId } satisfies unitRoles.ScopeKey, inside, outside }
}

const pupilsOf = async (classId: string, browser = admin) =>
  (await call(browser, people.list, { classId, userType: '1', size: 200 })).people

describe('what everyone of a type may do', () => {
  const codesOf = async (userType: number) =>
    (await call(admin, unitRoles.list, {})).types.find((one) => one.userType === userType)?.codes ?? []
  const change = (userType: 1 | 2 | 3 | 4, give: string[], take: string[], browser = admin) =>
    ask(browser, unitRoles.saveType, { userType, give, take })
  afterEach(async () => {
    await change(2, ['roster', 'roster_contacts'], [])
    await runAsOwner(test, sql`delete from permission_grant where user_type is not null and code like 'base%'`)
  })

  it('is withdrawn from the next call on, given back, and told to the open pages', async () => {
    const before = await codesOf(2)
    expect(await codeOf(roster.classes, {}, teacher)).toBe('ok')
    const heard: unknown[] = []
    const listening = test.database.listen(LIVE_CHANNEL, {
      onNotification: (payload) => heard.push(JSON.parse(payload)),
      onListening: () => {},
    })
    await listening.ready
    expect((await change(2, [], ['roster', 'roster_contacts'])).code).toBe('ok')
    expect(await codeOf(roster.classes, {}, teacher)).toBe('access.denied')
    expect(await codesOf(2)).not.toContain('roster')
    await until(() =>
      Promise.resolve(heard.some((one) => Object(one).kind === 'rights' && Object(one).userIds === undefined)),
    )
    await listening.close()
    expect((await change(2, ['roster', 'roster_contacts'], [])).code).toBe('ok')
    expect(await codeOf(roster.classes, {}, teacher)).toBe('ok')
    expect(await codesOf(2)).toEqual(before)
  })

  it('is changed by administrators alone, though another may keep roles', async () => {
    const roleId = await makeRole('角色管理', ['base_role'])
    await call(admin, unitRoles.assign, { roleId, members: [member(ids.teacher)] })
    expect((await call(teacher, unitRoles.list, {})).mayChangeTypes).toBe(false)
    expect((await change(2, ['files'], [], teacher)).code).toBe('access.denied')
    expect((await change(2, [], ['roster'], teacher)).code).toBe('access.denied')
  })

  it('is never a right of the administration, which can only be withdrawn', async () => {
    for (const code of ['base_people', 'base_area_unit', 'operator', 'administration'])
      expect((await change(1, [code], [])).code).toMatch(/^(role\.type_administers|request\.invalid)$/)
    await runAsOwner(
      test,
      sql`insert into permission_grant (unit_id, code, user_type) select unit_id, 'base_people', 2 from user_account where user_id = ${ids.teacher}`,
    )
    expect(await codeOf(people.list, {}, teacher)).toBe('ok')
    expect((await change(2, [], ['base_people'])).code).toBe('ok')
    expect(await codeOf(people.list, {}, teacher)).toBe('access.denied')
  })

  it('names only what the unit knows', async () => {
    expect(await change(1, ['no_such_code'], [])).toMatchObject({ code: 'request.invalid' })
    expect((await ask(admin, unitRoles.saveType, { userType: 5, give: [], take: [] })).code).toBe('request.invalid')
  })
})

describe('the roles of a unit', () => {
  it('are those of each unit, the administrator’s first, and its own, with the permissions they are made of', async () => {
    const roleId = await makeRole('通讯员', ['base_message'])
    const { roles: all, permissions } = await call(admin, unitRoles.list, {})
    expect(all[0]).toMatchObject({ administrator: true, builtIn: true, mayChange: false })
    expect(all.at(-1)).toMatchObject({
      roleId,
      name: '通讯员',
      builtIn: false,
      codes: ['base_message'],
      mayChange: true,
    })
    expect(all.filter(({ builtIn }) => builtIn).map(({ englishName }) => englishName)).toEqual(
      expect.arrayContaining(['System administrator', 'Registry', 'Head of grade', 'Help desk', 'Attendance office']),
    )
    const of = (code: string) => permissions.find((one) => one.code === code)
    expect(of('base')).toMatchObject({ group: true })
    expect(of('base_people')).toMatchObject({ parentCode: 'base', group: false, scopable: true, held: true })
    expect(of('base_import')).toMatchObject({ scopable: false })
  })

  it('change with what they permit from the next call on, and tell the pages of who holds them', async () => {
    const heard: unknown[] = []
    const listening = test.database.listen(LIVE_CHANNEL, {
      onNotification: (payload) => heard.push(JSON.parse(payload)),
      onListening: () => {},
    })
    await listening.ready
    const roleId = await makeRole('助理', [])
    expect(await codeOf(people.list, {}, teacher)).toBe('access.denied')
    await call(admin, unitRoles.assign, { roleId, members: [member(ids.teacher)] })
    expect(await codeOf(people.list, {}, teacher)).toBe('access.denied')
    await call(admin, unitRoles.save, { roleId, name: '助理', englishName: 'Assistant', codes: ['base_people'] })
    expect(await codeOf(people.list, {}, teacher)).toBe('ok')
    await call(admin, unitRoles.save, { roleId, name: '助理', englishName: 'Assistant', codes: [] })
    expect(await codeOf(people.list, {}, teacher)).toBe('access.denied')
    await until(() =>
      Promise.resolve(
        heard.filter((one) => Object(one).kind === 'rights' && Object(one).userIds?.includes(ids.teacher)).length >= 3,
      ),
    )
    await listening.close()
  })

  it('are refused: a name twice, a code that the unit does not have, a change of a built-in one, one that is gone', async () => {
    const roleId = await makeRole('通讯员', [])
    const fields = { roleId: null, englishName: '', codes: [] }
    expect((await ask(admin, unitRoles.save, { ...fields, name: '通讯员' })).fieldErrors).toMatchObject([
      { field: 'name' },
    ])
    expect(await codeOf(unitRoles.save, { ...fields, name: '甲', codes: ['no_such_code'] })).toBe('request.invalid')
    const { roleId: builtIn } = await roleNamed('Registry')
    expect(await codeOf(unitRoles.save, { ...fields, name: '乙', roleId: builtIn })).toBe('role.built_in')
    expect(await codeOf(unitRoles.remove, { roleId: builtIn })).toBe('role.built_in')
    await call(admin, unitRoles.remove, { roleId })
    expect(await codeOf(unitRoles.remove, { roleId })).toBe('role.gone')
    expect(await codeOf(unitRoles.members, { roleId })).toBe('role.gone')
  })

  it('come back as they were after they were deleted', async () => {
    const { scope, inside } = grades()
    const roleId = await makeRole('班级助理', ['administration', 'base_people'])
    await call(admin, unitRoles.assign, {
      roleId,
      members: [member(ids.teacher, scope), { holder: { kind: 'class', id: inside[0] ?? '' }, scope: WHOLE }],
    })
    const removed = await call(admin, unitRoles.remove, { roleId })
    expect(await codeOf(people.list, {}, teacher)).toBe('access.denied')
    const again = await call(admin, unitRoles.restore, removed)
    const { members } = await call(admin, unitRoles.members, { roleId: again.roleId })
    expect(members.map(({ holder, scope: where }) => [holder.kind, where.kind])).toEqual(
      expect.arrayContaining([
        ['person', 'grade'],
        ['class', 'unit'],
      ]),
    )
    expect(await codeOf(people.list, {}, teacher)).toBe('ok')
  })
})

describe('a role is held', () => {
  it.each<[string, string, () => Promise<unitRoles.HolderKey>]>([
    ['by the pupils of a class', 'student', async () => ({ kind: 'class', id: await classOfStudent() })],
    ['by the employees of a department', 'staff', async () => ({ kind: 'department', id: await departmentOfStaff() })],
    ['by all people of a type', 'parent', () => Promise.resolve({ kind: 'type', id: '3' })],
  ])('%s, whose pages say where it comes from', async (_, login, holderOf) => {
    const browser = await test.signIn(login)
    const { userId } = await readMe(browser)
    const roleId = await makeRole('通讯员', ['base_message'])
    const holder = await holderOf()
    const { memberIds } = await call(admin, unitRoles.assign, { roleId, members: [{ holder, scope: WHOLE }] })
    expect((await readMe(browser)).permissions).toContain('base_message')
    expect((await readMe(teacher)).permissions).not.toContain('base_message')
    const held = (await call(admin, unitRoles.ofPerson, { userId })).roles.find((one) => one.roleId === roleId)
    expect(held).toMatchObject({ holder: { kind: holder.kind }, scope: { kind: 'unit' } })
    const [only] = (await call(admin, unitRoles.members, { roleId })).members
    expect(only?.people).toBeGreaterThan(0)
    const { members } = await call(admin, unitRoles.withdraw, { roleId, memberIds })
    expect(members).toEqual([{ holder, scope: WHOLE }])
    expect((await readMe(browser)).permissions).not.toContain('base_message')
    expect((await call(admin, unitRoles.assign, { roleId, members })).memberIds).toHaveLength(1)
  })

  it('once: a second time adds nothing', async () => {
    const roleId = await makeRole('通讯员', ['base_message'])
    const given = { roleId, members: [member(ids.teacher)] }
    expect((await call(admin, unitRoles.assign, given)).memberIds).toHaveLength(1)
    expect((await call(admin, unitRoles.assign, given)).memberIds).toEqual([])
  })

  it('by none who is gone, and not in a part that is gone', async () => {
    const roleId = await makeRole('助理', ['base_people'])
    const nowhere = crypto.randomUUID()
    const give = (members: unitRoles.MemberKey[]) => codeOf(unitRoles.assign, { roleId, members })
    expect(await give([member(nowhere)])).toBe('role.holder_gone')
    expect(await give([{ holder: { kind: 'type', id: '5' }, scope: WHOLE }])).toBe('role.holder_gone')
    expect(await give([member(ids.teacher, { kind: 'grade', id: nowhere })])).toBe('role.scope_gone')
    expect(await codeOf(unitRoles.withdraw, { roleId, memberIds: [nowhere] })).toBe('role.member_gone')
  })

  it('in no other unit: people, parts and roles of another school are not there', async () => {
    const elsewhere = await test.signIn('admin', { host: 'ginkgo.localhost' })
    const { userId: foreigner } = await readMe(elsewhere)
    const roleId = await makeRole('助理', ['base_people'])
    expect(await codeOf(unitRoles.assign, { roleId, members: [member(foreigner)] })).toBe('role.holder_gone')
    const theirs = await call(elsewhere, structure.read, {})
    const gradeId = theirs.grades[0]?.gradeId ?? ''
    const there: unitRoles.ScopeKey = { kind: 'grade', id: gradeId }
    expect(await codeOf(unitRoles.assign, { roleId, members: [member(ids.teacher, there)] })).toBe('role.scope_gone')
    for (const [endpoint, input] of [
      [unitRoles.members, { roleId }],
      [unitRoles.save, { roleId, name: '甲', englishName: '', codes: [] }],
      [unitRoles.remove, { roleId }],
      [unitRoles.assign, { roleId, members: [member(foreigner)] }],
      [unitRoles.withdraw, { roleId, memberIds: [roleId] }],
      [unitRoles.preview, { roleId, userType: '2' }],
    ] as const)
      expect([endpoint.name, await codeOf(endpoint, input, elsewhere)]).toEqual([endpoint.name, 'role.gone'])
    expect(await codeOf(unitRoles.ofPerson, { userId: ids.teacher }, elsewhere)).toBe('people.gone')
    expect((await call(elsewhere, unitRoles.list, {})).roles.map((one) => one.roleId)).not.toContain(roleId)
  })
})

describe('nobody gives what they do not have', () => {
  /** The teacher keeps roles and sends messages. */
  async function makeKeeper(): Promise<void> {
    const roleId = await makeRole('角色管理员', ['administration', 'base_role', 'base_message'])
    await call(admin, unitRoles.assign, { roleId, members: [member(ids.teacher)] })
  }

  it('not in a role, not by a role, and not by changing one', async () => {
    await makeKeeper()
    const save = (codes: string[], roleId: string | null = null) =>
      codeOf(unitRoles.save, { roleId, name: '新角色', englishName: '', codes }, teacher)
    expect(await save(['base_people'])).toBe('role.beyond_own')
    expect(await save(['base_message', 'base_unit'])).toBe('role.beyond_own')
    const own = await makeRole('通讯员', ['base_message'], teacher)
    const more = await makeRole('单位设置', ['base_unit', 'base_message'])
    expect(await save(['base_message'], more)).toBe('role.beyond_own')
    expect(await codeOf(unitRoles.remove, { roleId: more }, teacher)).toBe('role.beyond_own')
    const { roleId: registry } = await roleNamed('Registry')
    for (const roleId of [more, registry])
      expect(await codeOf(unitRoles.assign, { roleId, members: [member(ids.teacher)] }, teacher)).toBe(
        'role.beyond_own',
      )
    const { memberIds } = await call(admin, unitRoles.assign, { roleId: more, members: [member(ids.staff)] })
    expect(await codeOf(unitRoles.withdraw, { roleId: more, memberIds }, teacher)).toBe('role.beyond_own')
    expect(await codeOf(unitRoles.assign, { roleId: own, members: [member(ids.staff)] }, teacher)).toBe('ok')
    expect((await readMe(staff)).permissions).toContain('base_message')
    const seen = await call(teacher, unitRoles.list, {})
    expect(seen.roles.find((one) => one.roleId === more)?.mayChange).toBe(false)
    expect(seen.permissions.find(({ code }) => code === 'base_people')?.held).toBe(false)
  })

  it('not by a role that gets another right at the same moment', async () => {
    await makeKeeper()
    const roleId = await makeRole('通讯员', ['base_message'])
    const given = await test.database.asOwner(async (tx) => {
      await tx.execute(sql`update role set name = '单位设置' where role_id = ${roleId}`)
      const asked = codeOf(unitRoles.assign, { roleId, members: [member(ids.staff)] }, teacher)
      await until(async () => (await tx.execute(sql`select from pg_locks where not granted`)).rows.length > 0)
      await tx.execute(sql`
        insert into permission_grant (unit_id, code, role_id) select unit_id, 'base_unit', role_id from role where role_id = ${roleId}`)
      return { asked }
    })
    expect(await given.asked).toBe('role.beyond_own')
    expect((await call(admin, unitRoles.members, { roleId })).members).toEqual([])
  })

  it('not beyond the part in which they have it', async () => {
    await makeKeeper()
    const { scope, inside, outside } = grades()
    const roleId = await makeRole('年级助理', ['base_people'])
    await call(admin, unitRoles.assign, { roleId, members: [member(ids.teacher, scope)] })
    const give = (where: unitRoles.ScopeKey) =>
      codeOf(unitRoles.assign, { roleId, members: [member(ids.staff, where)] }, teacher)
    expect(await give(WHOLE)).toBe('role.beyond_own')
    expect(await give({ kind: 'class', id: outside })).toBe('role.beyond_own')
    expect(await give({ kind: 'class', id: inside[0] ?? '' })).toBe('ok')
    expect(await give(scope)).toBe('ok')
    // What they have in a part alone goes into no role, since a role can be given anywhere.
    expect(
      await codeOf(unitRoles.save, { roleId: null, name: '甲', englishName: '', codes: ['base_people'] }, teacher),
    ).toBe('role.beyond_own')
  })

  it('not the administrator’s role, unless they are one; and it is given to single persons in the whole unit', async () => {
    await makeKeeper()
    const { roleId } = await roleNamed('System administrator')
    const { members } = await call(admin, unitRoles.members, { roleId })
    expect(await codeOf(unitRoles.assign, { roleId, members: [member(ids.staff)] }, teacher)).toBe(
      'role.administrators_only',
    )
    const memberIds = members.map(({ memberId }) => memberId)
    expect(await codeOf(unitRoles.withdraw, { roleId, memberIds }, teacher)).toBe('role.administrators_only')
    for (const one of [
      { holder: { kind: 'type', id: '2' }, scope: WHOLE },
      { holder: { kind: 'department', id: school.departments[0]?.departmentId ?? '' }, scope: WHOLE },
      member(ids.staff, grades().scope),
    ] satisfies unitRoles.MemberKey[])
      expect(await codeOf(unitRoles.assign, { roleId, members: [one] })).toBe('role.administrator_person')
    await call(admin, unitRoles.assign, { roleId, members: [member(ids.staff)] })
    expect(await codeOf(unitRoles.list, {}, staff)).toBe('ok')
  })

  it('and the account of one who has more is not theirs to change', async () => {
    const keeper = await makeRole('人员管理', ['base_people', 'base_user_reset'])
    const unit = await makeRole('单位设置', ['base_unit'])
    await call(admin, unitRoles.assign, { roleId: keeper, members: [member(ids.teacher)] })
    const key = { kind: 'account', id: ids.staff } as const
    const before = await codeOf(issueCode, { username: 'staff' }, teacher)
    await call(admin, unitRoles.assign, { roleId: unit, members: [member(ids.staff)] })
    const tried = [
      await codeOf(issueCode, { username: 'staff' }, teacher),
      await codeOf(people.firstPasswords, { people: [key], onlyNew: false }, teacher),
      await codeOf(people.deactivate, { people: [key] }, teacher),
    ]
    expect([before, ...tried]).toEqual(['ok', 'access.denied', 'access.denied', 'access.denied'])
  })
})

describe('the last administrator', () => {
  it('keeps the role, also when two take each other’s at once', async () => {
    const { roleId } = await roleNamed('System administrator')
    const { members } = await call(admin, unitRoles.members, { roleId })
    const own = members.find(({ holder }) => holder.id === ids.admin)?.memberId ?? ''
    expect(await codeOf(unitRoles.withdraw, { roleId, memberIds: [own] })).toBe('people.last_administrator')
    const { memberIds } = await call(admin, unitRoles.assign, { roleId, members: [member(ids.staff)] })
    const codes = await Promise.all([
      codeOf(unitRoles.withdraw, { roleId, memberIds: [own] }, staff),
      codeOf(unitRoles.withdraw, { roleId, memberIds }, admin),
    ])
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1)
    const left = await runAsOwner(test, sql`select user_id from role_member where role_id = ${roleId}`)
    expect(left).toHaveLength(1)
    await runAsOwner(
      test,
      sql`insert into role_member (unit_id, role_id, user_id) select unit_id, role_id, ${ids.admin} from role where role_id = ${roleId} on conflict do nothing`,
    )
  })
})

describe('a scope', () => {
  /** The teacher keeps the people of a grade, and no more. */
  async function useScope() {
    const where = grades()
    const { roleId } = await roleNamed('Head of grade')
    const { memberIds } = await call(admin, unitRoles.assign, { roleId, members: [member(ids.teacher, where.scope)] })
    return { ...where, roleId, memberIds }
  }

  it('is refused for a role that counts in the whole unit, and for such a code in a role that has one', async () => {
    const { scope } = grades()
    const { roleId } = await roleNamed('Registry')
    expect(await codeOf(unitRoles.assign, { roleId, members: [member(ids.teacher, scope)] })).toBe('role.not_in_part')
    const own = await makeRole('年级助理', ['base_people'])
    await call(admin, unitRoles.assign, { roleId: own, members: [member(ids.teacher, scope)] })
    const codes = ['base_people', 'base_import']
    expect(await codeOf(unitRoles.save, { roleId: own, name: '年级助理', englishName: '', codes })).toBe(
      'role.not_in_part',
    )
  })

  it('narrows the list, the pages and the structure to its pupils and their parents', async () => {
    const { inside, outside } = await useScope()
    const all: people.PersonRow[] = []
    for (let page = 1; ; page += 1) {
      const { people: some } = await call(teacher, people.list, { size: 200, page })
      if (some.length === 0) break
      all.push(...some)
    }
    const wanted = (await Promise.all(inside.map((classId) => pupilsOf(classId)))).flat()
    const ofType = (type: number) => all.filter(({ userType }) => userType === type)
    expect(new Set(ofType(1).map(({ id }) => id))).toEqual(new Set(wanted.map(({ id }) => id)))
    expect(ofType(3).length).toBeGreaterThan(0)
    expect([...ofType(2), ...ofType(4)]).toEqual([])
    expect(await pupilsOf(outside, teacher)).toEqual([])
    const [other] = await pupilsOf(outside)
    const [mine] = wanted
    expect(await codeOf(people.show, keyOf(other), teacher)).toBe('people.gone')
    expect(await codeOf(people.show, keyOf(mine), teacher)).toBe('ok')
    const seen = await call(teacher, structure.read, {})
    expect([seen.whole, seen.grades.length, seen.classes.length, seen.departments]).toEqual([
      false,
      1,
      inside.length,
      [],
    ])
    expect((await readMe(teacher)).permissions).toContain('base_people')
  })

  it('narrows every change', async () => {
    const { inside, outside } = await useScope()
    const [mine] = (await pupilsOf(inside[0] ?? '')).filter(({ loginName }) => loginName === null)
    const [other] = await pupilsOf(outside)
    if (!mine || !other) throw new Error('no pupils')
    const given = (one: people.PersonRow, classId: string) => ({
      key: keyOf(one),
      userType: 1,
      realName: one.realName,
      englishName: one.englishName,
      number: one.number,
      loginName: '',
      sex: one.sex,
      birthday: null,
      classId,
      departmentId: null,
      email: null,
      phone: null,
      positionTitle: '',
      englishPositionTitle: '',
    })
    const save = (input: object) => codeOf(people.save, input, teacher)
    expect(await save(given(mine, inside[0] ?? ''))).toBe('ok')
    expect(await save(given(mine, outside))).toBe('access.part')
    expect(await save(given(other, outside))).toBe('access.part')
    expect(await save(given(other, inside[0] ?? ''))).toBe('access.part')
    const added = { ...given(mine, inside[0] ?? ''), key: null, number: '00990077' }
    expect(await save(added)).toBe('ok')
    expect(await save({ ...added, number: '00990078', classId: outside })).toBe('access.part')
    expect(await save({ ...added, userType: 3, loginName: 'a.parent', classId: null })).toBe('access.part')
    expect(await save({ ...added, userType: 2, number: 'T7788' })).toBe('access.part')
    expect(
      await save({ ...given(mine, ''), classId: null, key: { kind: 'account', id: ids.staff }, userType: 4 }),
    ).toBe('access.part')

    const slips = (keys: object[]) => codeOf(people.firstPasswords, { people: keys, onlyNew: false }, teacher)
    expect(await slips([keyOf(mine)])).toBe('ok')
    expect(await slips([keyOf(mine), keyOf(other)])).toBe('people.gone')
    expect(await slips([{ kind: 'account', id: ids.staff }])).toBe('people.gone')

    for (const [endpoint, input] of [
      [people.deactivate, { people: [keyOf(mine)] }],
      [people.bringBack, { people: [{ ...keyOf(mine), classId: inside[0] }] }],
      [structure.saveGroup, { kind: 'grade', id: null, name: '甲', englishName: '' }],
      [structure.remove, { kind: 'class', id: inside[0] }],
    ] as const)
      expect([endpoint.name, await codeOf(endpoint, input, teacher)]).toEqual([endpoint.name, 'access.part'])
    await runAsOwner(test, sql`delete from student where student_number = '00990077'`)
  })

  it('narrows codes for a new password, ended sessions and contacts', async () => {
    const { inside, outside } = await useScope()
    await runAsOwner(
      test,
      sql`update student set class_id = ${inside[0]} where user_id = (
        select a.user_id from user_account a join unit_host h on h.unit_id = a.unit_id and h.host = 'localhost' where a.login_name = 'student')`,
    )
    const username = 'student'
    const tries = () =>
      Promise.all(
        [issueCode, adminHelp.endSessions, adminHelp.contactOf].map((one) => codeOf(one, { username }, teacher)),
      )
    expect(await tries()).toEqual(['ok', 'ok', 'ok'])
    await runAsOwner(
      test,
      sql`update student set class_id = ${outside} where class_id = ${inside[0]} and user_id = (
        select a.user_id from user_account a join unit_host h on h.unit_id = a.unit_id and h.host = 'localhost' where a.login_name = 'student')`,
    )
    // The same as for a name that nobody has, or the names of the whole school could be found out.
    const nobody = 'password.nobody_in_part'
    expect(await tries()).toEqual([nobody, nobody, nobody])
    for (const name of ['staff', 'nobody.at.all'])
      for (const one of [issueCode, adminHelp.endSessions, adminHelp.contactOf])
        expect(await codeOf(one, { username: name }, teacher)).toBe(nobody)
  })

  it('leaves the parents of pupils elsewhere as they are, whose account opens their portal too', async () => {
    const { inside, outside } = await useScope()
    const [row] = await runAsOwner(
      test,
      sql`select r.parent_id from guardian r join student s using (student_id) join user_account a on a.user_id = r.parent_id
        where s.class_id = any (${sql.param(inside)}::uuid[]) and not exists (select from user_account l where l.parent_id = a.user_id)
          and not exists (select from guardian o join student t using (student_id) where o.parent_id = r.parent_id and t.class_id <> all (${sql.param(inside)}::uuid[]))
        limit 1`,
    )
    const key = { kind: 'account', id: String(row?.['parent_id']) } as const
    const slips = () => codeOf(people.firstPasswords, { people: [key], onlyNew: false }, teacher)
    expect(await slips()).toBe('ok')
    await runAsOwner(
      test,
      sql`insert into guardian (unit_id, parent_id, student_id)
        select s.unit_id, ${key.id}, s.student_id from student s where s.class_id = ${outside} limit 1`,
    )
    expect(await codeOf(people.show, key, teacher)).toBe('ok')
    expect((await call(teacher, people.show, key)).children).toHaveLength(
      (await call(admin, people.show, key)).children.length - 1,
    )
    const placesFor = async (who = admin) => (await call(who, people.show, key)).places.length
    expect(await placesFor(teacher)).toBe((await placesFor()) - 1)
    const { people: listed } = await call(teacher, people.list, {
      query: (await call(admin, people.show, key)).realName,
    })
    expect(listed.find(({ id }) => id === key.id)?.places).toHaveLength(await placesFor(teacher))
    expect(await slips()).toBe('access.part')
  })

  it('of a campus or a class counts too, and all parts count together', async () => {
    const { inside, outside } = grades()
    const { roleId } = await roleNamed('Head of grade')
    const at = (id: string) => member(ids.teacher, { kind: 'class', id })
    await call(admin, unitRoles.assign, { roleId, members: [at(inside[0] ?? ''), at(outside)] })
    const seen = await call(teacher, structure.read, {})
    expect(new Set(seen.classes.map(({ classId }) => classId))).toEqual(new Set([inside[0], outside]))
    const campusId = school.classes.find((one) => one.campusId !== null)?.campusId ?? ''
    await call(admin, unitRoles.assign, { roleId, members: [member(ids.teacher, { kind: 'campus', id: campusId })] })
    const more = (await call(teacher, structure.read, {})).classes.filter((one) => one.campusId === campusId)
    expect(more.length).toBeGreaterThan(1)
    expect(more).toHaveLength(school.classes.filter((one) => one.campusId === campusId).length)
    await call(admin, unitRoles.assign, { roleId, members: [member(ids.teacher)] })
    expect((await call(teacher, structure.read, {})).whole).toBe(true)
  })

  it('ends with the next call when it is withdrawn', async () => {
    const { roleId, memberIds } = await useScope()
    expect(await codeOf(people.list, {}, teacher)).toBe('ok')
    await call(admin, unitRoles.withdraw, { roleId, memberIds })
    expect(await codeOf(people.list, {}, teacher)).toBe('access.denied')
  })
})

describe('giving a role', () => {
  afterEach(() => runAsOwner(test, sql`update unit set admin_second_factor = false`))

  it('asks for a second factor of the last minutes where the unit asks administrators for one', async () => {
    const roleId = await makeRole('通讯员', ['base_message'])
    const give = () => codeOf(unitRoles.assign, { roleId, members: [member(ids.teacher)] })
    await runAsOwner(test, sql`update unit set admin_second_factor = true`)
    expect(await give()).toBe('admin.second_factor')
    await runAsOwner(test, sql`update session set second_factor = true where user_id = ${ids.admin}`)
    expect(await give()).toBe('ok')
    await runAsOwner(
      test,
      sql`update session set second_factor_at = now() - interval '16 minutes' where user_id = ${ids.admin}`,
    )
    expect(await give()).toBe('admin.factor_stale')
    expect(await codeOf(unitRoles.list, {})).toBe('ok')
    await runAsOwner(test, sql`update session set second_factor = true where user_id = ${ids.admin}`)
    expect(await give()).toBe('ok')
  })
})

describe('the preview of a role', () => {
  it('has the desktop that a person with it sees, and opens nothing', async () => {
    const { roleId } = await roleNamed('Head of grade')
    const codesOf = async (userType: '1' | '2') =>
      (await call(admin, unitRoles.preview, { roleId, userType })).groups.flatMap(({ iconVMs }) =>
        iconVMs.map(({ code }) => code),
      )
    expect(await codesOf('2')).toContain('administration')
    expect(await codesOf('1')).not.toContain('administration')
    await call(admin, unitRoles.assign, { roleId, members: [member(ids.teacher)] })
    const { userId, unitId } = await readMe(teacher)
    const query = new URLSearchParams({ userId, unitId, appType: '1' })
    const { envelope } = await teacher.get(`${myAppIcons.path}?${query.toString()}`)
    const seen = Array.isArray(envelope.data)
      ? envelope.data.flatMap((group: unknown) => Object(group).iconVMs.map((icon: unknown) => Object(icon).code))
      : []
    expect(new Set(seen)).toEqual(new Set(await codesOf('2')))
  })
})

const keyOf = (row: people.PersonKey | undefined): people.PersonKey => ({
  kind: row?.kind ?? 'pupil',
  id: row?.id ?? '',
})

async function classOfStudent(): Promise<string> {
  const [row] = await runAsOwner(
    test,
    sql`select s.class_id from student s join user_account a using (user_id) join unit_host h on h.unit_id = a.unit_id
      where h.host = 'localhost' and a.login_name = 'student'`,
  )
  return String(row?.['class_id'])
}

async function departmentOfStaff(): Promise<string> {
  const [row] = await runAsOwner(test, sql`select department_id from staff_member where user_id = ${ids.staff}`)
  return String(row?.['department_id'])
}
