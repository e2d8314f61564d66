import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { AnyEndpoint } from '../../../contract/endpoint.ts'
import { envelopeSchema } from '../../../contract/envelope.ts'
import * as imports from '../../../contract/endpoints/people/imports.ts'
import { importSummary } from '../../../contract/endpoints/people/imports.ts'
import * as guardianCodes from '../../../contract/endpoints/people/guardian-codes.ts'
import * as schoolYear from '../../../contract/endpoints/people/school-year.ts'
import * as sso from '../../../contract/endpoints/sign-in/sso.ts'
import { suggestTurn } from '../../../contract/rules/people/turn-year.ts'
import { suggestYear } from '../../../contract/rules/school-year.ts'
import { endpoints } from '../../../contract/table.ts'
import { createPasswords } from '../../../server/modules/auth/passwords/passwords.ts'
import { createSecret, hashToken } from '../../../server/modules/auth/session-tokens.ts'
import { createCode, hashCode } from '../../../server/modules/auth/written-code.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { hastenJobs, settleJobs } from '../../support/app/settle-jobs.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { formOf } from '../../support/callers/import-caller.ts'
import { runAsOwner, unitOf } from '../../support/callers/session-probe.ts'
import { basicOf, register, type Registered } from '../../support/callers/third-party.ts'
import { send } from '../../support/callers/call.ts'
import { addRankedPerson } from '../../support/schools/ranked-people.ts'
import { ACCOUNT_WAYS } from './account-ways.ts'

/** Who acts, and on whom, with how much each has: nobody may reach someone who has more. */
const PEOPLE = {
  pupil: { userType: 1, rank: 0 },
  parent: { userType: 3, rank: 0 },
  teacher: { userType: 2, rank: 0 },
  registrar: { userType: 4, rank: 1, roles: ['REGISTRY', 'HELP_DESK'] },
  administrator: { userType: 2, rank: 2, roles: ['XX_SYS_'] },
} as const
type Name = keyof typeof PEOPLE
const NAMES = Object.keys(PEOPLE) as Name[]

/** Whom an administrator reaches; none of them acts. */
type Within = 'plain-pupil' | 'plain-parent' | 'plain-teacher' | 'erased-parent'

/** Targets besides: a pupil and a parent through whom more is had. */
const ALSO = { official: { userType: 1, rank: 1 }, 'administrator-parent': { userType: 3, rank: 2 } } as const
type TargetName = Name | keyof typeof ALSO
const TARGETS: readonly TargetName[] = [...NAMES, 'official', 'administrator-parent']

interface Target {
  readonly name: string
  readonly userId: string
  readonly userType: 1 | 2 | 3 | 4
  readonly studentId: string | null
}

