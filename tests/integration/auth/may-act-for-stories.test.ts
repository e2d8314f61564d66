import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as linkedSchools from '../../../contract/endpoints/family/linked-schools.ts'
import * as join from '../../../contract/endpoints/family/join.ts'
import * as guardianCodes from '../../../contract/endpoints/people/guardian-codes.ts'
import * as imports from '../../../contract/endpoints/people/imports.ts'
import * as merging from '../../../contract/endpoints/people/merging.ts'
import * as ownClasses from '../../../contract/endpoints/people/own-classes.ts'
import * as people from '../../../contract/endpoints/people/people.ts'
import { switchLogin } from '../../../contract/endpoints/sign-in/session.ts'
import * as signInAdmin from '../../../contract/endpoints/sign-in/sign-in-admin.ts'
import * as sso from '../../../contract/endpoints/sign-in/sso.ts'
import { envelopeSchema } from '../../../contract/envelope.ts'
import { hasAdministrator } from '../../../server/modules/auth/last-administrator.ts'
import { type Actor, readReach } from '../../../server/modules/auth/may-act-for.ts'
import { OWN_SCOPES } from '../../../contract/rules/own-scopes.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { settleJobs } from '../../support/app/settle-jobs.ts'
import { createImportCaller } from '../../support/callers/import-caller.ts'
import { accessOf, isSignedIn, readMe, runAsOwner, unitOf } from '../../support/callers/session-probe.ts'
import { basicOf, register } from '../../support/callers/third-party.ts'
import { ask } from '../../support/callers/call.ts'
import { newOperator, signInOperator } from '../../support/schools/operators.ts'
import { addRankedPerson } from '../../support/schools/ranked-people.ts'
import { GOOD_CLIENT, GOOD_PROVIDER } from '../../support/schools/sign-in-settings.ts'

const GINKGO = { host: 'ginkgo.localhost' }
const OUT_OF_REACH = [{ code: 'out_of_reach' }]

let test: TestApp
let unitId: string
const ids: Record<string, string> = {}
beforeAll(async () => {
  test = await createTestApp()
  unitId = await unitOf(test)
  const add = async (person: Parameters<typeof addRankedPerson>[1]) => {
    ids[person.loginName] = await addRankedPerson(test, person)
  }
  await add({ loginName: 'boss-parent', userType: 3 })
  await add({ loginName: 'boss', userType: 2, roles: ['XX_SYS_'], parentId: ids['boss-parent'] ?? '' })
  await add({ loginName: 'registrar', userType: 2, roles: ['REGISTRY'] })
  await add({ loginName: 'plain-parent', userType: 3 })
  await add({ loginName: 'plain-teacher', userType: 2 })
  await add({ loginName: 'second-teacher', userType: 2 })
  await add({ loginName: 'flagged', userType: 4, roles: ['REGISTRY'], operator: true })
  await runAsOwner(
    test,
    sql`with added as (insert into role (unit_id, service, code, name, english_name) values (${unitId}, 'own', 'UNIT_ONLY', '只有单位设置', 'Unit settings') returning role_id)
      insert into permission_grant (unit_id, code, role_id) select ${unitId}, 'base_unit', role_id from added`,
  )
  await add({ loginName: 'settings', userType: 4 })
  await runAsOwner(
    test,
    sql`insert into role_member (unit_id, role_id, user_id) select ${unitId}, role_id, ${ids['settings']} from role where unit_id = ${unitId} and code = 'UNIT_ONLY'`,
  )
})
afterAll(() => test.close())
beforeEach(async () => {
  await runAsOwner(test, sql`with rates as (delete from rate_limit) delete from login_attempt`)
  await runAsOwner(test, sql`update user_account set status = 1 where unit_id = ${unitId}`)
  await runAsOwner(
    test,
    sql`update user_account set parent_id = null where user_id <> ${ids['boss']} and unit_id = ${unitId}`,
  )
})

const idOf = (name: string) => ids[name] ?? ''

const accountOf = async (name: string) =>
  (
    await runAsOwner(
      test,
      sql`select email, status, parent_id, login_name from user_account where user_id = ${idOf(name)}`,
    )
  )[0]

