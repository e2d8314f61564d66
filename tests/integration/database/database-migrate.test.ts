import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientConfig } from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { migrate } from '../../../server/db/migrate.ts'
import { SCHEMA_ORDER, type SqlFile, type SqlFiles, sqlFiles } from '../../../server/db/sql-files.ts'
import { silentLog } from '../../../server/runtime/logger.ts'
import { createEmptyDatabase, type OwnedDatabase, queryOnce } from '../../support/app/database.ts'

const table: SqlFile = { name: 'schema/zero', sql: 'create table zero (id int)' }
const one: SqlFile = { name: 'changes/0001_one', sql: 'create table one (id int);\ninsert into one values (1);' }
const two: SqlFile = { name: 'changes/0002_two', sql: 'create table two (id int);' }
const three: SqlFile = { name: 'changes/0003_three', sql: 'create table three (id int);' }

let empty: OwnedDatabase
let connection: ClientConfig

beforeEach(async () => {
  empty = await createEmptyDatabase()
  connection = { ...inject('postgres'), user: 'portal', database: empty.name }
})
afterEach(() => empty.drop())

const run = (files: Partial<SqlFiles>) =>
  migrate(connection, silentLog, { fresh: [table], functions: [], changes: [], ...files })
const change = (...changes: SqlFile[]) => run({ changes })
const query = (text: string) => queryOnce(connection, text)

