import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { AnyEndpoint } from '../../../contract/endpoint.ts'
import * as todos from '../../../contract/endpoints/messages/todos.ts'
import * as messages from '../../../contract/endpoints/messages/messages.ts'
import * as publications from '../../../contract/endpoints/messages/publications.ts'
import * as thirdParty from '../../../contract/endpoints/sign-in/third-party.ts'
import { envelopeSchema } from '../../../contract/envelope.ts'
import { SEND_MESSAGES, WRITE_TODOS } from '../../../contract/rules/own-scopes.ts'
import { ROSTER_SCOPES } from '../../../contract/rules/one-roster.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { settleJobs } from '../../support/app/settle-jobs.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { registerReader, rosterToken } from '../../support/callers/roster-reader.ts'
import { readMe, runAsOwner } from '../../support/callers/session-probe.ts'
import type { Registered } from '../../support/callers/third-party.ts'

const BOTH = [SEND_MESSAGES, WRITE_TODOS]

let test: TestApp
let student: TestBrowser
let admin: TestBrowser
let client: Registered
let token: string
/** The pupil as rosters name them, and their class. */
let pupil: { number: string; sourcedId: string; classId: string }
beforeAll(async () => {
  test = await createTestApp()
  ;[student, admin] = await Promise.all([test.signIn('student'), test.signIn('admin')])
  client = await registerReader(test, BOTH)
  token = await rosterToken(test, client, { scopes: BOTH })
  const { userId } = await readMe(student)
  const [row] = await runAsOwner(
    test,
    sql`select student_number as number, student_id as id, class_id as class from student where user_id = ${userId}`,
  )
  pupil = { number: String(row?.['number']), sourcedId: String(row?.['id']), classId: String(row?.['class']) }
})
afterAll(() => test.close())
beforeEach(async () => {
  await runAsOwner(test, sql`delete from rate_limit`)
  await runAsOwner(test, sql`delete from todo where publication_id is not null`)
  await runAsOwner(test, sql`delete from publication`)
  await runAsOwner(test, sql`update message_recipient set read_at = now() where read_at is null`)
})

/** A call as another server makes it: no cookies, no origin. */
async function post(endpoint: AnyEndpoint, body: object, bearer: string | null = token, host = 'localhost') {
  const response = await test.visit({ host }).request('POST', endpoint.path, {
    payload: JSON.stringify(body),
    headers: {
      'content-type': 'application/json',
      'x-portal-device': undefined,
      ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
    },
  })
  const { code, data, fieldErrors } = z.parse(envelopeSchema, response.json())
  return {
    http: response.statusCode,
    code,
    data: Object(data),
    fields: fieldErrors?.map(({ field }) => field),
    headers: response.headers,
  }
}

let count = 0
const message = (change: object = {}) => ({
  key: `loan-${(count += 1)}`,
  title: '图书到期',
  englishTitle: 'Book due',
  text: '请周五前归还。',
  englishText: 'Return it by Friday.',
  to: { people: [pupil.number] },
  ...change,
})
const todo = (change: object = {}) => ({
  key: `todo-${(count += 1)}`,
  title: '归还图书',
  englishTitle: 'Return the book',
  dueOn: '2099-01-31',
  to: { people: [pupil.sourcedId] },
  ...change,
})

const messagesOf = async (browser: TestBrowser) =>
  z.parse(messages.unread.response, (await browser.get(messages.unread.path)).envelope.data)
const todosOf = async (browser: TestBrowser) =>
  z.parse(todos.popup.response, (await browser.get(`${todos.popup.path}?start=0&size=100`)).envelope.data).list

