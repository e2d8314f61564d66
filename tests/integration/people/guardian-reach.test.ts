import { createRequire } from 'node:module'
import { buffer } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ZipFile as ZipWriter } from 'yazl'
import * as z from 'zod/mini'
import * as family from '../../../contract/endpoints/family/family.ts'
import * as join from '../../../contract/endpoints/family/join.ts'
import * as guardianCodes from '../../../contract/endpoints/people/guardian-codes.ts'
import * as guardians from '../../../contract/endpoints/people/guardians.ts'
import * as imports from '../../../contract/endpoints/people/imports.ts'
import * as mergingEndpoints from '../../../contract/endpoints/people/merging.ts'
import * as unitRoles from '../../../contract/endpoints/people/unit-roles.ts'
import * as session from '../../../contract/endpoints/sign-in/session.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { createImportCaller } from '../../support/callers/import-caller.ts'
import { readMe, runAsOwner, unitOf } from '../../support/callers/session-probe.ts'
import { ask, call } from '../../support/callers/call.ts'
import { addRankedPerson } from '../../support/schools/ranked-people.ts'

// By whose hand an account comes to a child: codes of a part of the school, undone removals, and a registrar's own accounts.

let test: TestApp
let unitId: string
let admin: TestBrowser
/** In two grades. */
let near: { id: string; classId: string; gradeId: string; name: string }
let far: typeof near
beforeAll(async () => {
  test = await createTestApp()
  unitId = await unitOf(test)
  admin = await test.signIn('admin')
  const rows = await run(sql`
    select distinct on (c.grade_id) s.student_id as id, c.class_id as "classId", c.grade_id as "gradeId", s.real_name as name
    from student s join class_group c using (class_id) where s.unit_id = ${unitId} and c.closed_on is null order by c.grade_id, s.student_number limit 2`)
  const [one, other] = z.parse(z.tuple([pupilRow, pupilRow]), rows)
  near = one
  far = other
})
afterAll(() => test.close())
beforeEach(() => run(sql`with rates as (delete from rate_limit) delete from login_attempt`))

const pupilRow = z.object({ id: z.string(), classId: z.string(), gradeId: z.string(), name: z.string() })
const { ZipFile } = createRequire(import.meta.url)('yazl') as { ZipFile: typeof ZipWriter }
const run = (statement: ReturnType<typeof sql>) => runAsOwner(test, statement)
const PASSWORD = 'Kestrel-Harbour-58'
const RIGHTS = { relation: 'mother', mayConsent: false, isEmergencyContact: false } as const

const codeOf = async (pupil: { id: string }, browser: TestBrowser = admin) =>
  (await call(browser, guardianCodes.give, { pupils: [pupil.id] })).slips[0]?.guardianCode ?? ''

/** Signed in with the right for people's data in a grade alone. */
async function gradeHead(loginName: string, gradeId: string): Promise<TestBrowser> {
  const userId = await addRankedPerson(test, { loginName, userType: 4 })
  const role = { roleId: null, name: loginName, englishName: '', codes: ['base_people'] }
  const { roleId } = await call(admin, unitRoles.save, role)
  const holder = { kind: 'person', id: userId } as const
  await call(admin, unitRoles.assign, { roleId, members: [{ holder, scope: { kind: 'grade', id: gradeId } }] })
  return test.signIn(loginName)
}

const isGuardian = async (parentId: string, studentId: string) =>
  (await run(sql`select from guardian where parent_id = ${parentId}::uuid and student_id = ${studentId}::uuid`))
    .length > 0

