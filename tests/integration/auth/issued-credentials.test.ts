import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { saveOwnEmail } from '../../../contract/endpoints/account.ts'
import * as join from '../../../contract/endpoints/family/join.ts'
import * as guardianCodes from '../../../contract/endpoints/people/guardian-codes.ts'
import * as merging from '../../../contract/endpoints/people/merging.ts'
import * as people from '../../../contract/endpoints/people/people.ts'
import * as passwords from '../../../contract/endpoints/sign-in/passwords.ts'
import * as session from '../../../contract/endpoints/sign-in/session.ts'
import * as signInAdmin from '../../../contract/endpoints/sign-in/sign-in-admin.ts'
import { settleJobs } from '../../support/app/settle-jobs.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { createImportCaller } from '../../support/callers/import-caller.ts'
import { askForMail, resetWith } from '../../support/callers/password-caller.ts'
import { findResetLink } from '../../support/callers/read-mail.ts'
import { eventsOf, runAsOwner, tokenOf, unitOf } from '../../support/callers/session-probe.ts'
import { bind, finish, unboundId } from '../../support/callers/social-caller.ts'
import { ask } from '../../support/callers/call.ts'
import { useMailServer } from '../../support/fakes/use-mail-server.ts'
import { addRankedPerson, type RankedPerson } from '../../support/schools/ranked-people.ts'
import { createSocialSchool, PASSWORD, type SocialSchool } from '../../support/schools/social-school.ts'

const NEW = 'Kestrel-Harbour-58'

const school: { social: SocialSchool } = Object({})
let unitId: string
let registrar: TestBrowser
let admin: TestBrowser
beforeAll(async () => {
  school.social = await createSocialSchool()
  unitId = await unitOf(school.social.test)
  await add({ loginName: 'registrar', userType: 2, roles: ['REGISTRY', 'HELP_DESK'] })
  registrar = await school.social.test.signIn('registrar')
  admin = await school.social.test.signIn('admin')
})
afterAll(() => school.social.close())
beforeEach(() => school.social.reset())
const mailbox = useMailServer({
  get test() {
    return school.social.test
  },
})

const run = (statement: ReturnType<typeof sql>) => runAsOwner(school.social.test, statement)
const visit = () => school.social.test.visit()
const add = (person: RankedPerson) => addRankedPerson(school.social.test, person)

let made = 0
/** A person of whom no other test knows. */
async function addPerson(person: Partial<RankedPerson> = {}): Promise<{ loginName: string; userId: string }> {
  made += 1
  const loginName = `newcomer${made}`
  return { loginName, userId: await add({ loginName, userType: 2, ...person }) }
}

const keyOf = (userId: string) => ({ kind: 'account', id: userId })
const signInWith = (username: string, password: string, browser = visit()) =>
  browser.post(session.login.path, { username, password }).then(({ envelope }) => envelope.code)

async function givePassword(userId: string, by = registrar): Promise<string> {
  const { code, data } = await ask(by, people.firstPasswords, { people: [keyOf(userId)], onlyNew: false })
  expect(code).toBe('ok')
  return z.parse(people.firstPasswords.response, data).slips[0]?.password ?? ''
}

async function giveCode(loginName: string, by = registrar): Promise<string> {
  const { data } = await ask(by, passwords.issueCode, { username: loginName })
  return z.parse(passwords.issueCode.response, data).code
}

/** The secret of the latest link to one of these addresses. */
async function linkTo(...addresses: string[]): Promise<string> {
  await settleJobs(school.social.test.database)
  const mail = mailbox.server.mails.findLast(({ to }) => addresses.includes(to[0] ?? ''))
  return findResetLink(mail?.text ?? '').secret
}

async function mailLink(userId: string, address: string, by = registrar): Promise<string> {
  const asked = await ask(by, people.mailFirstLinks, { people: [keyOf(userId)], onlyNew: false })
  expect(asked).toMatchObject({ code: 'ok', data: { mailed: 1 } })
  return linkTo(address)
}

/** What the list of people says about the password of an account. */
async function shownPassword(loginName: string): Promise<string | undefined> {
  const { data } = await ask(admin, people.list, { query: loginName, state: 'all' })
  const found = z.parse(people.list.response, data).people
  return found.find((person) => person.loginName === loginName)?.password
}

