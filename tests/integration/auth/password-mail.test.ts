import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import * as passwords from '../../../contract/endpoints/sign-in/passwords.ts'
import { loginUserClient } from '../../../contract/endpoints/sign-in/session.ts'
import { DEMO_PASSWORD } from '../../../server/dev/demo/seed-demo-school.ts'
import { cleanUpIdentity } from '../../../server/modules/auth/cleanup.ts'
import { findFreePort } from '../../support/process/free-port.ts'
import { askForMail, resetWith, setMail, tryPassword } from '../../support/callers/password-caller.ts'
import { usePasswordSchool } from '../../support/schools/password-school.ts'
import { findResetLink } from '../../support/callers/read-mail.ts'
import {
  accessOf,
  closeAccount,
  eventsOf,
  isSignedIn,
  readMe,
  runAsOwner,
} from '../../support/callers/session-probe.ts'
import type { Answer } from '../../support/browser/test-browser.ts'
import { until } from '../../support/until.ts'
import { useMailServer } from '../../support/fakes/use-mail-server.ts'
import { registerClient } from '../../support/callers/secret-sign-in-caller.ts'
import { settleJobs } from '../../support/app/settle-jobs.ts'

const ADDRESS = 'lin.zhiyuan@riverside.test'
const NEW = 'Garden-2027'

const school = usePasswordSchool()
const mailbox = useMailServer(school)
beforeEach(async () => {
  await runAsOwner(school.test, sql`delete from sign_in_event`)
  await runAsOwner(school.test, sql`update unit set password_rule = 'mixed'`)
})

/** Everything of an answer by which two could differ. */
function shape({ response, envelope }: Answer) {
  const { date: _, 'x-request-id': __, ...headers } = response.headers
  const rates = Object.keys(headers).filter((name) => name.startsWith('x-ratelimit'))
  return {
    http: response.statusCode,
    envelope,
    headers: { ...headers, ...Object.fromEntries(rates.map((name) => [name, ''])) },
  }
}

async function secretFor(username = 'teacher'): Promise<string> {
  const before = mailbox.server.mails.length
  expect((await askForMail(school.test, username)).envelope.code).toBe('ok')
  const found = mailbox.server.mails.slice(before).find(({ text }) => text.includes('#reset='))
  if (!found) throw new Error('no mail came')
  return findResetLink(found.text).secret
}

const logOf = (words: RegExp) => until(() => school.test.logLines.find((line) => words.test(line)))