describe('an import of a registrar', () => {
  it('links no teacher to a parent, says so at the row, and leads to no administrator by switching', async () => {
    const browser = await test.signIn('registrar')
    const caller = createImportCaller(test, browser)
    for (const parent of ['boss-parent', 'plain-parent']) {
      const { importId, counts } = await caller.preview(
        'link.csv',
        `类型,姓名,工号,家长账号\n教师,registrar,registrar,${parent}\n`,
      )
      expect(counts.error.people).toBe(1)
      const [row] = await caller.rows(importId, 'error')
      expect(row?.problems[0]?.code).toMatch(/link_administrator|out_of_reach/)
      expect(row?.problems[0]?.message).toMatch(/管理员/)
      expect((await caller.ask(imports.apply, { importId })).code).toBe('import.has_errors')
    }
    expect(await accountOf('registrar')).toMatchObject({ parent_id: null })
    expect((await browser.get(`${switchLogin.path}?userId=${idOf('boss-parent')}`)).envelope.code).toBe('access.denied')
    expect((await readMe(browser)).loginName).toBe('registrar')
  })

  it('changes no administrator’s account, and none of an administrator’s as a parent, whoever previewed it', async () => {
    const caller = createImportCaller(test, await test.signIn('registrar'))
    const file = '类型,姓名,工号,邮箱\n教师,boss,boss,registrar@school.example\n'
    const { importId } = await caller.preview('address.csv', file)
    expect((await caller.rows(importId, 'error'))[0]?.problems).toMatchObject(OUT_OF_REACH)
    const parents = await caller.preview(
      'parents.csv',
      '类型,姓名,用户名,邮箱\n家长,boss-parent,boss-parent,registrar@school.example\n',
    )
    expect((await caller.rows(parents.importId, 'error'))[0]?.problems).toMatchObject(OUT_OF_REACH)
    const made = await createImportCaller(test, await test.signIn('admin')).preview('address.csv', file)
    expect((await caller.ask(imports.apply, { importId: made.importId })).code).toBe('access.denied')
    expect(await accountOf('boss')).toMatchObject({ email: null })
  })

  it('is written by the rights of its registrar at that time, not of the moment when it was begun', async () => {
    const caller = createImportCaller(test, await test.signIn('registrar'))
    const { importId } = await caller.preview(
      'address.csv',
      '类型,姓名,工号,邮箱\n教师,plain-teacher,plain-teacher,new@school.example\n',
    )
    await runAsOwner(
      test,
      sql`insert into role_member (unit_id, role_id, user_id) select unit_id, role_id, ${idOf('plain-teacher')} from role where unit_id = ${unitId} and code = 'XX_SYS_'`,
    )
    expect((await caller.ask(imports.apply, { importId })).code).toBe('access.denied')
    await runAsOwner(test, sql`delete from role_member where user_id = ${idOf('plain-teacher')}`)
  })

  it('is neither written nor taken back once the one who began it has lost the right or was closed', async () => {
    const caller = createImportCaller(test, await test.signIn('registrar'))
    const file = '类型,姓名,工号,邮箱\n教师,plain-teacher,plain-teacher,late@school.example\n'
    const { importId } = await caller.preview('late.csv', file)
    /** As if the job had waited meanwhile. */
    const run = async (job: 'import' | 'import-undo', status: string, by: string) => {
      await test.database.inUnit({ unitId, userId: null }, async (tx) => {
        await tx.execute(sql`update import_run set status = ${status} where import_id = ${importId}::uuid`)
        await test.app.jobs.send(tx, job, [{ unitId, importId, by: idOf(by) }])
      })
      await settleJobs(test.database)
      return caller.summary(importId)
    }
    const closeRegistrar = (status: number) =>
      runAsOwner(test, sql`update user_account set status = ${status} where user_id = ${idOf('registrar')}`)
    const refused = { code: 'import.author_right' }
    expect(await run('import', 'applying', 'second-teacher')).toMatchObject({ status: 'failed', ...refused })
    await closeRegistrar(0)
    await test.database.inUnit({ unitId, userId: null }, async (tx) => {
      await tx.execute(sql`update import_run set status = 'applying' where import_id = ${importId}::uuid`)
      await test.app.jobs.send(tx, 'import', [{ unitId, importId, by: idOf('registrar') }])
    })
    await settleJobs(test.database)
    await closeRegistrar(1)
    expect(await caller.summary(importId)).toMatchObject({ status: 'failed', ...refused })
    expect(await accountOf('plain-teacher')).not.toMatchObject({ email: 'late@school.example' })

    expect((await caller.apply(importId)).status).toBe('applied')
    expect(await run('import-undo', 'undoing', 'second-teacher')).toMatchObject({ status: 'applied', ...refused })
    expect(await accountOf('plain-teacher')).toMatchObject({ email: 'late@school.example' })
    expect((await caller.undo(importId)).code).toBe('ok')
  })

  it('moves nobody, and the registrar neither, into a department whose role has more', async () => {
    const [department] = await runAsOwner(
      test,
      sql`insert into department (unit_id, name, english_name) values (${unitId}, '有角色的部门', 'Department with a role') returning department_id`,
    )
    await runAsOwner(
      test,
      sql`insert into role_member (unit_id, role_id, department_id) select unit_id, role_id, ${department?.['department_id']} from role where unit_id = ${unitId} and code = 'UNIT_ONLY'`,
    )
    const browser = await test.signIn('registrar')
    const caller = createImportCaller(test, browser)
    for (const name of ['registrar', 'plain-teacher']) {
      const { importId } = await caller.preview(
        'department.csv',
        `类型,姓名,工号,部门\n教师,${name},${name},有角色的部门\n`,
      )
      expect(await caller.apply(importId)).toMatchObject({ status: 'failed', code: 'access.denied' })
      const { data } = await ask(browser, people.show, { kind: 'account', id: idOf(name) })
      const fields = z.parse(people.show.response, data)
      const saved = {
        ...fields,
        loginName: name,
        key: { kind: 'account', id: idOf(name) },
        departmentId: department?.['department_id'],
      }
      expect((await ask(browser, people.save, saved)).code).toBe('access.denied')
    }
    expect((await ask(browser, signInAdmin.settings)).code).toBe('access.denied')
  })
})

