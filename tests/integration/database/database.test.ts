import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database, Tx } from '../../../server/db/database.ts'
import { CONNECTIONS_LEAST, openDatabase } from '../../../server/db/open.ts'
import { silentLog } from '../../../server/runtime/logger.ts'
import { createTestDatabase, queryOnce, type TestDatabase } from '../../support/app/database.ts'
import { sqlState } from '../../support/app/sql-state.ts'

const riverside = '01900000-0000-7000-8000-000000000001'
const ginkgo = '01900000-0000-7000-8000-000000000002'
const scope = (unitId: string) => ({ unitId, userId: null })

let testDatabase: TestDatabase
let database: Database

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = testDatabase.database
  await database.asOwner((tx) =>
    tx.execute(sql`create table note (unit_id uuid not null, text text); select portal_isolate('note')`),
  )
})
afterAll(() => testDatabase.close())

beforeEach(async () => {
  await database.asOwner((tx) =>
    tx.execute(sql.raw(`delete from note; insert into note values ('${riverside}', 'river'), ('${ginkgo}', 'leaf')`)),
  )
})

const readNotes = (of: Database, unitId: string) =>
  of.inUnit(scope(unitId), async (tx) => (await tx.execute(sql`select text from note`)).rows)

test('a transaction without a unit sees no rows', async () => {
  const { rows } = await database.transaction((tx) => tx.execute(sql`select * from note`))
  expect(rows).toEqual([])
})

test('a transaction in a unit sees the rows of that unit alone', async () => {
  expect(await readNotes(database, riverside)).toEqual([{ text: 'river' }])
  expect(await readNotes(database, ginkgo)).toEqual([{ text: 'leaf' }])
})

test('a single statement in a unit is committed, sees that unit alone, and its values stay values', async () => {
  const odd = "it's; drop table note --"
  await database.onceInUnit(scope(riverside), sql`update note set text = ${odd}`)
  expect(await database.onceInUnit(scope(riverside), sql`select text from note where text = ${odd}`)).toEqual([
    { text: odd },
  ])
  expect(await readNotes(database, ginkgo)).toEqual([{ text: 'leaf' }])
  const planted = database.onceInUnit(scope(riverside), sql`insert into note values (${ginkgo}, 'planted')`)
  expect(sqlState(await planted.catch((error: unknown) => error))).toBe('42501')
  await expect(database.onceInUnit(scope(`${riverside}', false) --`), sql`select 1`)).rejects.toThrow('UUID')
})

test('a row of another unit can be neither inserted nor made from an own one', async () => {
  for (const statement of [
    sql`insert into note values (${ginkgo}, 'planted')`,
    sql`update note set unit_id = ${ginkgo}`,
  ]) {
    const attempt = database.inUnit(scope(riverside), (tx) => tx.execute(statement))
    expect(sqlState(await attempt.catch((error: unknown) => error))).toBe('42501')
  }
  expect(await readNotes(database, ginkgo)).toEqual([{ text: 'leaf' }])
})

test('rows of another unit are out of reach of updates and deletes', async () => {
  await database.inUnit(scope(riverside), (tx) => tx.execute(sql`update note set text = 'mine'`))
  await database.inUnit(scope(riverside), (tx) => tx.execute(sql`delete from note`))
  expect(await readNotes(database, ginkgo)).toEqual([{ text: 'leaf' }])
})

test('a unit does not outlast its transaction, neither after a commit nor after a failure', async () => {
  const narrow = openDatabase({ connection: testDatabase.connection, log: silentLog, connections: CONNECTIONS_LEAST })
  const readWithout = () => narrow.transaction(async (tx) => (await tx.execute(sql`select * from note`)).rows)
  try {
    await readNotes(narrow, riverside)
    expect(await readWithout()).toEqual([])
    await expect(narrow.inUnit(scope(riverside), (tx) => tx.execute(sql`select 1 / 0`))).rejects.toThrow('Failed query')
    expect(await readWithout()).toEqual([])
  } finally {
    await narrow.close()
  }
})

const work = () => Promise.resolve('reached')

test('a scope that is not made of UUIDs is refused', async () => {
  await expect(database.inUnit(scope(`${riverside}', false) --`), work)).rejects.toThrow('UUID')
  await expect(database.inUnit({ unitId: riverside, userId: '1' }, work)).rejects.toThrow('UUID')
})