let test: TestApp
let slipHash: string
let unitId: string
let classId: string
/** A pupil of whom the parents are guardians, and one who has none. */
let childId: string
let strangerId: string
let code: string
const targets = new Map<TargetName | Within, Target>()
const browsers = new Map<Name, TestBrowser>()
const partners = new Map<number, Target>()
let clients: Readonly<Record<Name, Registered>>
beforeAll(async () => {
  test = await createTestApp()
  const hashing = createPasswords({ threads: 1 })
  slipHash = await hashing.hash(SLIP)
  await hashing.close()
  unitId = await unitOf(test)
  await runAsOwner(test, sql`update unit set sign_in_ways = '{"ticket": true}'::jsonb where unit_id = ${unitId}`)
  // Each table of the matrix signs nobody in again.
  for (const name of NAMES) {
    const { userType, ...person } = PEOPLE[name]
    const { rank: _, ...given } = person
    targets.set(name, await target(name, { userType, ...given }))
    browsers.set(name, await test.signIn(`w-${name}`))
  }
  targets.set('official', await target('official', { userType: 1, roles: ['REGISTRY'] }))
  const parent = await target('administrator-parent', { userType: 3 })
  targets.set('administrator-parent', parent)
  await runAsOwner(
    test,
    sql`update user_account set parent_id = ${parent.userId} where login_name = 'w-administrator' and unit_id = ${unitId}`,
  )
  targets.set('plain-pupil', await target('plain-pupil', { userType: 1 }))
  targets.set('erased-parent', await target('erased-parent', { userType: 3 }))
  targets.set('plain-teacher', await target('plain-teacher', { userType: 2 }))
  targets.set('plain-parent', await target('plain-parent', { userType: 3 }))
  for (const userType of [1, 2, 3, 4] as const) partners.set(userType, await target(`partner${userType}`, { userType }))
  const child = await target('child', { userType: 1 })
  const stranger = await target('stranger-child', { userType: 1 })
  childId = child.studentId ?? ''
  strangerId = stranger.studentId ?? ''
  for (const name of ['parent', 'plain-parent', 'administrator-parent'] as const)
    await runAsOwner(
      test,
      sql`insert into guardian (unit_id, parent_id, student_id, relation) values (${unitId}, ${targets.get(name)?.userId}, ${childId}, 'other')`,
    )
  const [row] = await runAsOwner(test, sql`select class_id from student where student_id = ${childId}`)
  classId = String(row?.['class_id'])
  await runAsOwner(
    test,
    sql`update student set class_id = ${classId} where user_id in (${targets.get('pupil')?.userId}, ${targets.get('plain-pupil')?.userId}, ${targets.get('official')?.userId})`,
  )
  await runAsOwner(
    test,
    sql`update class_group set head_teacher_id = ${targets.get('teacher')?.userId} where class_id = ${classId}`,
  )
  const slips = await ask(browserOf('administrator'), guardianCodes.give, { pupils: [childId] })
  code = z.parse(guardianCodes.give.response, slips.data).slips[0]?.guardianCode ?? ''
  const plain = await register(test, { mayIssueTickets: true })
  const trusted = await register(test, { mayIssueTickets: true, adminTickets: true })
  await runAsOwner(
    test,
    sql`update oauth_client set admin_tickets_by = ${targets.get('administrator')?.userId} where client_id = ${trusted.clientId}`,
  )
  clients = { pupil: plain, parent: plain, teacher: plain, registrar: plain, administrator: trusted }
})
afterAll(() => test.close())
beforeEach(() => runAsOwner(test, sql`with rates as (delete from rate_limit) delete from login_attempt`))

async function target(
  given: string,
  person: Omit<Parameters<typeof addRankedPerson>[1], 'loginName'>,
): Promise<Target> {
  const loginName = `w-${given}`
  const userId = await addRankedPerson(test, { loginName, ...person })
  const [pupil] = await runAsOwner(test, sql`select student_id from student where user_id = ${userId}`)
  return { name: loginName, userId, userType: person.userType, studentId: pupil ? String(pupil['student_id']) : null }
}

function browserOf(name: Name): TestBrowser {
  const browser = browsers.get(name)
  if (!browser) throw new Error(`${name} is not signed in`)
  return browser
}

function targetOf(name: TargetName | Within): Target {
  const found = targets.get(name)
  if (!found) throw new Error(`${name} is not there`)
  return found
}

interface Answered {
  readonly code: string
  readonly data?: unknown
}

/** Also of files, which count as given. */
async function ask(browser: TestBrowser, endpoint: AnyEndpoint, input: object = {}): Promise<Answered> {
  const response = await send(browser, endpoint, input)
  const isJson = response.headers['content-type']?.toString().includes('json')
  return isJson ? z.parse(envelopeSchema, response.json()) : { code: 'ok', data: null }
}

const endpointOf = (name: string): AnyEndpoint => {
  const found = endpoints.find((one) => one.name === name)
  if (!found) throw new Error(`${name} is no endpoint`)
  return found
}

const keyOf = ({ userId, studentId }: Target) =>
  studentId === null ? { kind: 'account', id: userId } : { kind: 'pupil', id: studentId }