describe('an import of an administrator', () => {
  it('links one teacher to a parent, whose sessions and links with other schools end; a second one is refused', async () => {
    const parent = await test.signIn('plain-parent')
    const elsewhere = await test.signIn('parent', GINKGO)
    const made = z.parse(
      linkedSchools.createLinkCode.response,
      (await ask(elsewhere, linkedSchools.createLinkCode)).data,
    )
    expect((await ask(parent, linkedSchools.link, { code: made.code })).code).toBe('ok')
    const caller = createImportCaller(test, await test.signIn('admin'))
    const { importId } = await caller.preview(
      'link.csv',
      '类型,姓名,工号,家长账号\n教师,plain-teacher,plain-teacher,plain-parent\n',
    )
    expect(await caller.apply(importId)).toMatchObject({ status: 'applied' })
    expect(await accountOf('plain-teacher')).toMatchObject({ parent_id: idOf('plain-parent') })
    expect(await isSignedIn(test, accessOf(parent))).toBe(false)
    expect(
      await runAsOwner(test, sql`select from account_link where ${idOf('plain-parent')} in (user_id, other_user_id)`),
    ).toEqual([])
    const second = await caller.preview(
      'link.csv',
      '类型,姓名,工号,家长账号\n教师,second-teacher,second-teacher,plain-parent\n',
    )
    expect((await caller.rows(second.importId, 'error'))[0]?.problems).toMatchObject([{ code: 'parent_linked' }])
  })

  it('of a whole school closes no administrator', async () => {
    const caller = createImportCaller(test, await test.signIn('admin'))
    const { importId } = await caller.preview('all.csv', '类型,姓名,工号\n职工,settings,settings\n', { mode: 'bulk' })
    const gone = await caller.rows(importId, 'deactivated')
    expect(gone.length).toBeGreaterThan(0)
    expect(gone.map(({ name }) => name)).not.toContain('boss')
    await caller.apply(importId, true)
    expect(await accountOf('boss')).toMatchObject({ status: 1 })
    await caller.undo(importId)
  })

  it('is taken back by nobody whose reach its people have left', async () => {
    const caller = createImportCaller(test, await test.signIn('registrar'))
    const { importId } = await caller.preview('new.csv', '类型,姓名,工号\n教师,新来的,promoted\n')
    await caller.apply(importId)
    await runAsOwner(
      test,
      sql`insert into role_member (unit_id, role_id, user_id) select a.unit_id, r.role_id, a.user_id from user_account a join role r on r.unit_id = a.unit_id and r.code = 'XX_SYS_' where a.login_name = 'promoted'`,
    )
    expect((await caller.undo(importId)).code).toMatch(/access\.denied|import\.undo_changed/)
    expect((await runAsOwner(test, sql`select from user_account where login_name = 'promoted'`)).length).toBe(1)
  })
})

