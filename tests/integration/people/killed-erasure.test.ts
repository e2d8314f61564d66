import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql, type SQL } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import * as z from 'zod/mini'
import { envelopeSchema } from '../../../contract/envelope.ts'
import * as erasure from '../../../contract/endpoints/people/erasure.ts'
import * as merging from '../../../contract/endpoints/people/merging.ts'
import { doneOrJob, listJobs } from '../../../contract/endpoints/people/personal-jobs.ts'
import * as session from '../../../contract/endpoints/sign-in/session.ts'
import { createTestDatabase, type TestDatabase } from '../../support/app/database.ts'
import { forgetProcesses, hastenJobs } from '../../support/app/settle-jobs.ts'
import { runPortal, type PortalRun } from '../../support/process/portal-run.ts'
import { until } from '../../support/until.ts'

const MANY = 20_000
const BATCH = 500
/** Attempts are counted, so there must not be many. */
const EACH_SECOND = { interval: 1000 }

let own: TestDatabase
let root: string
const portals: PortalRun[] = []
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'portal-killed-erasure-'))
  own = await createTestDatabase({ demo: true })
})
afterAll(async () => {
  for (const { child, ended } of portals) {
    child.kill('SIGTERM')
    await ended
  }
  await own.close()
  await rm(root, { recursive: true, force: true })
})

function start(): PortalRun {
  const { host, port, password } = inject('postgres')
  const portal = runPortal({
    PORTAL_DATA: root,
    PORTAL_SECRET: 'a secret of thirty-two characters',
    DATABASE_URL: `postgresql://portal:${password}@localhost:${port}/${own.connection.database}?host=${encodeURIComponent(host)}`,
  })
  portals.push(portal)
  return portal
}

const query = (statement: SQL) => own.database.asOwner(async (tx) => (await tx.execute(statement)).rows)

/** Calls as the demo's administrator. */
async function signIn(origin: string) {
  const headers = { 'x-portal-device': 'pc' }
  const body = new URLSearchParams({ username: 'admin', password: 'Campus2026' })
  const response = await fetch(origin + session.login.path, { method: 'POST', headers, body })
  const cookie = response.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  return async (path: string, sent?: object): Promise<unknown> => {
    const answer = await fetch(origin + path, {
      headers: { ...headers, cookie, ...(sent && { 'content-type': 'application/json' }) },
      ...(sent && { method: 'POST', body: JSON.stringify(sent) }),
    })
    const { code, data } = z.parse(envelopeSchema, await answer.json())
    if (code !== 'ok') throw new Error(code)
    return data
  }
}

/** A pupil without a class, with an account, and with so many records, messages and to-dos. */
async function addPupil(name: string, isActive: boolean): Promise<{ id: string; userId: string }> {
  const [pupil] = await query(sql`
    with school as (select unit_id from unit_host where host = 'localhost'),
    account as (
      insert into user_account (unit_id, login_name, real_name, user_type, status) select unit_id, ${`login-${name}`}, ${name}, 1, ${isActive ? 1 : 0} from school returning unit_id, user_id)
    insert into student (unit_id, user_id, student_number, real_name, english_name, class_id, left_on, left_reason)
    select unit_id, user_id, ${`no-${name}`}, ${name}, '', case when ${isActive} then (select class_id from class_group c where c.unit_id = account.unit_id and c.closed_on is null limit 1) end,
      case when not ${isActive} then date '2026-01-01' end, case when not ${isActive} then 'left' end from account
    returning student_id as id, user_id as "userId"`)
  const { id, userId } = z.parse(z.object({ id: z.string(), userId: z.string() }), pupil)
  await query(sql`
    insert into attendance_event (unit_id, student_id, at, direction, source)
    select unit_id, student_id, date_trunc('day', now()) - make_interval(mins => n), 'in', 'code' from student, generate_series(1, ${MANY}::int) n where student_id = ${id}`)
  await query(sql`
    with sent as (
      insert into message (unit_id, module, body, importance) select unit_id, 'attendance', real_name || ' 08:12 到校 ' || n, 4 from student, generate_series(1, ${MANY}::int) n
      where student_id = ${id} returning unit_id, message_id)
    insert into message_recipient (unit_id, user_id, message_id) select unit_id, ${userId}, message_id from sent`)
  await query(sql`
    insert into todo (unit_id, user_id, module, title) select unit_id, user_id, 'notice', 'No. ' || n from student, generate_series(1, ${MANY}::int) n where student_id = ${id}`)
  return { id, userId }
}

