import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contactOf } from '../../../contract/endpoints/sign-in/admin-help.ts'
import { ownContact, saveOwnContact, saveOwnEmail } from '../../../contract/endpoints/account.ts'
import { DEMO_PASSWORD } from '../../../server/dev/demo/seed-demo-school.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { eventsOf, readMe, runAsOwner } from '../../support/callers/session-probe.ts'
import { fieldsOf } from '../../support/schools/sign-in-settings.ts'

let test: TestApp
let teacher: TestBrowser
let admin: TestBrowser
beforeAll(async () => {
  test = await createTestApp()
  teacher = await test.signIn('teacher')
  admin = await test.signIn('admin')
})
afterAll(() => test.close())
beforeEach(() => runAsOwner(test, sql`with rates as (delete from rate_limit) delete from login_attempt`))

const read = async (browser = teacher) => (await browser.get(ownContact.path)).envelope.data
const save = async (numbers: Record<string, string>) => (await teacher.post(saveOwnContact.path, numbers)).envelope
const saveEmail = async (email: string, password = DEMO_PASSWORD) =>
  (await teacher.post(saveOwnEmail.path, { email, password })).envelope
const stored = () => runAsOwner(test, sql`select phone, contact from account_contact`)
const EMAIL = 'lin.zhiyuan@riverside.test'

describe('numbers', () => {
  it('are kept for the person, changed, and gone without a trace when they are emptied', async () => {
    expect(await read()).toEqual({ phone: '', phoneShown: '', contact: '', email: EMAIL })
    expect(await save({ phone: ' 13800138000 ', contact: '0571-8800 1234' })).toMatchObject({
      code: 'ok',
      data: { phone: '13800138000', contact: '0571-8800 1234', email: EMAIL },
    })
    await save({ phone: '', contact: '0571-1' })
    expect(await stored()).toEqual([{ phone: null, contact: '0571-1' }])
    expect(await read(admin)).toMatchObject({ phone: '', contact: '' })
    await save({ phone: '', contact: '' })
    expect(await stored()).toEqual([])
  })

  it.each([
    [{ phone: '23800138000', contact: '' }, 'phone'],
    [{ phone: '1380013800', contact: '' }, 'phone'],
    [{ phone: '', contact: 'ring twice' }, 'contact'],
    [{ phone: '', contact: '1'.repeat(33) }, 'contact'],
  ])('%o are refused at their field', async (numbers, field) => {
    expect(fieldsOf(await save(numbers)).slice(1)).toEqual([field])
    expect(await stored()).toEqual([])
  })
})

it('a number that an import kept as it was written stays while another is changed, and cannot be entered', async () => {
  await runAsOwner(
    test,
    sql`insert into account_contact (unit_id, user_id, phone) select unit_id, user_id, '内线 8804' from user_account
      where login_name = 'teacher' and unit_id = (select unit_id from unit_host where host = 'localhost')`,
  )
  expect(await save({ phone: '内线 8804', contact: '0571-2' })).toMatchObject({
    code: 'ok',
    data: { phone: '内线 8804', contact: '0571-2' },
  })
  expect(fieldsOf(await save({ phone: '内线 8805', contact: '0571-2' })).slice(1)).toEqual(['phone'])
  await save({ phone: '', contact: '' })
  expect(await stored()).toEqual([])
})

describe('the address for a forgotten password', () => {
  it('changes with the password alone, for the person to see', async () => {
    expect((await saveEmail('new@riverside.test', 'wrong')).code).not.toBe('ok')
    expect(fieldsOf(await saveEmail('nobody'))).toContain('email')
    expect(await read()).toMatchObject({ email: EMAIL })
    await runAsOwner(
      test,
      sql`insert into password_reset (unit_id, user_id, kind, secret_hash, expires_at)
        select unit_id, user_id, 'mail', sha256('x'), now() + interval '1 hour' from user_account where email = ${EMAIL} and login_name = 'teacher'`,
    )
    expect(await saveEmail('new@riverside.test')).toMatchObject({ code: 'ok', data: { email: 'new@riverside.test' } })
    expect((await eventsOf(test, (await readMe(teacher)).userId))[0]).toBe('email-changed')
    // A link that was mailed to the address before does not set a password any more.
    expect(await runAsOwner(test, sql`select from password_reset`)).toEqual([])
    expect(await saveEmail('')).toMatchObject({ code: 'ok', data: { email: '' } })
    await saveEmail(EMAIL)
  })
})

describe('administrators', () => {
  const look = async (username: string, browser = admin) => (await browser.post(contactOf.path, { username })).envelope

  it('who help with sign-ins see what a person left, and the person sees that', async () => {
    await save({ phone: '13800138000', contact: '' })
    expect((await look('teacher')).data).toMatchObject({
      realName: '林致远',
      englishName: 'Lin Zhiyuan',
      phone: '13800138000',
      contact: '',
      email: EMAIL,
    })
    expect((await eventsOf(test, (await readMe(teacher)).userId))[0]).toBe('contact-seen')
    expect((await look('nobody.here')).code).toBe('password.no_such_person')
    expect((await look('admin', teacher)).code).toBe('access.denied')
  })

  it('of another school see nothing', async () => {
    const elsewhere = await test.signIn('admin', { host: 'ginkgo.localhost' })
    await runAsOwner(
      test,
      sql`update user_account set login_name = 'only.ginkgo' where login_name = 'teacher' and unit_id <> (select unit_id from unit_host where host = 'localhost')`,
    )
    expect((await look('teacher', elsewhere)).code).toBe('password.no_such_person')
  })
})