interface Way {
  /** Tries it; resolves to the code of what came of it. */
  readonly attempt: (actor: Name, target: Target) => Promise<string>
  /** Of an attempt within reach: 'ok' unless something else says that the rule let it pass. */
  readonly reached?: string
  /** Whom an administrator reaches by it, among those without rights. */
  readonly within?: Within
  /** Before the attempt, as the owner of the database. */
  readonly prepare?: (target: Target) => Promise<unknown>
}

const simple = (name: string, input: (target: Target) => object) => (actor: Name, given: Target) =>
  ask(browserOf(actor), endpointOf(name), input(given)).then((answer) => answer.code)

const close = ({ userId, studentId }: Target) =>
  runAsOwner(
    test,
    sql`with gone as (update student set class_id = null, left_on = current_date, left_reason = 'left' where student_id = ${studentId}::uuid)
      update user_account set status = 0 where user_id = ${userId}`,
  )

const save = ({ name, userType, ...rest }: Target) => ({
  key: keyOf({ name, userType, ...rest }),
  userType,
  realName: name,
  englishName: '',
  number: name,
  loginName: name,
  sex: null,
  birthday: null,
  classId: userType === 1 ? classId : null,
  departmentId: null,
  positionTitle: '',
  englishPositionTitle: '',
  email: 'taken@attacker.example',
  phone: null,
})

const TYPES = { 1: '学生', 2: '教师', 3: '家长', 4: '职工' } as const

/** A sheet with one row for the target. */
function sheetOf({ name, userType }: Target, heading = '邮箱', value = 'taken@attacker.example'): string {
  return `类型,姓名,学号/工号,登录名,${heading}\n${TYPES[userType]},${name},${userType === 3 ? '' : name},${name},${value}\n`
}

/** Previews and applies a sheet; the code of what stood in the way, or of the import. */
async function importSheet(actor: Name, sheet: string, fields: Readonly<Record<string, string>> = {}): Promise<string> {
  const browser = browserOf(actor)
  const sent = await browser.request('POST', imports.preview.path, formOf('people.csv', sheet, fields))
  const previewed = z.parse(envelopeSchema, sent.json())
  if (previewed.code !== 'ok') return previewed.code
  const { importId } = z.parse(importSummary, previewed.data)
  const wrong = await ask(browser, imports.rows, { importId, action: 'error' })
  const [row] = z.parse(imports.rows.response, wrong.data)
  if (row) return row.problems[0]?.code ?? 'import.has_errors'
  return applyImport(actor, importId)
}

async function applyImport(actor: Name, importId: string): Promise<string> {
  const begun = await ask(browserOf(actor), imports.apply, { importId, confirmDeactivation: true })
  if (begun.code !== 'ok') return begun.code
  await hastenJobs(test.database)
  await settleJobs(test.database)
  const [run] = await runAsOwner(test, sql`select status, code from import_run where import_id = ${importId}`)
  return run?.['status'] === 'applied' ? 'ok' : String(run?.['code'])
}

/** An import of the administrator's that has changed the target. */
async function importedByAdministrator(given: Target, isApplied: boolean): Promise<string> {
  const sent = await browserOf('administrator').request(
    'POST',
    imports.preview.path,
    formOf('own.csv', sheetOf(given, '邮箱', `${crypto.randomUUID()}@school.example`)),
  )
  const { importId } = z.parse(importSummary, z.parse(envelopeSchema, sent.json()).data)
  if (isApplied) expect(await applyImport('administrator', importId)).toBe('ok')
  return importId
}

/** Of the last import that `prepare` made. */
let importId = ''

/** The code of what came of the last attempt that had to be put back. */
let outcome = ''

/** A password that was on a slip, and one that somebody chooses. */
const SLIP = 'Kxqvtm4729'
const CHOSEN = 'Kestrel-Harbour-58'