const rise = (userId: string) =>
  run(
    sql`insert into role_member (unit_id, role_id, user_id) select unit_id, role_id, ${userId} from role where unit_id = ${unitId} and code = 'XX_SYS_'`,
  )

describe('what was given for an account before it rose', () => {
  it('opens it no more: a first password, also in a session that it has opened', async () => {
    const { loginName, userId } = await addPerson()
    const password = await givePassword(userId)
    const before = visit()
    expect(await signInWith(loginName, password, before)).toBe('ok')
    expect(await shownPassword(loginName)).toBe('first')
    await rise(userId)
    expect(await shownPassword(loginName)).toBe('lapsed')
    expect(await signInWith(loginName, password)).toBe('login.first_void')
    expect((await ask(before, passwords.replaceFirst, { newPassword: NEW })).code).toBe('login.first_void')
    expect(await signInWith(loginName, NEW)).toBe('login.failed')
    // An administrator's is good, and so is the owner's password.
    const another = await givePassword(userId, admin)
    expect(await shownPassword(loginName)).toBe('first')
    const owner = visit()
    expect(await signInWith(loginName, another, owner)).toBe('ok')
    expect((await ask(owner, passwords.replaceFirst, { newPassword: NEW })).code).toBe('ok')
    expect((await ask(owner, signInAdmin.settings)).code).toBe('ok')
  })

  it('opens it no more: a code, which says no more than a wrong one', async () => {
    const { loginName, userId } = await addPerson()
    const code = await giveCode(loginName)
    const proof = { username: loginName, code }
    expect((await ask(visit(), passwords.checkReset, proof)).code).toBe('ok')
    await rise(userId)
    expect((await ask(visit(), passwords.checkReset, proof)).code).toBe('password.code_invalid')
    expect((await resetWith(visit(), proof, NEW)).envelope.code).toBe('password.code_invalid')
    const good = { username: loginName, code: await giveCode(loginName, admin) }
    expect((await resetWith(visit(), good, NEW)).envelope.code).toBe('ok')
  })

  it('opens it no more: a mailed first link; one that its owner asked for is good', async () => {
    const email = 'riser@riverside.test'
    const { loginName, userId } = await addPerson({ email })
    const secret = await mailLink(userId, email)
    await rise(userId)
    expect((await ask(visit(), passwords.checkReset, { secret })).code).toBe('password.link_invalid')
    expect((await resetWith(visit(), { secret }, NEW)).envelope.code).toBe('password.link_invalid')
    await askForMail(school.social.test, loginName)
    expect((await resetWith(visit(), { secret: await linkTo(email) }, NEW)).envelope.code).toBe('ok')
  })

  it('is measured by what its giver has by now: nothing for one who is closed, or of whom nobody knows', async () => {
    const giver = await addPerson({ roles: ['XX_SYS_'] })
    const by = await school.social.test.signIn(giver.loginName)
    const [plain, official] = [await addPerson(), await addPerson({ roles: ['REGISTRY'] })]
    const slips = [await givePassword(plain.userId, by), await givePassword(official.userId, by)]
    await run(sql`update user_account set status = 0 where user_id = ${giver.userId}`)
    expect(await signInWith(plain.loginName, slips[0] ?? '')).toBe('ok')
    expect(await signInWith(official.loginName, slips[1] ?? '')).toBe('login.first_void')
    await run(sql`update user_account set status = 1 where user_id = ${giver.userId}`)
    expect(await signInWith(official.loginName, slips[1] ?? '')).toBe('ok')
    await run(sql`update credential set issued_by = null where user_id = ${official.userId}`)
    expect(await signInWith(official.loginName, slips[1] ?? '')).toBe('login.first_void')
  })

  it('makes nobody the guardian of who rose: a code for the guardians of a pupil', async () => {
    const pupil = await addPerson({ userType: 1 })
    await addPerson({ userType: 3 })
    const parent = await school.social.test.signIn(`newcomer${made}`)
    const [row] = await run(sql`select student_id from student where user_id = ${pupil.userId}`)
    const { data } = await ask(registrar, guardianCodes.give, { pupils: [row?.['student_id']] })
    const code = z.parse(guardianCodes.give.response, data).slips[0]?.guardianCode
    const proof = { code, child: pupil.loginName }
    expect((await ask(visit(), join.check, proof)).code).toBe('ok')
    await rise(pupil.userId)
    expect((await ask(visit(), join.check, proof)).code).toBe('join.code_invalid')
    expect((await ask(parent, join.redeem, { ...proof, relation: 'other' })).code).toBe('join.code_invalid')
    const asNew = {
      ...proof,
      guardianId: null,
      realName: 'x',
      relation: 'other',
      loginName: 'joined',
      newPassword: NEW,
    }
    expect((await ask(visit(), join.create, asNew)).code).toBe('join.code_invalid')
    expect((await ask(registrar, guardianCodes.give, { pupils: [row?.['student_id']] })).code).toBe('access.denied')
    await run(sql`delete from role_member where user_id = ${pupil.userId}`)
    expect((await ask(parent, join.redeem, { ...proof, relation: 'other' })).code).toBe('ok')
  })
})