describe('a mail to reset a password', () => {
  it('comes in both languages and both forms, with the same link, to the person’s address and from the school’s', async () => {
    await askForMail(school.test, ' TEACHER ')
    const [mail] = mailbox.server.mails
    expect(mailbox.server.mails).toHaveLength(1)
    expect(mail?.to).toEqual([ADDRESS])
    expect(mail?.headers.get('to')).toBe(ADDRESS)
    expect(mail?.headers.get('from')).toBe('河畔实验学校 <portal@riverside.test>')
    expect(mail?.headers.get('subject')).toBe('河畔实验学校：重置密码 · Reset your password')
    expect(mail?.headers.get('auto-submitted')).toBe('auto-generated')
    for (const form of [mail?.text ?? '', mail?.html ?? '']) {
      expect(form).toContain('林致远，你好')
      expect(form).toContain('河畔实验学校')
      expect(form).toContain('Riverside School')
      expect(form.match(/http:\/\/localhost\/forgetPassword#reset=[\w-]{43}/g)?.length).toBeGreaterThanOrEqual(2)
    }
    expect(new Set(mail?.html.match(/#reset=[\w-]+/g))).toEqual(
      new Set([`#reset=${findResetLink(mail?.text ?? '').secret}`]),
    )
    expect(mail?.html).not.toMatch(/<(script|img|style|link)/)
  })

  it('leads to a new password once; all sessions, registered clients and known devices of the person end', async () => {
    await runAsOwner(school.test, sql`update unit set sign_in_ways = '{"userClient": true}'`)
    const [phone, other] = [await school.test.signIn('teacher'), await school.test.signIn('student')]
    const userClientId = await registerClient(phone)
    const { userId } = await readMe(phone)
    const access = accessOf(phone)
    const secret = await secretFor()

    const browser = school.test.visit()
    expect((await browser.post(passwords.checkReset.path, { secret })).envelope.data).toEqual({ loginName: 'teacher' })
    const done = await resetWith(browser, { secret }, NEW)
    expect(done.envelope).toMatchObject({ code: 'ok', data: { loginName: 'teacher' } })
    expect(done.response.cookies).toEqual([])

    expect(await isSignedIn(school.test, access)).toBe(false)
    expect((await phone.get('/api/uaa/oauth/refresh')).envelope.code).toBe('session.expired')
    expect((await school.test.visit().post(loginUserClient.path, { userClientId })).envelope.code).toBe(
      'login.secret_invalid',
    )
    expect(await runAsOwner(school.test, sql`select from login_device where user_id = ${userId}`)).toHaveLength(0)
    expect((await readMe(other)).loginName).toBe('student')
    expect((await eventsOf(school.test, userId)).slice(0, 3)).toEqual([
      'password-changed',
      'session-ended',
      'reset-asked',
    ])

    expect(await tryPassword(school.test, 'teacher', DEMO_PASSWORD)).toBe('login.failed')
    expect(await tryPassword(school.test, 'teacher', NEW)).toBe('ok')
    expect((await resetWith(browser, { secret }, 'Garden-2028')).envelope.code).toBe('password.link_invalid')
    expect((await browser.post(passwords.checkReset.path, { secret })).envelope.code).toBe('password.link_invalid')
  })

  it('signs the window out in which it is the same person who is signed in', async () => {
    const browser = await school.test.signIn('teacher')
    await resetWith(browser, { secret: await secretFor() }, NEW)
    expect(accessOf(browser)).toBe('')
    const other = await school.test.signIn('student')
    await resetWith(other, { secret: await secretFor() }, 'Garden-2028')
    expect((await readMe(other)).loginName).toBe('student')
  })

  it('is stored as a hash alone, and its secret stands in no log', async () => {
    const secret = await secretFor()
    const stored = JSON.stringify(await runAsOwner(school.test, sql`select r::text as row from password_reset r`))
    expect(stored).not.toContain(secret)
    expect(stored).not.toContain(Buffer.from(secret).toString('hex'))
    await resetWith(school.test.visit(), { secret }, NEW)
    await logOf(/oauth\/password\/reset/)
    expect(school.test.logLines.join('\n')).not.toContain(secret)
    expect(school.test.logLines.join('\n')).not.toContain(NEW)
  })

  it('is good for half an hour, for one of several at the same moment, and voids the others when it was used', async () => {
    const [first, second] = [await secretFor(), await secretFor()]
    const [row] = await runAsOwner(
      school.test,
      sql`select extract(epoch from max(expires_at) - now())::float8 as seconds from password_reset`,
    )
    expect(Number(row?.['seconds'])).toBeGreaterThan(1750)
    expect(Number(row?.['seconds'])).toBeLessThanOrEqual(1800)
    const tries = await Promise.all(
      [1, 2, 3, 4].map((each) => resetWith(school.test.visit(), { secret: first }, `Garden-202${each}`)),
    )
    expect(tries.map(({ envelope }) => envelope.code).toSorted()).toEqual([
      'ok',
      'password.link_invalid',
      'password.link_invalid',
      'password.link_invalid',
    ])
    expect((await resetWith(school.test.visit(), { secret: second }, NEW)).envelope.code).toBe('password.link_invalid')
  })

  it('is answered alike when it is unknown, over, another unit’s or a closed account’s', async () => {
    const unknown = shape(await resetWith(school.test.visit(), { secret: 'x'.repeat(43) }, NEW))
    expect(unknown.envelope).toMatchObject({ status: 403, code: 'password.link_invalid' })
    const secret = await secretFor()
    expect(shape(await resetWith(school.test.visit({ host: 'ginkgo.localhost' }), { secret }, NEW))).toEqual(unknown)
    await closeAccount(school.test, 'teacher')
    expect(shape(await resetWith(school.test.visit(), { secret }, NEW))).toEqual(unknown)
    await runAsOwner(school.test, sql`update user_account set status = 1 where status <> 1`)
    await runAsOwner(school.test, sql`update password_reset set expires_at = now()`)
    expect(shape(await resetWith(school.test.visit(), { secret }, NEW))).toEqual(unknown)
    await cleanUpIdentity(school.test.database)
    expect(await runAsOwner(school.test, sql`select from password_reset`)).toHaveLength(0)
  })

  it('stays good when the new password is refused: by the rule, as the old one, or as the login name', async () => {
    const secret = await secretFor()
    await runAsOwner(
      school.test,
      sql`update user_account set login_name = 'teacher2026' where login_name = 'teacher' and email = ${ADDRESS}`,
    )
    for (const [given, code] of [
      ['short1', 'password.against_rule'],
      ['密码abcd1234', 'password.against_rule'],
      ['', 'password.against_rule'],
      [` ${NEW}`, 'password.against_rule'],
      [DEMO_PASSWORD, 'password.unchanged'],
      ['Teacher2026', 'password.is_login_name'],
    ] as const) {
      const { envelope } = await resetWith(school.test.visit(), { secret }, given)
      expect(envelope).toMatchObject({ code, fieldErrors: [{ field: 'newPassword' }] })
    }
    await runAsOwner(school.test, sql`update unit set password_rule = 'simple'`)
    expect((await resetWith(school.test.visit(), { secret }, 'Garden 2027')).envelope.code).toBe(
      'password.against_rule',
    )
    expect((await resetWith(school.test.visit(), { secret }, 'garden@school')).envelope.code).toBe('ok')
    await runAsOwner(school.test, sql`update user_account set login_name = 'teacher' where login_name = 'teacher2026'`)
  })

  it('slows an address down that tries secrets', async () => {
    await runAsOwner(school.test, sql`with rates as (delete from rate_limit) delete from login_attempt`)
    const guess = () => resetWith(school.test.visit({ address: '198.51.100.7' }), { secret: 'y'.repeat(43) }, NEW)
    expect((await guess()).envelope.code).toBe('password.link_invalid')
    await runAsOwner(school.test, sql`update login_attempt set failures = 2000`)
    expect((await guess()).envelope.code).toBe('password.link_invalid')
    expect((await guess()).envelope.code).toBe('login.slow_down')
    expect((await resetWith(school.test.visit(), { secret: 'y'.repeat(43) }, NEW)).envelope.code).toBe(
      'password.link_invalid',
    )
  })
})

describe('the question for a mail', () => {
  it('is answered alike for an unknown name, a closed account, one without an address, and a unit without mail', async () => {
    const known = shape(await askForMail(school.test, 'teacher'))
    expect(known.envelope).toEqual({ status: 200, code: 'ok', message: '', data: 'success' })
    expect(mailbox.server.mails).toHaveLength(1)
    expect(shape(await askForMail(school.test, 'nobody'))).toEqual(known)
    expect(shape(await askForMail(school.test, 'student'))).toEqual(known)
    expect(shape(await askForMail(school.test, 'teacher', { host: 'ginkgo.localhost' }))).toEqual(known)
    await closeAccount(school.test, 'teacher')
    expect(shape(await askForMail(school.test, 'teacher'))).toEqual(known)
    expect(mailbox.server.mails).toHaveLength(1)
  })

  it('looks at nobody before its answer is sent', async () => {
    await school.test.database.asOwner(async (tx) => {
      // Writing a mail to the teacher waits here.
      await tx.execute(sql`select from user_account where email = ${ADDRESS} for update`)
      const answers = await Promise.all(
        ['teacher', 'nobody'].map((username) => school.test.visit().post(passwords.requestReset.path, { username })),
      )
      expect(answers.map(({ envelope }) => envelope.code)).toEqual(['ok', 'ok'])
      expect(mailbox.server.mails).toHaveLength(0)
    })
    await settleJobs(school.test.database)
    expect(mailbox.server.mails).toHaveLength(1)
  })

  it('brings three mails an hour at most, wherever the questions come from, and each stands in the person’s list', async () => {
    const askers = Array.from({ length: 5 }, (_, each) =>
      askForMail(school.test, 'teacher', { address: `198.51.100.${each}` }),
    )
    for (const { envelope } of await Promise.all(askers)) expect(envelope.code).toBe('ok')
    await settleJobs(school.test.database)
    expect(mailbox.server.mails).toHaveLength(3)
    const { userId } = await readMe(await school.test.signIn('teacher'))
    expect((await eventsOf(school.test, userId)).filter((kind) => kind === 'reset-asked')).toHaveLength(3)
    await runAsOwner(school.test, sql`update sign_in_event set at = at - interval '61 minutes'`)
    await askForMail(school.test, 'teacher')
    expect(mailbox.server.mails).toHaveLength(4)
  })

  it('slows an address down that asks for many, known or not', async () => {
    const ask = async (username: string) =>
      (await school.test.visit({ address: '198.51.100.9' }).post(passwords.requestReset.path, { username })).envelope
        .code
    for (let count = 0; count < 60; count += 1) expect(await ask(`nobody${count}`)).toBe('ok')
    expect(await ask('nobody')).toBe('login.slow_down')
    expect(await ask('teacher')).toBe('login.slow_down')
    expect((await askForMail(school.test, 'teacher')).envelope.code).toBe('ok')
    expect(mailbox.server.mails).toHaveLength(1)
  })

  it('is answered alike when the mail server is away or refuses; the log says so, without an address', async () => {
    const known = shape(await askForMail(school.test, 'teacher'))
    await setMail(school.test, { port: await findFreePort() })
    expect(shape(await askForMail(school.test, 'teacher'))).toEqual(known)
    expect(await logOf(/a job failed/)).toContain('mail.unreachable')
    await runAsOwner(school.test, sql`delete from sign_in_event`)
    await setMail(school.test, { port: mailbox.server.port, password: 'wrong' })
    expect(shape(await askForMail(school.test, 'teacher'))).toEqual(known)
    await logOf(/mail\.login_refused/)
    await setMail(school.test, { port: mailbox.server.port })
    await runAsOwner(school.test, sql`update user_account set email = 'lin@elsewhere.example' where email = ${ADDRESS}`)
    expect(shape(await askForMail(school.test, 'teacher'))).toEqual(known)
    await logOf(/mail\.refused/)
    await runAsOwner(school.test, sql`update user_account set email = ${ADDRESS} where email is not null`)
    expect(school.test.logLines.filter((line) => /elsewhere\.example|riverside\.test/.test(line))).toEqual([])
  })

  it('puts only the port of this server into the link, whatever port the caller wrote', async () => {
    await askForMail(school.test, 'teacher', { host: 'localhost:6666' })
    expect(findResetLink(mailbox.server.mails[0]?.text ?? '').link).toMatch(/^http:\/\/localhost\/forgetPassword#/)
  })
})
