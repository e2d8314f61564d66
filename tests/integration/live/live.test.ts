import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { endOtherSessions } from '../../../contract/endpoints/account.ts'
import * as live from '../../../contract/endpoints/live.ts'
import type { LiveEvent } from '../../../contract/endpoints/live.ts'
import * as messages from '../../../contract/endpoints/messages/messages.ts'
import * as publications from '../../../contract/endpoints/messages/publications.ts'
import * as session from '../../../contract/endpoints/sign-in/session.ts'
import * as units from '../../../contract/endpoints/units/units.ts'
import * as todos from '../../../contract/endpoints/messages/todos.ts'
import { envelopeSchema } from '../../../contract/envelope.ts'
import { buildApp, type AppOptions } from '../../../server/app.ts'
import type { Database } from '../../../server/db/database.ts'
import { openDatabase } from '../../../server/db/open.ts'
import { silentLog, createLogger } from '../../../server/runtime/logger.ts'
import { DEMO_PASSWORD } from '../../../server/dev/demo/seed-demo-school.ts'
import { announce } from '../../../server/modules/live/live.ts'
import { createTestDatabase, runAsSuperuser, type TestDatabase } from '../../support/app/database.ts'
import { openStream, type LiveStream } from '../../support/app/live-stream.ts'
import { newOperator, OPERATORS } from '../../support/schools/operators.ts'
import { signInPeople } from '../../support/schools/people-signed-in.ts'
import { createTestBrowser, type TestBrowser } from '../../support/browser/test-browser.ts'
import { until } from '../../support/until.ts'
import { messageTo } from '../../support/callers/publication.ts'
import { ask, call } from '../../support/callers/call.ts'

/** Two servers on one database, as a portal that is bigger than one machine. */
let own: TestDatabase
let second: Database
let apps: [FastifyInstance, FastifyInstance]
let ports: [number, number]
const streams: LiveStream[] = []

beforeAll(async () => {
  own = await createTestDatabase({ demo: true })
  second = openDatabase({ connection: own.connection, log: silentLog })
  apps = [await start(own.database, { operatorHosts: [OPERATORS] }), await start(second)]
  ports = [portOf(apps[0]), portOf(apps[1])]
})
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close()
})
afterAll(async () => {
  await Promise.all(apps.map((app) => app.close()))
  await second.close()
  await own.close()
})

async function start(database: Database, config: AppOptions['config'] = {}): Promise<FastifyInstance> {
  const app = await buildApp({ database, config, logger: createLogger('silent', process.stderr) })
  await app.listen({ host: '127.0.0.1', port: 0 })
  return app
}

function portOf(app: FastifyInstance): number {
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('no port was given')
  return address.port
}

async function signIn(username: string, host = 'localhost'): Promise<TestBrowser> {
  const browser = createTestBrowser(apps[0], { host })
  const { envelope } = await browser.post('/api/uaa/oauth/login', { username, password: DEMO_PASSWORD })
  if (envelope.status !== 200) throw new Error(`${username} could not sign in: ${envelope.code}`)
  return browser
}

const accessOf = (browser: TestBrowser) => browser.cookies.get('portal_access')?.value ?? ''

/** A stream at one of the servers that has been told how things stand. */
async function open(access: string, { server = 0, host = 'localhost' }: { server?: 0 | 1; host?: string } = {}) {
  const stream = await openStream(ports[server], { access, host })
  streams.push(stream)
  await stream.next(isCounts)
  return stream
}

const isCounts = ({ kind }: LiveEvent) => kind === 'counts'

async function publish(admin: TestBrowser, userTypes: readonly (1 | 2 | 3 | 4)[] = [1, 2, 3, 4]): Promise<void> {
  await call(admin, publications.save, messageTo(userTypes, '通知'))
}

async function whoIs(browser: TestBrowser): Promise<{ userId: string; unitId: string }> {
  return z.parse(session.me.response, (await browser.get(session.me.path)).envelope.data)
}