describe('a code that a grade head has made', () => {
  let head: TestBrowser
  let guardianId: string
  const NAME = '司徒两家'
  beforeAll(async () => {
    head = await gradeHead('grade-head', near.gradeId)
  })
  beforeEach(async () => {
    await run(sql`delete from user_account where real_name = ${NAME}`)
    const parent = { realName: NAME, phone: '13911110001' }
    guardianId = (await call(admin, guardians.addGuardian, { studentId: near.id, parent, ...RIGHTS })).parentId
  })
  const addFar = () =>
    call(admin, guardians.addGuardian, { studentId: far.id, parent: { userId: guardianId }, ...RIGHTS })
  const offered = async (code: string, child = near) => {
    const { data } = await ask(test.visit(), join.check, { code, child: child.name })
    return z.parse(join.check.response, data).guardians.map(({ userId }) => userId)
  }
  const claim = (code: string, child = near) =>
    ask(test.visit(), join.create, {
      code,
      child: child.name,
      guardianId,
      realName: NAME,
      relation: 'mother',
      loginName: 'situ.own',
      newPassword: PASSWORD,
    })

  it('takes no guardian over who has a child in another grade, where that guardian’s account would lead', async () => {
    await addFar()
    const code = await codeOf(near, head)
    expect(await offered(code)).not.toContain(guardianId)
    expect((await claim(code)).code).toBe('join.guardian_differs')
    const visitor = test.visit()
    expect(
      (await visitor.post(session.login.path, { username: 'situ.own', password: PASSWORD })).envelope.code,
    ).not.toBe('ok')
  })

  it('takes none over whose other child came meanwhile', async () => {
    const code = await codeOf(near, head)
    expect(await offered(code)).toContain(guardianId)
    await addFar()
    expect((await claim(code)).code).toBe('join.guardian_differs')
  })

  it('takes over a guardian whose children are all in the grade', async () => {
    expect(await claim(await codeOf(near, head))).toMatchObject({ code: 'ok' })
  })

  it('leaves the parent of both grades the way by the own sign-in, and by a code of the whole school', async () => {
    await addFar()
    const code = await codeOf(far)
    expect(await offered(code, far)).toContain(guardianId)
    expect(await claim(code, far)).toMatchObject({ code: 'ok' })
    await call(admin, guardians.removeGuardian, { studentId: near.id, parentId: guardianId })
    const parent = test.visit()
    await parent.post(session.login.path, { username: 'situ.own', password: PASSWORD })
    const given = { code: await codeOf(near, head), child: near.name, relation: 'mother' }
    expect((await ask(parent, join.redeem, given)).code).toBe('ok')
    const own = await call(parent, family.children, { parentId: guardianId })
    expect(own.map(({ id }) => id).toSorted()).toEqual([near.id, far.id].toSorted())
  })

  it('is the same for a class teacher', async () => {
    await addFar()
    const teacher = await addRankedPerson(test, { loginName: 'class-head', userType: 2 })
    await run(sql`update class_group set head_teacher_id = ${teacher} where class_id = ${near.classId}`)
    const given = { classId: near.classId, pupils: [near.id] }
    const { slips } = await call(await test.signIn('class-head'), guardianCodes.giveOwn, given)
    expect(await offered(slips[0]?.guardianCode ?? '')).not.toContain(guardianId)
    expect((await claim(slips[0]?.guardianCode ?? '')).code).toBe('join.guardian_differs')
  })
})

describe('the undo of a removed guardian', () => {
  it('is for the account that removed the guardian, in any session of it, and for no other holder of the right', async () => {
    const parent = { realName: '上官撤销', phone: '13911110002' }
    const { parentId } = await call(admin, guardians.addGuardian, { studentId: near.id, parent, ...RIGHTS })
    await addRankedPerson(test, { loginName: 'other-registrar', userType: 4, roles: ['REGISTRY'] })
    const { undo } = await call(admin, guardians.removeGuardian, { studentId: near.id, parentId })
    for (const name of ['other-registrar', 'teacher'])
      expect((await ask(await test.signIn(name), guardians.restoreGuardian, { undo })).code).toMatch(
        name === 'teacher' ? 'access.denied' : 'guardian.undo_gone',
      )
    const elsewhere = await test.signIn('admin', { host: 'ginkgo.localhost' })
    expect((await ask(elsewhere, guardians.restoreGuardian, { undo })).code).toBe('guardian.undo_gone')
    expect(await isGuardian(parentId, near.id)).toBe(false)
    expect((await ask(await test.signIn('admin'), guardians.restoreGuardian, { undo })).code).toBe('ok')
    expect(await isGuardian(parentId, near.id)).toBe(true)
  })
})

