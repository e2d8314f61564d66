import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { Client, type ClientConfig } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { migrate } from '../../../server/db/migrate.ts'
import { silentLog } from '../../../server/runtime/logger.ts'
import { readCatalogue, readRows } from '../../support/app/catalogue.ts'
import {
  createEmptyDatabase,
  createTestDatabase,
  type OwnedDatabase,
  queryOnce,
  type TestDatabase,
} from '../../support/app/database.ts'
import { writeRelease } from '../../support/releases/release-text.ts'

const FOLDER = join(import.meta.dirname, 'releases')
const RELEASES = readdirSync(FOLDER)
const BEFORE_BASELINE = '0100_known_hosts.sql'

let fresh: TestDatabase
let catalogue: string[]
const opened: OwnedDatabase[] = []

beforeAll(async () => {
  fresh = await createTestDatabase()
  catalogue = await readCatalogue(fresh.connection)
})
afterAll(async () => {
  await fresh.close()
  await Promise.all(opened.map((database) => database.drop()))
})

async function restore(text: string): Promise<ClientConfig> {
  const empty = await createEmptyDatabase()
  opened.push(empty)
  const connection = { ...inject('postgres'), user: 'portal', database: empty.name }
  await queryOnce(connection, text)
  return connection
}
const restoreRelease = (file: string) => restore(readFileSync(join(FOLDER, file), 'utf8'))
const upgrade = (connection: ClientConfig) => migrate(connection, silentLog)
const readApplied = (connection: ClientConfig) =>
  queryOnce(connection, 'select name, checksum from portal_migrations order by name collate "C"')

/** The rows that were there before, with their columns of before; what the upgrade has added is left out. */
function asBefore(before: Record<string, unknown[]>, after: Record<string, unknown[]>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(before).map(([table, rows]) => {
      const columns = new Set(rows.flatMap((row) => Object.keys(Object(row))))
      const kept = (after[table] ?? []).map((row) =>
        Object.fromEntries(Object.entries(Object(row)).filter(([column]) => columns.has(column))),
      )
      return [table, kept.filter((row) => rows.some((one) => isDeepStrictEqual(one, row)))]
    }),
  )
}

describe.each(RELEASES)('a database of %s', (file) => {
  let connection: ClientConfig
  let before: Record<string, unknown[]>

  beforeAll(async () => {
    connection = await restoreRelease(file)
    before = await readRows(connection)
    await upgrade(connection)
  })

  it('has data in every table', () => {
    expect(Object.keys(before).filter((table) => before[table]?.length === 0)).toEqual([])
  })

  it('becomes what a new one is', async () => {
    expect(await readCatalogue(connection)).toEqual(catalogue)
    expect(await readApplied(connection)).toEqual(await readApplied(fresh.connection))
    expect(await upgrade(connection)).toEqual([])
  })

  it('keeps its rows', async () => {
    // Those of the queue move.
    const kept = Object.fromEntries(Object.entries(before).filter(([table]) => !table.startsWith('portal_jobs.')))
    expect(asBefore(kept, await readRows(connection))).toEqual(kept)
  })
})

it('a new database can be stored as the next release is, and is the same restored', async () => {
  const made = await createTestDatabase()
  const client = new Client(made.connection)
  await client.connect()
  const text = await writeRelease(client)
  await client.end()
  const rows = await readRows(made.connection)
  await made.close()
  const restored = await restore(text)
  expect(await readCatalogue(restored)).toEqual(catalogue)
  expect(await readRows(restored)).toEqual(rows)
  expect(Object.keys(rows).filter((table) => rows[table]?.length === 0)).toEqual([])
  expect(await upgrade(restored)).toEqual([])
})

it('a dump of pg_dump can be restored: functions that generated columns call depend on those which they call', async () => {
  const rows = await queryOnce(
    fresh.connection,
    `select from pg_depend where objid = 'portal_search_lines(text)'::regprocedure and refobjid = 'portal_search_name(text)'::regprocedure`,
  )
  expect(rows).toHaveLength(1)
})