describe('links that were mailed to an address', () => {
  const OLD = 'old@riverside.test'
  const RIGHT = 'right@riverside.test'

  async function open(person: Partial<RankedPerson> = {}) {
    await run(sql`update user_account set email = null where email in (${OLD}, ${RIGHT})`)
    const one = await addPerson({ email: OLD, ...person })
    const first = await mailLink(one.userId, OLD)
    await askForMail(school.social.test, one.loginName)
    const asked = await linkTo(OLD)
    expect(first).not.toBe(asked)
    for (const secret of [first, asked]) expect((await ask(visit(), passwords.checkReset, { secret })).code).toBe('ok')
    return { ...one, links: [first, asked] }
  }

  async function save({ userId, loginName }: { userId: string; loginName: string }, fields: object) {
    const page = z.parse(people.show.response, (await ask(admin, people.show, keyOf(userId))).data)
    const given = { ...page, key: keyOf(userId), departmentId: null, loginName, ...fields }
    expect((await ask(admin, people.save, given)).code).toBe('ok')
  }

  async function expectEnded(links: readonly string[]) {
    for (const secret of links)
      expect((await ask(visit(), passwords.checkReset, { secret })).code).toBe('password.link_invalid')
  }

  it('end when the school corrects it, and stay while something else is changed', async () => {
    const one = await open()
    await save(one, { englishName: 'Another' })
    for (const secret of one.links) expect((await ask(visit(), passwords.checkReset, { secret })).code).toBe('ok')
    await save(one, { email: RIGHT })
    await expectEnded(one.links)
    // A code on paper was sent nowhere.
    const code = await giveCode(one.loginName)
    await save(one, { email: null })
    expect((await ask(visit(), passwords.checkReset, { username: one.loginName, code })).code).toBe('ok')
  })

  it('end when an import changes it, and when that is taken back', async () => {
    const one = await open()
    const caller = createImportCaller(school.social.test, admin)
    const sheet = `类型,姓名,工号,邮箱\n教师,${one.loginName},${one.loginName},${RIGHT}\n`
    const { importId } = await caller.preview('address.csv', sheet)
    expect(await caller.apply(importId)).toMatchObject({ status: 'applied' })
    await expectEnded(one.links)
    const secret = await mailLink(one.userId, RIGHT)
    expect((await caller.undo(importId)).code).toBe('ok')
    expect((await run(sql`select email from user_account where user_id = ${one.userId}`))[0]).toEqual({ email: OLD })
    await expectEnded([secret])
  })

  it('end when its owner changes it, and when another entry of the same person brings one', async () => {
    const one = await open()
    const owner = await school.social.test.signIn(one.loginName)
    expect((await ask(owner, saveOwnEmail, { email: RIGHT, password: PASSWORD })).code).toBe('ok')
    await expectEnded(one.links)

    const two = await open()
    const other = await addPerson({ email: 'double@riverside.test' })
    const merged = { kind: 'account', id: two.userId, otherId: other.userId, name: two.loginName, take: ['email'] }
    expect((await ask(admin, merging.merge, { ...merged, days: 'both' })).code).toBe('ok')
    await expectEnded(two.links)
  })
})