const FACE = { textVersion: '1', language: 'zh-CN' }

const WAYS: Readonly<Record<string, Way>> = {
  'people.save': { attempt: simple('people.save', save) },
  'people.deactivate': { attempt: simple('people.deactivate', (one) => ({ people: [keyOf(one)] })) },
  'people.bringBack': {
    prepare: close,
    attempt: simple('people.bringBack', (one) => ({
      people: [{ ...keyOf(one), classId: one.studentId === null ? null : classId }],
    })),
  },
  'people.firstPasswords': {
    attempt: simple('people.firstPasswords', (one) => ({ people: [keyOf(one)], onlyNew: false })),
  },
  'people.exportPreview': { attempt: simple('people.exportPreview', keyOf) },
  'people.showIdCard': { attempt: simple('people.showIdCard', keyOf) },
  'people.export': { attempt: simple('people.export', keyOf) },
  'people.erase': {
    prepare: close,
    attempt: simple('people.erase', (one) => ({ key: keyOf(one), name: one.name, guardians: [] })),
    within: 'erased-parent',
  },
  'people.mergePreview': {
    attempt: simple('people.mergePreview', (one) => ({ ...keyOf(one), otherId: keyOf(partnerOf(one)).id })),
  },
  'people.merge': {
    attempt: simple('people.merge', (one) => ({
      ...keyOf(partnerOf(one)),
      otherId: keyOf(one).id,
      name: 'another name',
      take: ['signIn'],
      days: 'both',
    })),
    reached: 'people.name_differs',
  },
  'people.addGuardian': {
    attempt: simple('people.addGuardian', (one) => ({
      ...(one.studentId === null
        ? { studentId: strangerId, parent: { userId: one.userId } }
        : { studentId: one.studentId, parent: { userId: targetOf('parent').userId } }),
      relation: 'other',
      mayConsent: true,
      isEmergencyContact: false,
    })),
    within: 'plain-parent',
  },
  'people.saveGuardian': {
    attempt: simple('people.saveGuardian', (one) => ({
      studentId: childId,
      parentId: one.userId,
      relation: 'other',
      mayConsent: true,
      isEmergencyContact: true,
    })),
    within: 'plain-parent',
  },
  'people.removeGuardian': {
    attempt: simple('people.removeGuardian', (one) => ({ studentId: childId, parentId: one.userId })),
    within: 'plain-parent',
  },
  'classes.firstPasswords': {
    attempt: simple('classes.firstPasswords', (one) => ({
      classId,
      pupils: [one.studentId ?? one.userId],
      onlyNew: false,
    })),
    within: 'plain-pupil',
  },
  'password.issueCode': { attempt: simple('password.issueCode', (one) => ({ username: one.name })) },
  'admin.endSessions': { attempt: simple('admin.endSessions', (one) => ({ username: one.name })) },
  'admin.contact': { attempt: simple('admin.contact', (one) => ({ username: one.name })) },
  'admin.turnOffSecondStep': {
    attempt: simple('admin.turnOffSecondStep', (one) => ({ username: one.name, password: 'x' })),
    reached: 'totp.off',
  },
  'face.enrolPerson': {
    attempt: simple('face.enrolPerson', (one) => ({ userId: one.userId, faceImage: 'AAAA' })),
    reached: 'face.consent_missing',
  },
  'face.personDetails': { attempt: simple('face.personDetails', (one) => ({ userId: one.userId })) },
  'face.personConsents': { attempt: simple('face.personConsents', (one) => ({ userId: one.userId })) },
  'face.removePerson': { attempt: simple('face.removePerson', (one) => ({ userId: one.userId })) },
  'face.withdrawPersonConsent': {
    attempt: simple('face.withdrawPersonConsent', (one) => ({ userId: one.userId })),
  },
  'face.recordConsent': {
    attempt: simple('face.recordConsent', (one) => ({ userId: one.userId, guardianName: 'x', ...FACE })),
    within: 'plain-pupil',
    reached: 'face.consent_outdated',
  },
  'join.create': {
    attempt: (_, one) =>
      ask(test.visit(), endpointOf('join.create'), {
        code,
        child: 'w-child',
        guardianId: one.userId,
        realName: one.name,
        relation: 'other',
        loginName: `taken-${one.name}`,
        newPassword: 'blue.Teapot44',
      }).then((answer) => answer.code),
    prepare: () => runAsOwner(test, sql`update guardian_code set attempts = 0`),
    // Who has signed in is nobody's to take over.
    reached: 'join.guardian_differs',
  },
  'session.switchLogin': {
    attempt: simple('session.switchLogin', (one) => ({ userId: one.userId })),
    reached: 'access.denied',
  },
  'sso.issueTicket': { attempt: (actor, one) => issue(actor, one).then((answer) => answer.code) },
  'sso.ticket': {
    async attempt(actor, one) {
      const { clientId } = clients[actor]
      const issued = await issue('administrator', { ...one, name: 'w-plain-teacher' })
      const { ticket: secret } = z.parse(sso.issueTicket.response, issued.data)
      // Issued to somebody within reach, and the account's rights have grown since: the same as a ticket of the target.
      await runAsOwner(
        test,
        sql`update login_ticket set user_id = ${one.userId}, client_id = ${clientId} where used_at is null`,
      )
      const { envelope } = await test.visit().get(`${sso.ticket.path}?ticket=${encodeURIComponent(secret)}`)
      return envelope.code
    },
  },
  'session.login': {
    attempt: (actor, one) =>
      withFirstPassword(actor, one, () => signInWithSlip(test.visit(), one).then((answer) => answer.code)),
  },
  'password.replaceFirst': {
    attempt: (actor, one) =>
      withFirstPassword('administrator', targetOf('plain-parent'), async () => {
        const browser = test.visit()
        await signInWithSlip(browser, targetOf('plain-parent'))
        // The session of somebody within reach, whose rights have grown since: the same as one of the target that its first password opened.
        await withFirstPassword(actor, one, async () => {
          const [moved] = await runAsOwner(
            test,
            sql`update session set user_id = ${one.userId}, created_at = now() where user_id = ${targetOf('plain-parent').userId} and revoked_at is null returning session_id`,
          )
          const { code: answered } = await ask(browser, endpointOf('password.replaceFirst'), { newPassword: CHOSEN })
          outcome = answered
          await runAsOwner(test, sql`update session set revoked_at = now() where session_id = ${moved?.['session_id']}`)
        })
        return outcome
      }),
  },
  'password.checkReset': { attempt: (actor, one) => useLink(actor, one, 'password.checkReset') },
  'password.reset': { attempt: (actor, one) => useLink(actor, one, 'password.reset', { newPassword: CHOSEN }) },
  'join.check': {
    attempt: (actor, one) => useGuardianCode(actor, one, test.visit(), 'join.check'),
    within: 'plain-pupil',
  },
  'join.redeem': {
    attempt: (actor, one) => useGuardianCode(actor, one, browserOf('parent'), 'join.redeem', { relation: 'other' }),
    within: 'plain-pupil',
  },
  'imports.preview': { attempt: (actor, one) => importSheet(actor, sheetOf(one)) },
  'imports.apply': { attempt: async (actor, one) => applyImport(actor, await importedByAdministrator(one, false)) },
  'imports.undo': {
    async prepare(one) {
      importId = await importedByAdministrator(one, true)
    },
    async attempt(actor) {
      const { code: answered } = await ask(browserOf(actor), imports.undo, { importId })
      await hastenJobs(test.database)
      await settleJobs(test.database)
      return answered
    },
  },
  'year.turn': { attempt: (actor, one) => turnYear(actor, one), within: 'plain-pupil' },
}