describe('a registrar who is a parent as well', () => {
  let registrar: TestBrowser
  let registrarId: string
  let ownId: string
  beforeAll(async () => {
    ownId = await addRankedPerson(test, { loginName: 'own-parent', userType: 3 })
    await run(sql`insert into guardian_contact (unit_id, parent_id, phone) values (${unitId}, ${ownId}, '13911110003')`)
    registrarId = await addRankedPerson(test, {
      loginName: 'registrar',
      userType: 2,
      roles: ['REGISTRY'],
      parentId: ownId,
    })
    registrar = await test.signIn('registrar')
  })
  beforeEach(() => run(sql`delete from guardian where parent_id = ${ownId}::uuid`))
  const numberOf = async ({ id }: { id: string }) =>
    String((await run(sql`select student_number as n from student where student_id = ${id}::uuid`))[0]?.['n'])
  const fileOf = async (pupil: typeof near) =>
    `类型,姓名,学号,监护人1姓名,监护人1关系,监护人1手机\n学生,${pupil.name},${await numberOf(pupil)},own-parent,母亲,13911110003\n`

  it.each(['delta', 'bulk'])('does not make the own account a guardian by an import (%s)', async (mode) => {
    const caller = createImportCaller(test, registrar)
    const { importId } = await caller.preview('own.csv', await fileOf(far), { mode })
    const [row] = await caller.rows(importId, 'error')
    expect(row?.problems[0]?.code).toBe('own_guardian')
    expect(row?.problems[0]?.message).toContain('不能把自己的家长账号加给学生')
    expect((await caller.ask(imports.apply, { importId })).code).toBe('import.has_errors')
    expect(await isGuardian(ownId, far.id)).toBe(false)
  })

  it('does not apply what another has previewed, and another applies what the registrar has previewed', async () => {
    const byAdmin = createImportCaller(test, admin)
    const { importId } = await byAdmin.preview('own.csv', await fileOf(far))
    const caller = createImportCaller(test, registrar)
    expect((await caller.ask(imports.apply, { importId })).code).toBe('guardian.own_account')
    expect(await isGuardian(ownId, far.id)).toBe(false)
    expect(await byAdmin.apply(importId)).toMatchObject({ status: 'applied' })
    expect(await isGuardian(ownId, far.id)).toBe(true)
    await byAdmin.undo(importId)
  })

  it('keeps the own child in a file that names both, which changes nothing', async () => {
    await call(admin, guardians.addGuardian, { studentId: near.id, parent: { userId: ownId }, ...RIGHTS })
    const caller = createImportCaller(test, registrar)
    const { counts } = await caller.preview('own.csv', await fileOf(near))
    expect([counts.error.guardians, counts.unchanged.guardians]).toEqual([0, 1])
  })

  it('is no guardian by a OneRoster file either', async () => {
    const files = {
      manifest: [
        'propertyName,value',
        'manifest.version,1.0',
        'oneroster.version,1.2',
        ...['academicSessions', 'classes', 'enrollments'].map((name) => `file.${name},absent`),
        ...['orgs', 'users', 'roles'].map((name) => `file.${name},delta`),
        'source.systemCode,own',
      ],
      orgs: ['sourcedId,name,type', 'o1,Test School,school'],
      users: [
        'sourcedId,status,enabledUser,username,givenName,familyName,identifier,agentSourcedIds',
        `u1,,true,,${far.name},,${await numberOf(far)},p1`,
        'p1,,true,own-parent,own-parent,,,',
      ],
      roles: [
        'sourcedId,userSourcedId,roleType,role,orgSourcedId',
        'r1,u1,primary,student,o1',
        'r2,p1,primary,parent,o1',
      ],
    }
    const zip = new ZipFile()
    for (const [name, lines] of Object.entries(files))
      zip.addBuffer(Buffer.from(`${lines.join('\n')}\n`), `${name}.csv`)
    zip.end()
    const caller = createImportCaller(test, registrar)
    const { importId } = await caller.preview('own.zip', await buffer(zip.outputStream))
    const wrong = await caller.rows(importId, 'error')
    expect(wrong.flatMap(({ problems }) => problems.map(({ code }) => code))).toContain('own_guardian')
  })

  it('does not add it by hand, by an own code, or by joining it with a guardian', async () => {
    const given = { studentId: far.id, parent: { userId: ownId }, ...RIGHTS }
    expect((await ask(registrar, guardians.addGuardian, given)).code).toBe('guardian.own_account')

    const code = await codeOf(far, registrar)
    const own = await test.signIn('own-parent')
    expect((await ask(own, join.redeem, { code, child: far.name, relation: 'mother' })).code).toBe(
      'guardian.own_account',
    )
    // A switch of the session changes nothing.
    await registrar.get(`${session.switchLogin.path}?userId=${ownId}`)
    expect((await readMe(registrar)).userId).toBe(ownId)
    expect((await ask(registrar, join.redeem, { code, child: far.name, relation: 'mother' })).code).toBe(
      'guardian.own_account',
    )
    await registrar.get(`${session.switchLogin.path}?userId=${registrarId}`)
    registrar = await test.signIn('registrar')

    const parent = { realName: '另一位', phone: '13911110004' }
    const { parentId } = await call(admin, guardians.addGuardian, { studentId: far.id, parent, ...RIGHTS })
    const pair = { kind: 'account', id: ownId, otherId: parentId }
    const merging = { ...pair, name: 'own-parent', take: [], days: 'both' }
    expect((await ask(registrar, mergingEndpoints.merge, merging)).code).toBe('guardian.own_account')
    expect(
      (await ask(registrar, mergingEndpoints.merge, { ...merging, id: parentId, otherId: ownId, name: '另一位' })).code,
    ).toBe('guardian.own_account')
    expect(await isGuardian(ownId, far.id)).toBe(false)

    // A code of another’s hand is no own one.
    const others = { code: await codeOf(far), child: far.name, relation: 'mother' }
    expect((await ask(await test.signIn('own-parent'), join.redeem, others)).code).toBe('ok')
  })

  it('does not join a pupil of whom it is a guardian with one of whom it is none', async () => {
    await call(admin, guardians.addGuardian, { studentId: near.id, parent: { userId: ownId }, ...RIGHTS })
    const joined = { kind: 'pupil', take: [], days: 'both' }
    for (const [keep, gone] of [
      [near, far],
      [far, near],
    ] as const)
      expect(
        (await ask(registrar, mergingEndpoints.merge, { ...joined, id: keep.id, otherId: gone.id, name: keep.name }))
          .code,
      ).toBe('guardian.own_account')
  })
})