async function readTables(): Promise<unknown[]> {
  const rows = await query(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  return rows.map(({ relname }) => relname)
}

test('an empty database gets the schema, with which all changes are there', async () => {
  expect(await change(one)).toEqual(['baseline'])
  expect(await readTables()).toEqual(['portal_migrations', 'zero'])
  expect(await change(one)).toEqual([])
})

test('every file of the schema is applied', () => {
  const names = readdirSync(join(import.meta.dirname, '../../../server/db/schema'))
  expect(SCHEMA_ORDER.map((name) => `${name}.sql`).toSorted()).toEqual(
    names.filter((name) => name.endsWith('.sql')).toSorted(),
  )
})

test('a schema that fails leaves nothing', async () => {
  const broken: SqlFile = { name: 'schema/broken', sql: 'select 1 / 0' }
  await expect(run({ fresh: [table, broken] })).rejects.toThrow(
    'schema/broken failed and was undone: division by zero.',
  )
  expect(await readTables()).toEqual(['portal_migrations'])
})

test('changes are applied in order and only once', async () => {
  await change()
  expect(await change(one, two)).toEqual(['changes/0001_one', 'changes/0002_two'])
  expect(await change(one, two)).toEqual([])
  expect(await change(one, two, three)).toEqual(['changes/0003_three'])
  expect(await readTables()).toEqual(['one', 'portal_migrations', 'three', 'two', 'zero'])
})

test('of four servers that start at once, one makes the schema and the others wait for it', async () => {
  const applied = await Promise.all(Array.from({ length: 4 }, () => migrate(connection, silentLog)))
  expect(applied.toSorted((a, b) => b.length - a.length)).toEqual([['baseline'], [], [], []])
})

test('the schemas of several databases of one PostgreSQL can be made at once', async () => {
  const others = await Promise.all(Array.from({ length: 3 }, () => createEmptyDatabase()))
  try {
    const applied = await Promise.all(
      [empty, ...others].map(({ name }) => migrate({ ...connection, database: name }, silentLog)),
    )
    for (const names of applied) expect(names).toEqual(['baseline'])
  } finally {
    await Promise.all(others.map((other) => other.drop()))
  }
})

test('a change that fails is undone, names itself, and leaves those before it', async () => {
  await change()
  const broken: SqlFile = { name: 'changes/0002_broken', sql: 'create table half (id int); select 1 / 0;' }
  await expect(change(one, broken, three)).rejects.toThrow(
    'changes/0002_broken failed and was undone: division by zero.',
  )
  expect(await readTables()).toEqual(['one', 'portal_migrations', 'zero'])
  expect(await change(one, two, three)).toEqual(['changes/0002_two', 'changes/0003_three'])
})

test('a change without transaction may have several statements, also while another server waits', async () => {
  await change()
  const index: SqlFile = {
    name: 'changes/0001_index',
    sql: '-- no transaction\ndrop index concurrently if exists zero_id;\ncreate index concurrently zero_id on zero (id);\n',
  }
  const applied = await Promise.all([change(index), change(index), change(index)])
  expect(applied.flat()).toEqual(['changes/0001_index'])
  expect(await query(`select indisvalid from pg_index where indexrelid = 'zero_id'::regclass`)).toEqual([
    { indisvalid: true },
  ])
})

test('a change without transaction that fails is tried again at the next start', async () => {
  await change()
  const broken = { name: 'changes/0001_parts', sql: '-- no transaction\ncreate table one (id int);\nselect 1 / 0;\n' }
  await expect(change(broken)).rejects.toThrow('changes/0001_parts failed: division by zero.')
  const mended = { ...broken, sql: '-- no transaction\ncreate table if not exists one (id int);\n' }
  expect(await change(mended)).toEqual(['changes/0001_parts'])
})

test('a change that was changed after it was applied is refused', async () => {
  await change()
  await change(one, two)
  await expect(change(one, { ...two, sql: 'create table two (id bigint);' })).rejects.toThrow(
    /^changes\/0002_two was changed after .*\.$/,
  )
})

test('line ends of another system are no change', async () => {
  await change()
  await change(one)
  expect(await change({ ...one, sql: one.sql.replaceAll('\n', '\r\n') })).toEqual([])
})

test('a change that was applied and is missing is refused', async () => {
  await change(one, two, three)
  await expect(change(one, three)).rejects.toThrow(/^changes\/0002_two was applied .* missing/)
})

test('a change whose number comes before an applied one is refused', async () => {
  await change(one, three)
  await expect(change(one, two, three)).rejects.toThrow(/^changes\/0002_two was never applied, although .*0003_three/)
})

test('a database of a newer version is refused', async () => {
  await change(one, two)
  await expect(change(one)).rejects.toThrow(/^The database has changes\/0002_two, .*newer version/)
})

test('a function whose text changed is applied again, and no other one', async () => {
  const answer = (value: number): SqlFile => ({
    name: 'functions/portal_answer',
    sql: `create or replace function portal_answer() returns int language sql as 'select ${value}'`,
  })
  const other: SqlFile = { name: 'functions/portal_other', sql: 'create function portal_other() returns int return 1' }
  const functions = (...files: SqlFile[]) => run({ fresh: [table, ...files], functions: files })
  expect(await functions(answer(1), other)).toEqual(['baseline'])
  expect(await functions(answer(2), other)).toEqual(['functions/portal_answer'])
  expect(await query('select portal_answer() as answer')).toEqual([{ answer: 2 }])
  expect(await functions(answer(2))).toEqual([])
})

test('a function that a change drops is applied again', async () => {
  const answer: SqlFile = {
    name: 'functions/portal_answer',
    sql: 'create or replace function portal_answer() returns int return 1',
  }
  await run({ fresh: [table, answer], functions: [answer] })
  const drop: SqlFile = {
    name: 'changes/0001_drop',
    sql: `drop function portal_answer(); delete from portal_migrations where name = 'functions/portal_answer'`,
  }
  expect(await run({ functions: [answer], changes: [drop] })).toEqual(['changes/0001_drop', 'functions/portal_answer'])
  expect(await query('select portal_answer() as answer')).toEqual([{ answer: 1 }])
})

test('a function that has left the portal is applied when it is back', async () => {
  const answer: SqlFile = { name: 'functions/portal_answer', sql: 'select 1' }
  const other: SqlFile = { name: 'functions/portal_other', sql: 'select 2' }
  await run({ fresh: [table, answer, other], functions: [answer, other] })
  await run({ functions: [{ ...other, sql: 'select 3' }] })
  expect(await run({ functions: [answer, { ...other, sql: 'select 3' }] })).toEqual(['functions/portal_answer'])
})

test('a database of an older version is refused, with what to do', async () => {
  await change()
  await query(`delete from portal_migrations; insert into portal_migrations values ('0099_passkey_address', 'x')`)
  await expect(change()).rejects.toThrow(
    'The database was last used by an older version of the portal; start the version whose last migration is 0100_known_hosts once with it, and then this one.',
  )
})

test("the portal's own changes have numbers of four digits without a gap", () => {
  expect(sqlFiles.changes.map(({ name }) => Number(/^changes\/(\d{4})_[a-z_]+$/.exec(name)?.[1]))).toEqual(
    sqlFiles.changes.map((_, index) => index + 1),
  )
})