describe('a password that the school gave', () => {
  const boundTo = async (userId: string) =>
    (
      await run(sql`
        select (select count(*)::int from external_identity i where i.user_id = a.user_id) as identities, (select count(*)::int from passkey p where p.user_id = a.user_id) as passkeys,
          (select count(*)::int from login_device d where d.user_id = a.user_id) as devices
        from user_account a where a.user_id = ${userId}`)
    )[0]
  const NOTHING = { identities: 0, passkeys: 0, devices: 0 }

  /** As if it had been bound in an earlier version, or by whoever had the password before. */
  async function bindBefore(userId: string): Promise<void> {
    await run(sql`
      insert into external_identity (unit_id, provider_id, user_id, subject) values (${unitId}, ${school.social.provider}, ${userId}, ${`subject of ${userId}`})`)
    await run(sql`
      insert into passkey (unit_id, user_id, credential_id, public_key, counter, transports, backed_up, name)
      values (${unitId}, ${userId}, ${userId}, '\\x00'::bytea, 0, '{}', false, 'x')`)
    await run(sql`
      insert into login_device (unit_id, user_id, device_hash) values (${unitId}, ${userId}, sha256(${userId}::text::bytea))`)
  }

  it('binds no identity and no device', async () => {
    const { loginName, userId } = await addPerson()
    const password = await givePassword(userId)
    const { browser, back } = await school.social.goThere()
    const id = unboundId(await finish(browser, back))
    const { envelope } = await bind(browser, { id, username: loginName, password })
    expect(envelope.code).toBe('password.first_due')
    const owner = visit()
    expect(await signInWith(loginName, password, owner)).toBe('ok')
    expect(tokenOf(owner, 'device')).toBe('')
    expect(await boundTo(userId)).toEqual(NOTHING)
    // With a password of one's own the same identity is bound.
    expect((await ask(owner, passwords.replaceFirst, { newPassword: NEW })).code).toBe('ok')
    expect((await bind(browser, { id, username: loginName, password: NEW })).envelope.code).toBe('ok')
  })

  it('ends what was bound before: when it is given, and when it is replaced', async () => {
    const { loginName, userId } = await addPerson()
    await bindBefore(userId)
    const password = await givePassword(userId)
    expect(await boundTo(userId)).toEqual(NOTHING)
    expect((await eventsOf(school.social.test, userId)).slice(0, 2).map(String).toSorted()).toEqual([
      'identity-unbound',
      'passkey-removed',
    ])
    await bindBefore(userId)
    const owner = visit()
    await signInWith(loginName, password, owner)
    expect((await ask(owner, passwords.replaceFirst, { newPassword: NEW })).code).toBe('ok')
    expect(await boundTo(userId)).toEqual(NOTHING)
  })

  it('and a reset alike; a change by one’s own password ends none of it', async () => {
    const { loginName, userId } = await addPerson()
    await bindBefore(userId)
    const owner = await school.social.test.signIn(loginName)
    expect((await ask(owner, passwords.change, { password: PASSWORD, newPassword: NEW })).code).toBe('ok')
    expect(await boundTo(userId)).toMatchObject({ identities: 1, passkeys: 1 })
    const proof = { username: loginName, code: await giveCode(loginName) }
    expect((await resetWith(visit(), proof, `${NEW}-2`)).envelope.code).toBe('ok')
    expect(await boundTo(userId)).toEqual(NOTHING)
  })

  it('leaves the passkey that is an administrator’s only second factor, where the unit asks for one', async () => {
    const { loginName, userId } = await addPerson({ roles: ['XX_SYS_'], email: 'factor@riverside.test' })
    await bindBefore(userId)
    await run(sql`update unit set admin_second_factor = true where unit_id = ${unitId}`)
    await askForMail(school.social.test, loginName)
    expect((await resetWith(visit(), { secret: await linkTo('factor@riverside.test') }, NEW)).envelope.code).toBe('ok')
    await run(sql`update unit set admin_second_factor = false where unit_id = ${unitId}`)
    expect(await boundTo(userId)).toEqual({ identities: 0, passkeys: 1, devices: 0 })
  })
})