describe('the stream of live changes', () => {
  it('says at once how things stand, is kept by nobody on the way, and asks for patience after a restart', async () => {
    const teacher = await signIn('teacher')
    const stream = await open(accessOf(teacher))
    expect(stream).toMatchObject({ status: 200, contentType: 'text/event-stream' })
    const counts = (await teacher.get(messages.unhandledCount.path)).envelope.data
    expect(stream.events[0]).toEqual({ kind: 'counts', changed: ['messages', 'todos'], counts })
    expect(stream.text).toMatch(/^retry: \d{4}\n\n/)
    expect(stream.headers).toMatchObject({ 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' })
  })

  it('that is held back is counted among the figures of operators, once for a browser, until it comes through', async () => {
    const teacher = await signIn('teacher')
    const student = await signIn('student')
    for (const browser of [teacher, student, teacher]) await call(browser, live.held)
    await own.database.asOwner((tx) => tx.execute(newOperator()))
    const office = createTestBrowser(apps[0], { host: OPERATORS })
    await office.post('/api/uaa/oauth/login', { username: 'operator', password: DEMO_PASSWORD })
    const figures = async () => z.parse(units.health.response, (await office.get(units.health.path)).envelope.data).live
    expect(await figures()).toEqual({ held: 2 })
    await teacher.post('/api/uaa/oauth/logout', {})
    expect(await figures()).toEqual({ held: 1 })
    await own.database.asOwner((tx) =>
      tx.execute(sql`update session set stream_held_at = stream_held_at - interval '11 minutes'`),
    )
    expect(await figures()).toEqual({ held: 0 })
    expect((await ask(createTestBrowser(apps[0]), live.held)).code).toBe('session.required')
  })

  it('is for people who are signed in', async () => {
    const answer = await createTestBrowser(apps[0]).request('GET', '/api/base/live/events')
    expect(z.parse(envelopeSchema, answer.json()).code).toBe('session.required')
    const browser = createTestBrowser(apps[0])
    const refused = await browser.request('GET', '/api/base/live/events', { headers: { accept: 'text/event-stream' } })
    expect(refused.statusCode).toBe(204)
  })

  it('says what reading, ignoring and taking back leave, in every browser of the person and in nobody else’s', async () => {
    const teacher = await signIn('teacher')
    const here = await open(accessOf(teacher))
    const there = await open(accessOf(await signIn('teacher')), { server: 1 })
    const other = await open(accessOf(await signIn('student')))
    const before = z.parse(messages.waitingCounts, (await teacher.get(messages.unhandledCount.path)).envelope.data)

    const list = z.parse(messages.unread.response, (await teacher.get(messages.unread.path)).envelope.data)
    await teacher.post(messages.markRead.path, { desktopMessageId: list[0]?.id ?? '' })
    const oneLess = { kind: 'counts', changed: ['messages'], counts: { ...before, message: before.message - 1 } }
    expect(await here.next()).toEqual(oneLess)
    expect(await there.next()).toEqual(oneLess)

    const { envelope } = await teacher.get(`${todos.popup.path}?start=0&size=1`)
    const todoId = z.parse(todos.popup.response, envelope.data).list[0]?.id
    await ask(teacher, todos.ignore, { todoId })
    expect(await there.next()).toMatchObject({ changed: ['todos'], counts: { todo: before.todo - 1 } })
    expect(other.events).toHaveLength(1)
  })

  it('tells hundreds of people of a message at both servers, once each, and another unit nothing', async () => {
    const access = await own.database.asOwner((tx) => signInPeople(tx, 'localhost', 200))
    const [elsewhere = ''] = await own.database.asOwner((tx) => signInPeople(tx, 'ginkgo.localhost', 1))
    const outside = await open(elsewhere, { host: 'ginkgo.localhost' })
    const people = await Promise.all(access.map((each, at) => open(each, { server: at % 2 === 0 ? 0 : 1 })))
    const before = people.map(({ events }) => events.length)

    await publish(await signIn('admin'))
    for (const stream of people) await stream.next(isCounts)
    expect(people.map(({ events }) => events.length)).toEqual(before.map((count) => count + 1))
    expect(outside.events).toHaveLength(1)
  })

  it('tells those who do not get a message nothing of it', async () => {
    const student = await open(accessOf(await signIn('student')))
    const teacher = await open(accessOf(await signIn('teacher')))
    await publish(await signIn('admin'), [2])
    await teacher.next(isCounts)
    expect(student.events).toHaveLength(1)
  })

  it('tells a theme for everybody to everybody of the unit, and what many people do in portions', async () => {
    const teacher = await signIn('teacher')
    const { unitId, userId } = await whoIs(teacher)
    const stream = await open(accessOf(teacher), { server: 1 })
    const outside = await open(accessOf(await signIn('teacher', 'ginkgo.localhost')), { host: 'ginkgo.localhost' })
    await own.database.inUnit({ unitId, userId }, (tx) => announce(tx, { unitId, to: 'unit', kind: 'theme' }))
    expect(await stream.next()).toEqual({ kind: 'theme' })
    const many = [...Array.from({ length: 400 }, () => randomUUID()), userId]
    await own.database.inUnit({ unitId, userId }, (tx) => announce(tx, { unitId, to: many, kind: 'todos' }))
    expect(await stream.next()).toMatchObject({ kind: 'counts', changed: ['todos'] })
    expect(outside.events).toHaveLength(1)
  })

  it('says nothing of what was rolled back, and nothing by what nobody understands', async () => {
    const teacher = await signIn('teacher')
    const { unitId, userId } = await whoIs(teacher)
    const stream = await open(accessOf(teacher))
    const undone = own.database.inUnit({ unitId, userId }, async (tx) => {
      await announce(tx, { unitId, to: 'unit', kind: 'theme' })
      throw new Error('on purpose')
    })
    await expect(undone).rejects.toThrow('on purpose')
    for (const payload of [
      '',
      '{',
      '{"kind":"unknown"}',
      JSON.stringify({ kind: 'todos', unitId: 'x', userIds: ['y'] }),
    ])
      await own.database.transaction((tx) => tx.execute(sql`select pg_notify('portal_live', ${payload})`))
    await own.database.inUnit({ unitId, userId }, (tx) => announce(tx, { unitId, to: [userId], kind: 'todos' }))
    expect(await stream.next()).toMatchObject({ kind: 'counts' })
  })
})

describe('a stream ends', () => {
  it('when its session is ended from elsewhere, and only that one', async () => {
    const phone = await signIn('teacher')
    const desk = await signIn('teacher')
    const [onPhone, atDesk] = [await open(accessOf(phone), { server: 1 }), await open(accessOf(desk))]
    await desk.post(endOtherSessions.path)
    expect(await onPhone.next()).toEqual({ kind: 'signed-out' })
    await until(() => onPhone.ended, { what: 'the end of the stream' })
    expect(atDesk.ended).toBe(false)
  })

  it('when the person signs out', async () => {
    const browser = await signIn('student')
    const stream = await open(accessOf(browser))
    await browser.post('/api/uaa/oauth/logout')
    expect(await stream.next()).toEqual({ kind: 'signed-out' })
    await until(() => stream.ended)
  })

  it('when the account is closed', async () => {
    const parent = await signIn('parent')
    const { userId } = await whoIs(parent)
    const stream = await open(accessOf(parent))
    await own.database.asOwner((tx) => tx.execute(sql`update user_account set status = 0 where user_id = ${userId}`))
    expect(await stream.next()).toEqual({ kind: 'signed-out' })
    await own.database.asOwner((tx) => tx.execute(sql`update user_account set status = 1 where user_id = ${userId}`))
  })

  it('and others are brought up to date, when the announcements could not be heard for a while', async () => {
    const [gone, stays] = [await signIn('student'), await signIn('teacher')]
    const [lost, kept] = [await open(accessOf(gone)), await open(accessOf(stays))]
    const { userId } = await whoIs(gone)
    // As if it had happened while the connection was away: nothing is announced.
    await own.database.asOwner(async (tx) => {
      await tx.execute(sql`alter table session disable trigger session_ended`)
      await tx.execute(sql`update session set revoked_at = now() where user_id = ${userId} and revoked_at is null`)
      await tx.execute(sql`alter table session enable trigger session_ended`)
    })
    await runAsSuperuser(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'school-portal live' and datname = '${own.connection.database}'`,
    )
    expect(await lost.next()).toEqual({ kind: 'signed-out' })
    expect(await kept.next()).toMatchObject({ kind: 'counts', changed: ['messages', 'todos'] })
    await publish(await signIn('admin'))
    expect(await kept.next()).toMatchObject({ kind: 'counts', changed: ['messages'] })
  })

  it('at once when the server closes', async () => {
    // Were the stream waited for, closing would take longer than the test may.
    const app = await start(second, { closeGrace: 600_000 })
    const stream = await openStream(portOf(app), { access: accessOf(await signIn('teacher')) })
    streams.push(stream)
    await stream.next()
    await app.close()
    expect(await until(() => stream.ended)).toBe(true)
  })
})

describe('one person', () => {
  it('holds no more than twelve streams at a server, and gets room again when one is closed', async () => {
    const access = accessOf(await signIn('staff'))
    const held = await Promise.all(Array.from({ length: 12 }, () => open(access)))
    const refused = await openStream(ports[0], { access })
    streams.push(refused)
    expect(refused.status).toBe(429)
    await until(() => refused.text.includes('live.too_many'))
    held[0]?.close()
    await until(async () => {
      const stream = await openStream(ports[0], { access })
      streams.push(stream)
      return stream.status === 200
    })
  })
})