/** Those that need more around them than a target: shown by tests of their own. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'face.login': 'tests/integration/faces/face-sign-in.test.ts',
  'people.linkAccounts': 'tests/integration/people/guardians.test.ts',
  'people.mailFirstLinks': 'tests/integration/people/first-links.test.ts',
  'people.unlinkAccounts': 'tests/integration/people/guardians.test.ts',
  'people.restoreGuardian': 'tests/integration/people/guardians.test.ts',
  'people.undoGuardianCode': 'tests/integration/people/guardians.test.ts',
  'sso.bind': 'tests/integration/auth/issued-credentials.test.ts',
  'year.undo': 'tests/integration/people/school-year.test.ts',
}

function partnerOf({ userType }: Target): Target {
  const found = partners.get(userType)
  if (!found) throw new Error('there is no partner')
  return found
}

/** While the target has a first password that the actor has given. */
async function withFirstPassword<T>(actor: Name, { userId }: Target, run: () => Promise<T>): Promise<T> {
  const [before] = await runAsOwner(
    test,
    sql`select password_hash, changed_at from credential where user_id = ${userId}`,
  )
  await runAsOwner(
    test,
    sql`update credential set password_hash = ${slipHash}, is_first = true, changed_at = now(), issued_by = ${targetOf(actor).userId} where user_id = ${userId}`,
  )
  try {
    return await run()
  } finally {
    await runAsOwner(
      test,
      sql`update credential set password_hash = ${before?.['password_hash']}, is_first = false, issued_by = null, changed_at = ${before?.['changed_at']} where user_id = ${userId}`,
    )
  }
}

