import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, test } from 'vitest'
import type { Database } from '../../../server/db/database.ts'
import { CONNECTIONS_LEAST, openDatabase } from '../../../server/db/open.ts'
import { silentLog } from '../../../server/runtime/logger.ts'
import { createTestDatabase, queryOnce, type TestDatabase } from '../../support/app/database.ts'
import { startMuteServer } from '../../support/fakes/mute-server.ts'

const SCOPE = { unitId: '01900000-0000-7000-8000-000000000001', userId: null }
/** Milliseconds in which an interactive call has its answer, and what a busy machine may add. */
const SOON = 5000 + 1500

let testDatabase: TestDatabase
let database: Database

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = testDatabase.database
})
afterAll(() => testDatabase.close())

/** How the work ended, and after how many milliseconds. */
async function outcomeOf(work: Promise<unknown>): Promise<{ outcome: string; ms: number }> {
  const began = performance.now()
  const outcome = await work.then(
    () => 'done',
    (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)),
  )
  return { outcome, ms: performance.now() - began }
}

const sleep = (seconds: number, kind?: 'export') =>
  database.inUnit(SCOPE, (tx) => tx.execute(sql`select pg_sleep(${seconds})`), kind)

test.concurrent('a statement and a lock have the time of their kind of call, and the connections live on', async ({
  expect,
}) => {
  const held = database.asOwner(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(4711)`)
    await tx.execute(sql`select pg_sleep(4.6)`)
  })
  await expect
    .poll(async () => (await queryOnce(testDatabase.connection, `select 1 from pg_locks where objid = 4711`)).length)
    .toBe(1)
  const [statement, lock, single, exported] = await Promise.all([
    outcomeOf(sleep(30)),
    outcomeOf(database.inUnit(SCOPE, (tx) => tx.execute(sql`select pg_advisory_xact_lock(4711)`))),
    outcomeOf(database.onceInUnit(SCOPE, sql`select pg_sleep(30)`)),
    outcomeOf(sleep(4.6, 'export')),
    held,
  ])
  expect(statement.outcome).toBe('server.unavailable')
  expect(lock.outcome).toBe('server.unavailable')
  expect(single.outcome).toBe('server.unavailable')
  expect(exported.outcome).toBe('done')
  for (const { ms } of [statement, lock, single]) expect(ms).toBeLessThan(SOON)
  // An export's limits end with its transaction.
  const { rows } = await database.inUnit(SCOPE, (tx) => tx.execute(sql`show statement_timeout`))
  expect(rows).toEqual([{ statement_timeout: '4s' }])
})

test
  .runIf(process.platform !== 'win32')
  .concurrent(
    'a PostgreSQL that hangs is reported as unavailable soon, to the next callers at once, and is used again once it goes on',
    async ({ expect }) => {
      const hanging = openDatabase({
        connection: testDatabase.connection,
        log: silentLog,
        connections: CONNECTIONS_LEAST,
      })
      const { rows } = await hanging.transaction((tx) => tx.execute(sql`select pg_backend_pid() as pid`))
      const pid = Number(rows[0]?.['pid'])
      process.kill(pid, 'SIGSTOP')
      try {
        const [first, ...others] = await Promise.all([1, 2, 3].map(() => outcomeOf(hanging.transaction(async () => 1))))
        for (const each of [first!, ...others]) {
          expect(each.outcome).toBe('server.unavailable')
          expect(each.ms).toBeLessThan(SOON)
        }
        const next = await outcomeOf(hanging.callFunction('portal_good_sessions', [[]]))
        expect(next.outcome).toBe('server.unavailable')
        expect(next.ms).toBeLessThan(500)
      } finally {
        process.kill(pid, 'SIGCONT')
      }
      await expect.poll(() => outcomeOf(hanging.ping()), { timeout: 10_000 }).toMatchObject({ outcome: 'done' })
      await hanging.close()
    },
  )

test.concurrent('a PostgreSQL that takes connections and never says a word is reported as unavailable soon', async ({
  expect,
}) => {
  const mute = await startMuteServer()
  const silent = openDatabase({ connection: { host: '127.0.0.1', port: mute.port, user: 'portal' }, log: silentLog })
  try {
    const attempts = [silent.ping(), silent.readInCall('river.test', null, 'null'), silent.transaction(async () => 1)]
    for (const each of await Promise.all(attempts.map(outcomeOf))) {
      expect(each.outcome).toBe('server.unavailable')
      expect(each.ms).toBeLessThan(SOON)
    }
  } finally {
    mute.close()
    await silent.close()
  }
})

test.for([
  [9, 2],
  [10, 3],
] as const)(
  'a process keeps to its %d connections, of which requests have %d, and listens to all channels on one of them',
  async ([connections, ofRequests], { expect }) => {
    const own = openDatabase({ connection: testDatabase.connection, log: silentLog, connections })
    const heard: string[] = []
    const listenTo = (channel: `portal_${string}`) =>
      own.listen(channel, {
        onNotification: (payload) => heard.push(`${channel} ${payload}`),
        onListening: () => undefined,
      })
    try {
      const before = await countConnections()
      await Promise.all((['portal_a', 'portal_b', 'portal_a'] as const).map((channel) => listenTo(channel).ready))
      const readings = Array.from({ length: 40 }, () =>
        own.readInCall('river.test', null, `to_json(pg_sleep(0.01)::text)`),
      )
      const works = Array.from({ length: 40 }, () => own.transaction((tx) => tx.execute(sql`select pg_sleep(0.01)`)))
      const owners = Array.from({ length: 8 }, () => own.asOwner((tx) => tx.execute(sql`select pg_sleep(0.01)`)))
      await Promise.all([...readings, ...works, ...owners])
      const kinds = await countConnections()
      // With the one that holds the folder or the bundled server these are all.
      expect(kinds).toEqual({
        'school-portal': (before['school-portal'] ?? 0) + ofRequests,
        'school-portal live': 1,
        'school-portal owner': (before['school-portal owner'] ?? 0) + 3,
        'school-portal reader': 2,
      })
      await queryOnce(
        testDatabase.connection,
        `select pg_notify('portal_b', 'two'); select pg_notify('portal_a', 'one')`,
      )
      await expect.poll(() => heard.toSorted()).toEqual(['portal_a one', 'portal_a one', 'portal_b two'])
    } finally {
      await own.close()
    }
  },
)

async function countConnections(): Promise<Record<string, number>> {
  const name = String(testDatabase.connection.database)
  const rows = await queryOnce(
    { ...testDatabase.connection, user: 'postgres' },
    `select application_name as kind, count(*)::int as count from pg_stat_activity
     where datname = '${name}' and application_name like 'school-portal%' group by 1`,
  )
  return Object.fromEntries(rows.map(({ kind, count }) => [String(kind), Number(count)]))
}