describe('tickets', () => {
  const issue = async (loginName: string, by: { clientId: string; secret: string }) => {
    const response = await test.visit().request('POST', sso.issueTicket.path, {
      payload: new URLSearchParams({ loginName }).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': undefined,
        'x-portal-device': undefined,
        ...basicOf(by),
      },
    })
    return z.parse(envelopeSchema, response.json())
  }
  beforeAll(async () => {
    await runAsOwner(test, sql`update unit set sign_in_ways = '{"ticket": true}'::jsonb where unit_id = ${unitId}`)
  })

  it('of any other client lead to nobody with a right of the administration, nor to that person’s account as a parent', async () => {
    const trusted = await register(test, { mayIssueTickets: true, adminTickets: true })
    expect((await issue('boss', trusted)).code).toBe('ok')
    const client = await register(test, { mayIssueTickets: true })
    expect((await issue('plain-teacher', client)).code).toBe('ok')
    for (const name of ['registrar', 'settings', 'boss', 'boss-parent'])
      expect((await issue(name, client)).code).toBe('sso.ticket_admin')
  })

  it('are allowed for administrators by administrators alone: the settings of the unit do not suffice', async () => {
    const browser = await test.signIn('settings')
    const given = { ...GOOD_CLIENT, mayIssueTickets: true }
    expect((await ask(browser, signInAdmin.saveClient, { ...given, adminTickets: true })).code).toBe('access.denied')
    const made = z.parse(signInAdmin.saveClient.response, (await ask(browser, signInAdmin.saveClient, given)).data)
    expect((await issue('admin', { clientId: made.clientId, secret: made.secret ?? '' })).code).toBe('sso.ticket_admin')
    const trusted = z.parse(
      signInAdmin.saveClient.response,
      (await ask(await test.signIn('admin'), signInAdmin.saveClient, { ...given, adminTickets: true })).data,
    )
    expect((await ask(browser, signInAdmin.rotateClientSecret, { clientId: trusted.clientId })).code).toBe(
      'access.denied',
    )
    expect(
      (await ask(browser, signInAdmin.saveClient, { ...given, adminTickets: true, clientId: trusted.clientId })).code,
    ).toBe('access.denied')
  })

  it('for administrators end with the rights of the administrator who allowed them, also those issued before', async () => {
    const trusted = await register(test, { mayIssueTickets: true, adminTickets: true })
    await runAsOwner(
      test,
      sql`update oauth_client set admin_tickets_by = ${idOf('boss')} where client_id = ${trusted.clientId}`,
    )
    const issued = z.parse(sso.issueTicket.response, (await issue('registrar', trusted)).data)
    const taken = await runAsOwner(
      test,
      sql`delete from role_member where user_id = ${idOf('boss')} returning unit_id, role_id, user_id`,
    )
    expect((await issue('registrar', trusted)).code).toBe('sso.ticket_admin')
    expect((await test.visit().get(`${sso.ticket.path}?ticket=${issued.ticket}`)).envelope.code).toBe(
      'sso.ticket_admin',
    )
    for (const { unit_id, role_id, user_id } of taken)
      await runAsOwner(
        test,
        sql`insert into role_member (unit_id, role_id, user_id) values (${unit_id}, ${role_id}, ${user_id})`,
      )
  })

  it('do not follow from another mail server: it is an administrator’s to choose', async () => {
    const given = {
      host: 'mail.attacker.example',
      port: 587,
      secure: 'starttls',
      username: '',
      fromAddress: 'a@attacker.example',
    }
    expect((await ask(await test.signIn('settings'), signInAdmin.saveMail, given)).code).toBe('access.denied')
  })
})

