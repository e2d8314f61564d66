import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as people from '../../../contract/endpoints/people/people.ts'
import * as session from '../../../contract/endpoints/sign-in/session.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { settleJobs } from '../../support/app/settle-jobs.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { resetWith } from '../../support/callers/password-caller.ts'
import { findResetLink } from '../../support/callers/read-mail.ts'
import { runAsOwner, unitOf } from '../../support/callers/session-probe.ts'
import { ask as askEndpoint } from '../../support/callers/call.ts'
import { useMailServer } from '../../support/fakes/use-mail-server.ts'
import { addRankedPerson } from '../../support/schools/ranked-people.ts'

const school: { test: TestApp } = Object({})
let admin: TestBrowser
let withAddress: string
let without: string
beforeAll(async () => {
  school.test = await createTestApp()
  admin = await school.test.signIn('admin')
  withAddress = await addRankedPerson(school.test, { loginName: 'mailed', userType: 3, email: 'mailed@riverside.test' })
  without = await addRankedPerson(school.test, { loginName: 'unmailed', userType: 3 })
  await runAsOwner(school.test, sql`delete from credential where user_id in (${withAddress}, ${without})`)
})
afterAll(() => school.test.close())
const mailbox = useMailServer(school)

const NEW = 'Kestrel-Harbour-58'

const ask = (ids: readonly string[], onlyNew = true, browser = admin) =>
  askEndpoint(browser, people.mailFirstLinks, { people: ids.map((id) => ({ kind: 'account', id })), onlyNew })

async function mails() {
  await settleJobs(school.test.database)
  return mailbox.server.mails
}

it('a link to a first password comes by mail to who has an address, in their language first, and works once', async () => {
  await runAsOwner(school.test, sql`update user_account set language = 'en' where user_id = ${withAddress}`)
  expect(await ask([withAddress, without])).toMatchObject({
    code: 'ok',
    data: { mailed: 1, without: [{ id: without, realName: 'unmailed' }] },
  })
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail?.to).toEqual(['mailed@riverside.test'])
  expect(mail?.headers.get('subject')).toBe('Riverside School: Choose your password · 设置你的密码')
  expect(mail?.text).toMatch(/^Hello mailed,/)
  expect(mail?.text).toContain('“mailed”')
  const { secret } = findResetLink(mail?.text ?? '')
  const visitor = school.test.visit()
  expect((await resetWith(visitor, { secret }, NEW)).envelope.code).toBe('ok')
  expect((await resetWith(visitor, { secret }, NEW)).envelope.code).toBe('password.link_invalid')
  const { envelope } = await school.test.visit().post(session.login.path, { username: 'mailed', password: NEW })
  expect(envelope.code).toBe('ok')
  // Who has a password that signs in is left out, unless all are asked for; the password stays good until the link is used.
  expect(await ask([withAddress])).toMatchObject({ data: { mailed: 0, without: [] } })
  expect(await ask([withAddress], false)).toMatchObject({ data: { mailed: 1 } })
  const again = await school.test.visit().post(session.login.path, { username: 'mailed', password: NEW })
  expect(again.envelope.code).toBe('ok')
})

it('another link ends the one before, and one ends after seven days', async () => {
  await runAsOwner(school.test, sql`update user_account set language = 'zh-CN' where user_id = ${withAddress}`)
  await ask([withAddress], false)
  await ask([withAddress], false)
  const secrets = (await mails()).map(({ text }) => findResetLink(text).secret)
  expect(secrets).toHaveLength(2)
  expect((await mails())[0]?.text).toMatch(/^mailed，你好：/)
  const codes = []
  for (const secret of secrets) codes.push((await resetWith(school.test.visit(), { secret }, `${NEW}x`)).envelope.code)
  expect(codes.toSorted()).toEqual(['ok', 'password.link_invalid'])
  const [row] = await runAsOwner(
    school.test,
    sql`select extract(epoch from max(expires_at - created_at)) / 86400 as days from password_reset where user_id = ${withAddress}`,
  )
  expect(Number(row?.['days'])).toBe(people.FIRST_LINK_DAYS)
})

it('is for people in reach alone, not for oneself, and needs a mail server', async () => {
  const high = await addRankedPerson(school.test, {
    loginName: 'high',
    userType: 4,
    roles: ['XX_SYS_'],
    email: 'high@riverside.test',
  })
  await addRankedPerson(school.test, { loginName: 'registrar', userType: 4, roles: ['REGISTRY'] })
  const registrar = await school.test.signIn('registrar')
  expect((await ask([high], false, registrar)).code).toBe('access.denied')
  expect((await ask([withAddress], false, await school.test.signIn('teacher'))).code).toBe('access.denied')
  const [own] = await runAsOwner(
    school.test,
    sql`select user_id from user_account where login_name = 'admin' and unit_id = ${await unitOf(school.test)}`,
  )
  expect((await ask([String(own?.['user_id'])], false)).code).toBe('account.oneself')
  expect(await mails()).toEqual([])
  const state = async () => (await admin.get(people.mailState.path)).envelope.data
  expect(await state()).toEqual({ ready: true })
  await runAsOwner(school.test, sql`delete from unit_mail`)
  expect(await state()).toEqual({ ready: false })
  expect((await ask([withAddress], false)).code).toBe('mail.not_set_up')
})