describe('a message of a third party', () => {
  it('reaches persons by number, in both languages, under the application’s name, and the administration sees who read it', async () => {
    const sent = await post(thirdParty.sendMessage, message({ to: { people: [pupil.number, 'nobody'] } }))
    expect(sent).toMatchObject({ http: 200, code: 'ok', data: { recipients: 1, unknown: ['nobody'] } })
    await settleJobs(test.database)
    expect(await messagesOf(student)).toMatchObject([
      {
        messageMeno: '图书到期\n请周五前归还。|||Book due\nReturn it by Friday.',
        titled: true,
        sender: { name: '图书馆', englishName: 'Library' },
      },
    ])
    const listed = z.parse(
      publications.list.response,
      (await admin.get(publications.list.path)).envelope.data,
    ).publications
    expect(listed).toMatchObject([{ title: '图书到期', state: 'sent', author: { realName: '图书馆' }, recipients: 1 }])
    expect((await admin.get(`${publications.show.path}?publicationId=${sent.data['id']}`)).envelope.code).toBe('ok')
  })

  it('reaches the pupils and parents of a class', async () => {
    const sent = await post(thirdParty.sendMessage, message({ to: { classes: [pupil.classId] } }))
    const [row] = await runAsOwner(
      test,
      sql`select count(distinct u.user_id)::int as people from student s left join guardian g using (student_id)
        join user_account u on u.status = 1 and u.user_id in (s.user_id, g.parent_id) where s.class_id = ${pupil.classId}`,
    )
    expect(sent.data).toMatchObject({ recipients: row?.['people'], unknown: [] })
    await settleJobs(test.database)
    expect(await messagesOf(student)).toHaveLength(1)
  })

  it('is sent once for a key, and another content under the same key is refused', async () => {
    const one = message()
    const first = await post(thirdParty.sendMessage, one)
    expect((await post(thirdParty.sendMessage, one)).data).toEqual(first.data)
    expect(await post(thirdParty.sendMessage, { ...one, title: '别的' })).toMatchObject({
      http: 409,
      code: 'party.key_used',
    })
    await settleJobs(test.database)
    expect(await messagesOf(student)).toHaveLength(1)
  })

  it('links to the application or another one of the unit alone', async () => {
    for (const url of ['https://elsewhere.example/x', 'https://library.example.evil.test/'])
      expect(await post(thirdParty.sendMessage, message({ url }))).toMatchObject({
        code: 'party.link',
        fields: ['url'],
      })
    expect(await post(thirdParty.sendMessage, message({ url: 'http://library.example/' }))).toMatchObject({
      fields: ['url'],
    })
    await runAsOwner(
      test,
      sql`update oauth_client set login_url = 'https://library.example/start' where client_id = ${client.clientId}`,
    )
    expect(await post(thirdParty.sendMessage, message({ url: 'https://library.example/loans/7' }))).toMatchObject({
      code: 'ok',
    })
  })

  it('has no null character', async () => {
    for (const change of [{ title: 'a\u0000' }, { key: 'a\u0000' }, { to: { people: ['\u0000'] } }])
      expect(await post(thirdParty.sendMessage, message(change))).toMatchObject({ code: 'request.invalid' })
  })

  it('to nobody here is refused', async () => {
    const other = await test.signIn('student', { host: 'ginkgo.localhost' })
    const { userId } = await readMe(other)
    expect(await post(thirdParty.sendMessage, message({ to: { people: [userId] } }))).toMatchObject({
      code: 'message.nobody',
    })
  })
})