const signInWithSlip = (browser: TestBrowser, { name }: Target) =>
  ask(browser, endpointOf('session.login'), { username: name, password: SLIP })

/** Uses a link to a new password of the target that the actor has mailed. */
async function useLink(actor: Name, { userId }: Target, name: string, more: object = {}): Promise<string> {
  const secret = createSecret()
  await runAsOwner(
    test,
    sql`insert into password_reset (unit_id, user_id, kind, secret_hash, issued_by, expires_at)
      values (${unitId}, ${userId}, 'mail', ${hashToken(secret)}, ${targetOf(actor).userId}, now() + interval '1 day')`,
  )
  const { code: answered } = await ask(test.visit(), endpointOf(name), { secret, ...more })
  await runAsOwner(test, sql`delete from password_reset where user_id = ${userId}`)
  return answered
}

/** Uses a code for the guardians of the target that the actor has made; only pupils have one. */
async function useGuardianCode(
  actor: Name,
  { name, studentId }: Target,
  browser: TestBrowser,
  way: string,
  more: object = {},
): Promise<string> {
  if (studentId === null) return 'no pupil'
  const guardianCode = createCode()
  await runAsOwner(
    test,
    sql`insert into guardian_code (unit_id, student_id, code_hash, made_by, expires_at)
      values (${unitId}, ${studentId}, ${hashCode(guardianCode)}, ${targetOf(actor).userId}, now() + interval '1 day')`,
  )
  const { code: answered } = await ask(browser, endpointOf(way), { code: guardianCode, child: name, ...more })
  await runAsOwner(test, sql`delete from guardian_code where student_id = ${studentId}`)
  await runAsOwner(
    test,
    sql`delete from guardian where student_id = ${studentId} and parent_id = ${targetOf('parent').userId}`,
  )
  return answered
}

async function issue(actor: Name, { name }: Target): Promise<Answered> {
  const response = await test.visit().request('POST', sso.issueTicket.path, {
    payload: new URLSearchParams({ loginName: name }).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': undefined,
      'x-portal-device': undefined,
      ...basicOf(clients[actor]),
    },
  })
  return z.parse(envelopeSchema, response.json())
}