/** Lets a job come to a table that is held, and kills its portal there. Returns how far it was. */
async function killAt(portal: PortalRun, table: string, begin: () => Promise<unknown>): Promise<number> {
  const lock = new Client(own.connection)
  await lock.connect()
  await lock.query('begin')
  await lock.query(`lock table ${table} in share mode`)
  expect(z.parse(doneOrJob, await begin())).toMatchObject({ jobId: expect.any(String) })
  const active = (waiting: SQL) =>
    query(sql`
      select from pg_stat_activity where datname = current_database() and query like '%with part as%' and state <> 'idle' and pid <> pg_backend_pid() and ${waiting}`)
  await until(async () => (await active(sql`wait_event_type = 'Lock'`)).length > 0)
  portal.child.kill('SIGKILL')
  await portal.ended
  await lock.query('rollback')
  await lock.end()
  await until(async () => (await active(sql`true`)).length === 0)
  const [job] = await query(sql`select handled::int as handled from personal_job where state = 'running'`)
  // It counts as lost a minute after its process was last heard of.
  await forgetProcesses(own.database)
  return Number(job?.['handled'])
}

async function settle(call: (path: string) => Promise<unknown>): Promise<void> {
  await until(async () => {
    await hastenJobs(own.database)
    const { jobs } = z.parse(listJobs.response, await call(listJobs.path))
    return jobs.every(({ state }) => state === 'done')
  }, EACH_SECOND)
}

const counts = z.tuple([
  z.object({ attendance: z.number(), messages: z.number(), todos: z.number(), pupils: z.number() }),
])

async function countOf({ id, userId }: { id: string; userId: string }) {
  const rows = await query(sql`
    select (select count(*)::int from attendance_event where student_id = ${id}) as attendance, (select count(*)::int from message_recipient where user_id = ${userId}) as messages,
      (select count(*)::int from todo where user_id = ${userId}) as todos, (select count(*)::int from student where student_id = ${id}) as pupils`)
  return z.parse(counts, rows)[0]
}

/** Rows of a pupil who is still there. */
async function leftOf(pupil: { id: string; userId: string }): Promise<number> {
  const { attendance, messages, todos, pupils } = await countOf(pupil)
  expect(pupils).toBe(1)
  return attendance + messages + todos
}

it('a portal that is killed while it erases or merges somebody with twenty thousand rows leaves the rest to the next one', async () => {
  const erased = await addPupil('南宫望舒', false)
  const [keep, gone] = [await addPupil('令狐冲虚', true), await addPupil('令狐冲盈', true)]
  const first = start()
  const call = await signIn(await first.ready)
  const done = await killAt(first, 'attendance_correction', () =>
    call(erasure.erase.path, { key: { kind: 'pupil', id: erased.id }, name: '南宫望舒', guardians: [] }),
  )
  // What was done before stays so; the last batch alone came back.
  expect(done).toBeGreaterThan(2 * MANY)
  expect(await leftOf(erased)).toBeLessThan(BATCH)

  const second = start()
  const again = await signIn(await second.ready)
  await settle(again)
  expect(await countOf(erased)).toEqual({ attendance: 0, messages: 0, todos: 0, pupils: 0 })
  expect(await query(sql`select from message where position('南宫望舒' in body) > 0`)).toEqual([])

  await killAt(second, 'attendance_correction', () =>
    again(merging.merge.path, {
      kind: 'pupil',
      id: keep.id,
      otherId: gone.id,
      name: '令狐冲虚',
      take: [],
      days: 'gone',
    }),
  )
  expect(await leftOf(gone)).toBeLessThan(BATCH)
  const third = await signIn(await start().ready)
  await settle(third)
  expect(await countOf(gone)).toEqual({ attendance: 0, messages: 0, todos: 0, pupils: 0 })
  // On all days both had records, of which those of the other were chosen.
  expect(await countOf(keep)).toEqual({ attendance: MANY, messages: 2 * MANY, todos: 2 * MANY, pupils: 1 })
  const stages = await query(
    sql`select target_id as id, changes ->> 'stage' as stage from admin_event where changes ? 'stage' order by at, event_id`,
  )
  expect(stages.map(({ stage }) => stage)).toEqual(['begun', 'done', 'begun', 'done'])
})