test('the user of a scope is known to the database', async () => {
  const { rows } = await database.inUnit({ unitId: riverside, userId: ginkgo }, (tx) =>
    tx.execute(sql`select current_user as role, portal_unit_id() as unit, portal_user_id() as user`),
  )
  expect(rows).toEqual([{ role: 'portal_app', unit: riverside, user: ginkgo }])
})

test('the application can neither truncate nor change tables', async () => {
  for (const statement of [
    'truncate note',
    'create table mine ()',
    'drop table note',
    'alter table note disable row level security',
  ]) {
    const attempt = database.inUnit(scope(riverside), (tx) => tx.execute(sql.raw(statement)))
    const error = await attempt.catch((failure: unknown) => failure)
    expect({ statement, state: sqlState(error) }).toEqual({ statement, state: '42501' })
  }
})

test('a failure inside a transaction undoes it and arrives unchanged', async () => {
  const failure = new Error('stop here')
  const attempt = database.inUnit(scope(riverside), async (tx) => {
    await tx.execute(sql`insert into note values (${riverside}, 'half')`)
    throw failure
  })
  await expect(attempt).rejects.toBe(failure)
  expect(await readNotes(database, riverside)).toEqual([{ text: 'river' }])
})

test('a transaction inside a transaction is undone alone', async () => {
  await database.inUnit(scope(riverside), async (tx) => {
    await tx.execute(sql`insert into note values (${riverside}, 'kept')`)
    const inner = tx.transaction(async (nested) => {
      await nested.execute(sql`delete from note`)
      throw new Error('never mind')
    })
    await expect(inner).rejects.toThrow('never mind')
  })
  expect(await readNotes(database, riverside)).toEqual([{ text: 'river' }, { text: 'kept' }])
})

const read = (value: string) => database.transaction((tx) => tx.execute(sql.raw(`select ${value}::int8 as size`)))

test('a large count arrives as a number, and one that a number cannot hold is an error', async () => {
  expect((await read('9007199254740991')).rows).toEqual([{ size: Number.MAX_SAFE_INTEGER }])
  await expect(read('9007199254740992')).rejects.toMatchObject({ cause: expect.any(RangeError) })
  expect((await read('1')).rows).toEqual([{ size: 1 }])
})

test('new identifiers are UUIDs of version 7 that carry the time', async () => {
  const { rows } = await database.transaction((tx) =>
    tx.execute(sql`select portal_new_id() as id from generate_series(1, 200)`),
  )
  const ids = rows.map((row) => String(row['id']))
  expect(new Set(ids).size).toBe(200)
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  const made = Number.parseInt(String(ids[0]).replace('-', '').slice(0, 12), 16)
  expect(Math.abs(Date.now() - made)).toBeLessThan(60_000)
})

test('a database that is not there is reported as unavailable', async () => {
  const nowhere = openDatabase({ connection: { host: '/nowhere', user: 'portal' }, log: silentLog })
  try {
    await expect(nowhere.ping()).rejects.toMatchObject({ code: 'server.unavailable' })
    await expect(nowhere.transaction(() => Promise.resolve())).rejects.toMatchObject({ code: 'server.unavailable' })
  } finally {
    await nowhere.close()
  }
})

test('a connection that breaks during a transaction is reported as unavailable and replaced', async () => {
  const attempt = database.transaction(async (tx) => {
    const { rows } = await tx.execute(sql`select pg_backend_pid() as pid`)
    await endBackend(Number(rows[0]?.['pid']))
    await tx.execute(sql`select 1`)
  })
  await expect(attempt).rejects.toMatchObject({ code: 'server.unavailable' })
  await database.ping()
})

/** Ends a connection as an administrator would. */
async function endBackend(pid: number): Promise<void> {
  await queryOnce({ ...testDatabase.connection, user: 'postgres' }, `select pg_terminate_backend(${pid}, 5000)`)
}

test('of two transactions that wait for one another one goes on, and the other is worth another try', async () => {
  const lock = (tx: Tx, key: number) => tx.execute(sql`select pg_advisory_xact_lock(${key})`)
  let held = 0
  let goOn = (): void => undefined
  const bothHold = new Promise<void>((resolve) => (goOn = resolve))
  const ends = await Promise.allSettled(
    [0, 1].map((at) =>
      database.transaction(async (tx) => {
        await lock(tx, at)
        if ((held += 1) === 2) goOn()
        await bothHold
        await lock(tx, 1 - at)
      }),
    ),
  )
  expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'server.unavailable' } })
})