/** Lets the pupil leave with the turn, which closes the account. */
async function turnYear(actor: Name, one: Target): Promise<string> {
  const read = await ask(browserOf('administrator'), schoolYear.read)
  const state = z.parse(schoolYear.read.response, read.data)
  const { terms, ...days } = suggestYear(`${Number(state.current.endsOn?.slice(0, 4) ?? '')}-09-01`)
  const answer = await ask(browserOf(actor), schoolYear.turn, {
    basis: state.basis,
    year: { ...days, terms },
    ...suggestTurn(state),
    pupils: [{ studentId: one.studentId ?? one.userId, into: null }],
    closeAccounts: true,
  })
  return answer.code
}

/** What a step up would change of an account, or give of it. */
async function stateOf({ userId, studentId }: Target) {
  const [state] = await runAsOwner(
    test,
    sql`select to_jsonb(a) - 'name_pinyin' as account, to_jsonb(c) as credential, to_jsonb(s) - 'name_pinyin' as pupil, to_jsonb(m) as employee,
      (select jsonb_agg(to_jsonb(r) order by r.member_id) from role_member r where r.user_id = a.user_id) as roles,
      (select jsonb_agg(to_jsonb(g) order by g.student_id) from guardian g where g.parent_id = a.user_id) as children,
      (select count(*) from session e where e.user_id = a.user_id and e.revoked_at is null) as sessions,
      (select count(*) from password_reset e where e.user_id = a.user_id) as resets,
      (select count(*) from login_ticket e where e.user_id = a.user_id and e.used_at is not null) as tickets,
      (select count(*) from external_identity e where e.user_id = a.user_id) as identities,
      (select count(*) from face_photo e where e.user_id = a.user_id) as faces
    from user_account a left join credential c using (user_id) left join student s on s.student_id = ${studentId}::uuid left join staff_member m on m.user_id = a.user_id
    where a.user_id = ${userId}`,
  )
  return state
}

it('is tried on every way that asks', () => {
  const asking = [...ACCOUNT_WAYS].flatMap(([name, keeping]) =>
    keeping === 'asks' || keeping === 'asks about the giver' ? [name] : [],
  )
  expect([...Object.keys(WAYS), ...Object.keys(ELSEWHERE)].toSorted()).toEqual(asking.toSorted())
})

describe.each(Object.entries(WAYS))('%s', (_, { attempt, prepare, reached = 'ok', within = 'plain-teacher' }) => {
  it('leads nobody to an account that has more', async () => {
    const steps: string[] = []
    for (const actor of NAMES)
      for (const name of TARGETS) {
        const { rank } = name in PEOPLE ? PEOPLE[name as Name] : ALSO[name as keyof typeof ALSO]
        if (rank <= PEOPLE[actor].rank) continue
        await runAsOwner(test, sql`with rates as (delete from rate_limit) delete from login_attempt`)
        const one = targetOf(name)
        const whole = await stateOf(one)
        await prepare?.(one)
        const before = await stateOf(one)
        const answered = await attempt(actor, one)
        if (answered === 'ok' || JSON.stringify(await stateOf(one)) !== JSON.stringify(before))
          steps.push(`${actor} -> ${name}: ${answered}`)
        await reopen(one, whole)
      }
    expect(steps).toEqual([])
  })

  it('reaches an account that has less', async () => {
    const one = targetOf(within)
    const whole = await stateOf(one)
    await prepare?.(one)
    const actor =
      within === 'plain-pupil' && WAYS['classes.firstPasswords']?.attempt === attempt ? 'teacher' : 'administrator'
    expect(await attempt(actor, one)).toBe(reached)
    await reopen(one, whole)
  })
})

/** As before `prepare` and an attempt that was let through. */
async function reopen({ userId, studentId }: Target, whole: Awaited<ReturnType<typeof stateOf>>): Promise<void> {
  await runAsOwner(test, sql`update user_account set status = 1, email = null where user_id = ${userId}`)
  await runAsOwner(
    test,
    sql`update student set class_id = ${Object(whole?.['pupil'])['class_id'] ?? null}::uuid, left_on = null, left_reason = null where student_id = ${studentId}::uuid`,
  )
}