it('is said with the settings of sign-in: what would be refused is not offered', async () => {
  const reaches = async (name: string) =>
    z.parse(signInAdmin.settings.response, (await ask(await test.signIn(name), signInAdmin.settings)).data)
      .reachesAllAccounts
  expect([await reaches('admin'), await reaches('boss'), await reaches('settings')]).toEqual([true, true, false])
})

describe('the flag of operators', () => {
  it('gives nobody of a school a wider reach, and keeps nobody out of it', async () => {
    const give = async (by: string, to: string) =>
      (
        await ask(await test.signIn(by), people.firstPasswords, {
          people: [{ kind: 'account', id: idOf(to) }],
          onlyNew: false,
        })
      ).code
    expect(await give('flagged', 'boss')).toBe('access.denied')
    expect(await give('flagged', 'second-teacher')).toBe('ok')
    expect(await give('registrar', 'flagged')).toBe('ok')
  })

  it('leaves a school without an administrator', async () => {
    await runAsOwner(test, sql`update user_account set status = 0 where unit_id = ${unitId} and not superman`)
    expect(await test.database.inUnit({ unitId, userId: null }, hasAdministrator)).toBe(false)
  })

  it('is out of reach of all but operators in their own unit', async () => {
    const operator = await signInOperator(test, 'first-operator')
    const operators = await readMe(operator)
    const [other] = await runAsOwner(test, newOperator('other-operator'))
    const otherId = String(other?.['user_id'])
    const unit = { unitId: operators.unitId, userId: null }
    const beyond = (actor: Actor) =>
      test.database.inUnit(unit, async (tx) => [...(await (await readReach(tx, actor)).beyond([otherId]))])
    expect(await beyond('stranger')).toEqual([otherId])
    expect(await beyond({ ...operators, admin: true })).toEqual([])
  })
})

describe('settings that give more than who holds the settings of the unit has', () => {
  const client = { ...GOOD_CLIENT, redirectUris: [], version: null }

  it('are refused: scopes of applications whose right the caller lacks, also by a new secret or by turning one on again', async () => {
    const [browser, boss] = [await test.signIn('settings'), await test.signIn('boss')]
    for (const scope of OWN_SCOPES)
      expect((await ask(browser, signInAdmin.saveClient, { ...client, ownScopes: [scope] })).code).toBe('access.denied')
    const ownScopes = [...OWN_SCOPES]
    const made = z.parse(
      signInAdmin.saveClient.response,
      (await ask(boss, signInAdmin.saveClient, { ...client, ownScopes })).data,
    )
    const { clientId } = made
    const versionNow = async () => {
      const settings = z.parse(signInAdmin.settings.response, (await ask(browser, signInAdmin.settings)).data)
      expect(settings.givableScopes).toEqual([])
      return settings.clients.find((one) => one.clientId === clientId)?.version
    }
    const save = async (given: object) => {
      const sent = { ...client, clientId, ownScopes, version: await versionNow(), ...given }
      return (await ask(browser, signInAdmin.saveClient, sent)).code
    }
    expect((await ask(browser, signInAdmin.rotateClientSecret, { clientId })).code).toBe('access.denied')
    // What it has stays, and less is no gift.
    expect(await save({ name: '另一个名字' })).toBe('ok')
    expect(await save({ enabled: false })).toBe('ok')
    expect(await save({ enabled: true })).toBe('access.denied')
    expect(await save({ enabled: false, ownScopes: ownScopes.slice(1) })).toBe('ok')
    expect(await save({ enabled: false })).toBe('access.denied')
  })

  it('are refused: providers of accounts, which say who signs in', async () => {
    const given = { ...GOOD_PROVIDER, version: null }
    expect((await ask(await test.signIn('settings'), signInAdmin.saveProvider, given)).code).toBe('access.denied')
    expect((await ask(await test.signIn('boss'), signInAdmin.saveProvider, given)).code).toBe('ok')
  })
})