it('no function with an SQL body has a row as its argument, which would keep its table from getting columns with a default', async () => {
  const rows = await queryOnce(
    fresh.connection,
    `select distinct p.proname as name from pg_proc p, unnest(p.proargtypes) as argument (type) join pg_class c on c.reltype = argument.type
    where p.pronamespace = 'public'::regnamespace and p.prosqlbody is not null`,
  )
  expect(rows).toEqual([])
})

describe('a database of the migrations', () => {
  it('keeps the jobs that wait, run, or failed for good', async () => {
    const connection = await restoreRelease(BEFORE_BASELINE)
    await queryOnce(
      connection,
      `delete from portal_jobs.job;
      insert into portal_jobs.job (id, name, data, state, retry_count, retry_limit, start_after, completed_on, output) values
        ('01990000-0000-7000-8000-000000000001', 'mail', '{"job": "mail", "unitId": "u", "mailId": "m", "turn": 0}', 'retry', 3, 54, '2030-01-01Z', null, '{"code": "mail.unreachable"}'),
        ('01990000-0000-7000-8000-000000000002', 'import', '{"job": "import", "unitId": "u", "importId": "i"}', 'active', 0, 3, '2026-01-01Z', null, null),
        ('01990000-0000-7000-8000-000000000003', 'unit-export', '{"job": "unit-export", "unitId": "u"}', 'failed', 5, 5, '2026-01-01Z', '2026-01-02Z', '{"code": "x"}'),
        ('01990000-0000-7000-8000-000000000004', 'dead-letters', '{"job": "import", "unitId": "u", "importId": "j"}', 'created', 0, 2, '2026-01-01Z', null, '{"code": "y"}'),
        ('01990000-0000-7000-8000-000000000006', 'import', '{"job": "import", "unitId": "u", "importId": "j"}', 'failed', 3, 3, '2026-01-01Z', '2026-01-02Z', '{"code": "y"}'),
        ('01990000-0000-7000-8000-000000000005', 'scheduled', '{"job": "auth"}', 'created', 0, 3, '2026-01-01Z', null, null)`,
    )
    await upgrade(connection)
    const waiting = await queryOnce(
      connection,
      `select q.task_identifier as task, j.payload, q.run_at > '2029-01-01' as later, split_part(q.key, ' ', 1) as unit
      from portal_queue.jobs q join portal_queue._private_jobs j using (id) order by q.key`,
    )
    expect(waiting).toEqual([
      { task: 'mail', payload: { tries: 3, data: { unitId: 'u', mailId: 'm', turn: 0 } }, later: true, unit: 'u' },
      { task: 'import', payload: { tries: 0, data: { unitId: 'u', importId: 'i' } }, later: false, unit: 'u' },
      {
        task: 'import',
        payload: { tries: 0, dead: 'y', data: { unitId: 'u', importId: 'j' } },
        later: false,
        unit: 'u',
      },
    ])
    expect(await queryOnce(connection, 'select name, payload, code from portal_jobs.failed')).toEqual([
      { name: 'unit-export', payload: { tries: 5, data: { unitId: 'u' } }, code: 'x' },
    ])
  })

  it('is taken over with the comment that 0080 had for a while', async () => {
    const connection = await restoreRelease(BEFORE_BASELINE)
    await queryOnce(
      connection,
      `update portal_migrations set checksum = '5be7fd449c6e55b48181397225a63ad2acf1eaf12b0b8a2e4950e174d8edaf55' where name = '0080_import_state'`,
    )
    await upgrade(connection)
    expect(await readApplied(connection)).toEqual(await readApplied(fresh.connection))
  })

  it.each([
    ['lacks the last one', `delete from portal_migrations where name = '0100_known_hosts'`],
    ['has another text of one', `update portal_migrations set checksum = 'x' where name = '0050_person'`],
    ['has one more', `insert into portal_migrations values ('0101_other', 'x')`],
  ])('is refused and stays as it is when it %s', async (_, statement) => {
    const connection = await restoreRelease(BEFORE_BASELINE)
    await queryOnce(connection, statement)
    const applied = await readApplied(connection)
    await expect(upgrade(connection)).rejects.toThrow(
      'The database was last used by an older version of the portal; start the version whose last migration is 0100_known_hosts once with it, and then this one.',
    )
    expect(await readApplied(connection)).toEqual(applied)
  })
})