describe('a to-do of a third party', () => {
  it('has a last day, is closed for a person, and withdrawn from the rest', async () => {
    const made = await post(
      thirdParty.createTodo,
      todo({ to: { people: [pupil.sourcedId], classes: [pupil.classId] } }),
    )
    expect(made).toMatchObject({ http: 200, code: 'ok' })
    const { id, recipients } = made.data
    await settleJobs(test.database)
    await runAsOwner(test, sql`update publication set state = 'sending'`)
    expect(await post(thirdParty.closeTodo, { id })).toMatchObject({ http: 409, code: 'party.sending' })
    await runAsOwner(test, sql`update publication set state = 'sent'`)
    const written = async () => (await todosOf(student)).filter(({ sender }) => sender?.englishName === 'Library')
    expect(await written()).toMatchObject([{ title: '归还图书|||Return the book', dueOn: '2099-01-31' }])
    expect((await post(thirdParty.closeTodo, { id, people: [pupil.number] })).data).toEqual({ closed: 1 })
    expect(await written()).toEqual([])
    expect((await post(thirdParty.withdrawTodo, { id })).data).toEqual({ withdrawn: recipients - 1 })
    expect(await post(thirdParty.closeTodo, { id })).toMatchObject({ http: 404, code: 'party.gone' })
  })

  it('that waits is withdrawn before it is sent', async () => {
    const { data } = await post(thirdParty.createTodo, todo())
    await settleJobs(test.database)
    // As before its job.
    await runAsOwner(test, sql`delete from todo where publication_id is not null`)
    await runAsOwner(test, sql`update publication set state = 'scheduled', sent_up_to = null`)
    expect((await post(thirdParty.withdrawTodo, { id: data['id'] })).data).toEqual({ withdrawn: 0 })
    const [row] = await runAsOwner(test, sql`select state from publication`)
    expect(row).toEqual({ state: 'recalled' })
    expect((await todosOf(student)).some(({ sender }) => sender)).toBe(false)
  })

  it('is not another client’s to change, and has no day in the past', async () => {
    const { data } = await post(thirdParty.createTodo, todo())
    const other = await rosterToken(test, await registerReader(test, BOTH), { scopes: BOTH })
    for (const endpoint of [thirdParty.closeTodo, thirdParty.withdrawTodo])
      expect(await post(endpoint, { id: data['id'] }, other)).toMatchObject({ http: 404 })
    expect(await post(thirdParty.createTodo, todo({ dueOn: '2020-01-01' }))).toMatchObject({ fields: ['dueOn'] })
  })
})

describe('a token', () => {
  it('is needed, of this unit and with the scope', async () => {
    for (const endpoint of [
      thirdParty.sendMessage,
      thirdParty.createTodo,
      thirdParty.closeTodo,
      thirdParty.withdrawTodo,
    ]) {
      expect(await post(endpoint, {}, null)).toMatchObject({ http: 401, code: 'party.token' })
      expect(await post(endpoint, {}, 'x'.repeat(43))).toMatchObject({ http: 401 })
      expect(await post(endpoint, {}, token, 'ginkgo.localhost')).toMatchObject({ http: 401 })
    }
    const reader = await rosterToken(test, await registerReader(test), { scopes: [ROSTER_SCOPES[0]] })
    expect(await post(thirdParty.sendMessage, message(), reader)).toMatchObject({ http: 403, code: 'party.scope' })
    const writer = await rosterToken(test, client, { scopes: [WRITE_TODOS] })
    expect(await post(thirdParty.sendMessage, message(), writer)).toMatchObject({ http: 403 })
  })

  it('is refused at once when the scope is withdrawn from its client, and when the client is turned off', async () => {
    const own = await registerReader(test, BOTH)
    const held = await rosterToken(test, own, { scopes: BOTH })
    expect(await post(thirdParty.sendMessage, message(), held)).toMatchObject({ code: 'ok' })
    await runAsOwner(
      test,
      sql`update oauth_client set own_scopes = ${sql.param([WRITE_TODOS])} where client_id = ${own.clientId}`,
    )
    expect(await post(thirdParty.sendMessage, message(), held)).toMatchObject({ http: 403, code: 'party.scope' })
    await runAsOwner(test, sql`update oauth_client set disabled_at = now() where client_id = ${own.clientId}`)
    expect(await post(thirdParty.createTodo, todo(), held)).toMatchObject({ http: 401 })
  })

  it('writes nothing once the licence of the portal has expired', async () => {
    const end = (when: string) =>
      runAsOwner(test, sql`update licence set ends_at = now() + ${when}::interval where server_id = 'base'`)
    await end('-1 day')
    expect(await post(thirdParty.sendMessage, message())).toMatchObject({ code: 'licence.expired' })
    await end('1 year')
    expect(await post(thirdParty.sendMessage, message())).toMatchObject({ code: 'ok' })
  })

  it('has a limit of its client, which says how long to wait', async () => {
    await post(thirdParty.sendMessage, message())
    await runAsOwner(test, sql`update rate_limit set spent_until = clock_timestamp() + interval '10 minutes'`)
    const refused = await post(thirdParty.sendMessage, message())
    expect(refused).toMatchObject({ http: 429, code: 'request.rate_limited' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })
})
