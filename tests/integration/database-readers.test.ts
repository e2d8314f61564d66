import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../server/db/open.ts'
import { silentLog } from '../../server/log.ts'
import { createTestDatabase, queryOnce, type TestDatabase } from '../support/database.ts'
import { sqlState } from '../support/sql-state.ts'

const UNITS = {
  'river.test': '01900000-0000-7000-8000-000000000001',
  'leaf.test': '01900000-0000-7000-8000-000000000002',
} as const
const HOSTS = ['river.test', 'leaf.test'] as const
const OWN_UNIT = 'select unit_id from unit'

let testDatabase: TestDatabase

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  await testDatabase.database.asOwner(async (tx) => {
    for (const [host, unitId] of Object.entries(UNITS)) {
      await tx.execute(
        sql`insert into unit (unit_id, unit_type, name, english_name) values (${unitId}, '2', ${host}, ${host})`,
      )
      await tx.execute(sql`insert into unit_host (host, unit_id) values (${host}, ${unitId})`)
    }
  })
})
afterAll(() => testDatabase.close())

const readUnit = async (host: string, statement = OWN_UNIT) => {
  const { begun, rows } = await testDatabase.database.readInCall(host, null, statement)
  return { begun: begun[0]?.['unit_id'], rows: rows.map(({ unit_id: unitId }) => unitId) }
}

test('readings that are under way together see each its own unit alone, and an unknown host none', async () => {
  const hosts = Array.from({ length: 120 }, (_, at) => HOSTS[at % 3] ?? 'nowhere.test')
  const readings = await Promise.all(hosts.map((host) => readUnit(host)))
  expect(readings).toEqual(
    hosts.map((host) => {
      const unitId = host === 'nowhere.test' ? undefined : UNITS[host]
      return { begun: unitId, rows: unitId === undefined ? [] : [unitId] }
    }),
  )
})

test('one that fails is told so, and leaves those beside it as they are', async () => {
  const readings = await Promise.allSettled(
    Array.from({ length: 40 }, (_, at) => readUnit('river.test', at % 5 === 0 ? 'select 1 / 0 as unit_id' : OWN_UNIT)),
  )
  for (const [at, reading] of readings.entries()) {
    if (at % 5 === 0) expect(reading.status === 'rejected' && sqlState(reading.reason)).toBe('22012')
    else expect(reading).toMatchObject({ status: 'fulfilled', value: { rows: [UNITS['river.test']] } })
  }
})

test('when their connections break they are told that the server is away, and the next ones have new connections', async () => {
  await readUnit('river.test')
  const waiting = Promise.allSettled(
    Array.from({ length: 8 }, () => readUnit('river.test', 'select pg_sleep(60)::text as unit_id')),
  )
  const asOwner = { ...testDatabase.connection, user: 'postgres' }
  const whose = `application_name = 'school-portal reader' and datname = '${testDatabase.connection.database}'`
  await expect
    .poll(
      async () =>
        (await queryOnce(asOwner, `select 1 from pg_stat_activity where ${whose} and state = 'active'`)).length,
    )
    .toBeGreaterThan(0)
  await queryOnce(asOwner, `select pg_terminate_backend(pid, 5000) from pg_stat_activity where ${whose}`)
  for (const reading of await waiting)
    expect(reading).toMatchObject({ status: 'rejected', reason: { code: 'server.unavailable' } })
  expect(await readUnit('leaf.test')).toMatchObject({ rows: [UNITS['leaf.test']] })
})

test('a database that is not there, or no longer, is reported as unavailable', async () => {
  const nowhere = openDatabase({ connection: { host: '/nowhere', user: 'portal' }, log: silentLog })
  const read = () => nowhere.readInCall('river.test', null, OWN_UNIT)
  await expect(read()).rejects.toMatchObject({ code: 'server.unavailable' })
  await nowhere.close()
  await expect(read()).rejects.toMatchObject({ code: 'server.unavailable' })
})
