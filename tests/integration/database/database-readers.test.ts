import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../../server/db/open.ts'
import { silentLog } from '../../../server/runtime/logger.ts'
import { hashToken } from '../../../server/modules/auth/session-tokens.ts'
import { createTestDatabase, queryOnce, type TestDatabase } from '../../support/app/database.ts'
import { sqlState } from '../../support/app/sql-state.ts'

const UNITS = {
  'river.test': '01900000-0000-7000-8000-000000000001',
  'leaf.test': '01900000-0000-7000-8000-000000000002',
} as const
const HOSTS = ['river.test', 'leaf.test'] as const
/** All accounts that the statement sees: without the policies those of every unit. */
const SEEN = '(select json_agg(login_name) from user_account)'

let testDatabase: TestDatabase

/** In each unit one person of the host's name, whose access token is that name too. */
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  await testDatabase.database.asOwner(async (tx) => {
    for (const [host, unitId] of Object.entries(UNITS)) {
      await tx.execute(
        sql`insert into unit (unit_id, unit_type, name, english_name) values (${unitId}, '2', ${host}, ${host})`,
      )
      await tx.execute(sql`insert into unit_host (host, unit_id) values (${host}, ${unitId})`)
      await tx.execute(sql`
        with person as (
          insert into user_account (unit_id, login_name, real_name, user_type) values (${unitId}, ${host}, ${host}, 2) returning user_id)
        insert into session (unit_id, user_id, family_hash, access_hash, access_expires_at, refresh_hash, refresh_expires_at, ends_at)
        select ${unitId}, user_id, ${hashToken(`family ${host}`)}, ${hashToken(host)}, now() + interval '1 hour',
          ${hashToken(`refresh ${host}`)}, now() + interval '1 hour', now() + interval '1 hour' from person`)
    }
  })
})
afterAll(() => testDatabase.close())

/** Who calls, as the unit's id, and what the expression gives them. */
async function read(host: string, expression = SEEN, token: string | null = host) {
  const hash = token === null ? null : hashToken(token)
  const { begun, answer } = await testDatabase.database.readInCall(host, hash, expression)
  return { unit: begun[0]?.['unit_id'], answer }
}

test('readings that are under way together see each its own unit alone; a stranger gets no answer, an unknown host no unit', async () => {
  const callers = Array.from({ length: 120 }, (_, at) => ({
    host: [...HOSTS, 'nowhere.test'][at % 3] ?? '',
    signedIn: at % 2 === 0,
  }))
  const readings = await Promise.all(callers.map(({ host, signedIn }) => read(host, SEEN, signedIn ? host : null)))
  expect(readings).toEqual(
    callers.map(({ host, signedIn }) => {
      const known = HOSTS.find((each) => each === host)
      return { unit: known && UNITS[known], answer: known && signedIn ? [known] : null }
    }),
  )
})

test('a token of another unit is none', async () => {
  expect(await read('river.test', SEEN, 'leaf.test')).toEqual({ unit: UNITS['river.test'], answer: null })
})

test('one that fails is told so, and leaves those beside it as they are', async () => {
  const readings = await Promise.allSettled(
    Array.from({ length: 40 }, (_, at) => read('river.test', at % 5 === 0 ? "to_json(1 / length(''))" : SEEN)),
  )
  const outcomes = readings.map((reading) =>
    reading.status === 'rejected' ? sqlState(reading.reason) : reading.value.answer,
  )
  expect(outcomes).toEqual(outcomes.map((_, at) => (at % 5 === 0 ? '22012' : ['river.test'])))
})

test('when their connections break they are told that the server is away, and the next ones have new connections', async () => {
  await read('river.test')
  const waiting = Promise.allSettled(Array.from({ length: 8 }, () => read('river.test', 'to_json(pg_sleep(60)::text)')))
  const asOwner = { ...testDatabase.connection, user: 'postgres' }
  const readers = `pg_stat_activity where application_name = 'school-portal reader' and datname = '${testDatabase.connection.database}'`
  await expect
    .poll(async () => (await queryOnce(asOwner, `select 1 from ${readers} and state = 'active'`)).length)
    .toBeGreaterThan(0)
  await queryOnce(asOwner, `select pg_terminate_backend(pid, 5000) from ${readers}`)
  for (const reading of await waiting)
    expect(reading).toMatchObject({ status: 'rejected', reason: { code: 'server.unavailable' } })
  expect(await read('leaf.test')).toMatchObject({ answer: ['leaf.test'] })
})

test('a database that is not there, or no longer, is reported as unavailable', async () => {
  const nowhere = openDatabase({ connection: { host: '/nowhere', user: 'portal' }, log: silentLog })
  const readNowhere = () => nowhere.readInCall('river.test', null, SEEN)
  await expect(readNowhere()).rejects.toMatchObject({ code: 'server.unavailable' })
  await nowhere.close()
  await expect(readNowhere()).rejects.toMatchObject({ code: 'server.unavailable' })
})