describe('the other account of one person', () => {
  it('is not opened from a parent’s session where it has rights, and is from a session that began there', async () => {
    const parent = await test.signIn('boss-parent')
    expect((await parent.get(`${switchLogin.path}?userId=${idOf('boss')}`)).envelope).toMatchObject({
      status: 403,
      code: 'login.rights_ahead',
    })
    expect((await readMe(parent)).loginName).toBe('boss-parent')
    const teacher = await test.signIn('boss')
    expect((await teacher.get(`${switchLogin.path}?userId=${idOf('boss-parent')}`)).envelope.code).toBe('ok')
    expect((await teacher.get(`${switchLogin.path}?userId=${idOf('boss')}`)).envelope.code).toBe('ok')
    expect((await readMe(teacher)).loginName).toBe('boss')
  })
})

describe('first passwords', () => {
  it('of employees and administrators are given by no class teacher', async () => {
    const [own] = await runAsOwner(
      test,
      sql`update class_group set head_teacher_id = ${idOf('plain-teacher')} where class_id = (select class_id from student where unit_id = ${unitId} and class_id is not null limit 1) returning class_id`,
    )
    const browser = await test.signIn('plain-teacher')
    for (const name of ['registrar', 'boss', 'second-teacher', 'boss-parent']) {
      expect(
        (
          await ask(browser, ownClasses.firstPasswords, {
            classId: own?.['class_id'],
            pupils: [idOf(name)],
            onlyNew: false,
          })
        ).code,
      ).toBe('access.denied')
      expect(
        (await ask(browser, people.firstPasswords, { people: [{ kind: 'account', id: idOf(name) }], onlyNew: false }))
          .code,
      ).toBe('access.denied')
    }
  })
})

describe('merging', () => {
  it('makes no registrar an administrator, and no friend of one', async () => {
    const browser = await test.signIn('registrar')
    const pair = { kind: 'account', take: ['signIn'], days: 'both' }
    for (const [id, otherId, name] of [
      [idOf('registrar'), idOf('boss'), 'registrar'],
      [idOf('boss'), idOf('second-teacher'), 'boss'],
      [idOf('second-teacher'), idOf('boss'), 'second-teacher'],
      [idOf('plain-parent'), idOf('boss-parent'), 'plain-parent'],
    ])
      expect((await ask(browser, merging.merge, { ...pair, id, otherId, name })).code).toMatch(
        /access\.denied|account\.oneself/,
      )
  })
})

describe('a guardian’s code', () => {
  it('takes over no account through which more than the children is had', async () => {
    const pupilId = await addRankedPerson(test, { loginName: 'code-pupil', userType: 1 })
    const [pupil] = await runAsOwner(test, sql`select student_id from student where user_id = ${pupilId}`)
    const names = ['code-role', 'code-linked', 'code-plain']
    for (const name of names) {
      const userId = await addRankedPerson(test, { loginName: name, userType: 3 })
      ids[name] = userId
      await runAsOwner(test, sql`update credential set is_first = true where user_id = ${userId}`)
      await runAsOwner(
        test,
        sql`insert into guardian (unit_id, parent_id, student_id, relation) values (${unitId}, ${userId}, ${pupil?.['student_id']}, 'other')`,
      )
    }
    await runAsOwner(
      test,
      sql`insert into role_member (unit_id, role_id, user_id) select unit_id, role_id, ${idOf('code-role')} from role where unit_id = ${unitId} and code = 'REGISTRY'`,
    )
    await runAsOwner(
      test,
      sql`update user_account set parent_id = ${idOf('code-linked')} where user_id = ${idOf('registrar')}`,
    )
    const { data } = await ask(await test.signIn('admin'), guardianCodes.give, { pupils: [pupil?.['student_id']] })
    const [slip] = z.parse(guardianCodes.give.response, data).slips
    const proof = { code: slip?.guardianCode, child: 'code-pupil' }
    const offered = z.parse(join.check.response, (await ask(test.visit(), join.check, proof)).data)
    expect(offered.guardians.map(({ userId }) => userId)).toEqual([idOf('code-plain')])
    for (const name of ['code-role', 'code-linked', 'boss-parent']) {
      const given = {
        ...proof,
        guardianId: idOf(name),
        realName: name,
        relation: 'other',
        loginName: `taken-${name}`,
        newPassword: 'blue.Teapot44',
      }
      expect((await ask(test.visit(), join.create, given)).code).toBe('join.guardian_differs')
      expect(await accountOf(name)).toMatchObject({ login_name: name })
    }
  })
})
