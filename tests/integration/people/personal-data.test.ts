import { sql, type SQL } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TABLES, tables } from '../../../server/modules/people/personal-data.ts'
import { columnsOf } from '../../../server/modules/people/personal/personal-steps.ts'
import { createTestDatabase, type TestDatabase } from '../../support/app/database.ts'

let own: TestDatabase
beforeAll(async () => {
  own = await createTestDatabase()
})
afterAll(() => own.close())

const query = (statement: SQL) => own.database.asOwner(async (tx) => (await tx.execute(statement)).rows)

/** Columns that point to a pupil or an account, or are called as if they did. */
async function personalColumns() {
  const rows = await query(sql`
    select c.conrelid::regclass::text as "table", a.attname as "column" from pg_constraint c
    join unnest(c.conkey) with ordinality k (attnum, at) on true join unnest(c.confkey) with ordinality f (attnum, at) using (at)
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.attnum
    join pg_attribute r on r.attrelid = c.confrelid and r.attnum = f.attnum
    where c.contype = 'f' and c.confrelid in ('user_account'::regclass, 'student'::regclass) and r.attname in ('user_id', 'student_id')
    union
    select table_name, column_name from information_schema.columns
    where table_schema = 'public' and data_type = 'uuid'
      and column_name in ('user_id', 'student_id', 'owner_id', 'actor_id', 'author_id', 'row_id', 'target_id', 'person_id')`)
  return rows.map(({ table, column }) => ({ table: String(table), column: String(column) }))
}

/** A sentence for each column that the registry lacks. */
async function lacking(): Promise<string[]> {
  const known = new Set(tables.flatMap(([table, data]) => columnsOf(data).map(({ column }) => `${table}.${column}`)))
  return (await personalColumns())
    .filter(({ table, column }) => !known.has(`${table}.${column}`))
    .map(
      ({ table, column }) =>
        `${table}.${column} leads to a person: say in server/modules/people/personal-data.ts what is exported of it, and what erasing and merging do`,
    )
}

it('every column that leads to a person stands in the registry, and a new one is asked for in a sentence', async () => {
  expect(await lacking()).toEqual([])
  await query(sql`
    create table borrowed_book (unit_id uuid not null, user_id uuid not null, foreign key (unit_id, user_id) references user_account (unit_id, user_id))`)
  expect(await lacking()).toEqual([
    expect.stringMatching(/^borrowed_book\.user_id leads to a person: .*personal-data\.ts/),
  ])
  await query(sql`drop table borrowed_book`)
})

it('every column of the registry exists', async () => {
  const rows = await query(
    sql`select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`,
  )
  const existing = new Set(rows.map(({ name }) => name))
  const named = tables.flatMap(([table, data]) => {
    const { within = [], leftOutOfUnit = {}, notExported = {}, deeds = {}, walk } = data
    const columns = [
      ...columnsOf(data).map(({ column }) => column),
      ...within,
      ...Object.values(deeds),
      ...Object.keys({ ...leftOutOfUnit, ...notExported }),
      ...(walk?.by ?? []),
    ]
    return columns.map((column) => `${table}.${column}`)
  })
  expect(named.filter((name) => !existing.has(name))).toEqual([])
})

/** Tables of which a unit has a handful of rows. */
const SMALL = new Set([
  'branding_state',
  'branding_version',
  'class_year',
  'import_run',
  'import_schedule',
  // Those that have not lapsed.
  'password_reset',
  'personal_job',
  'year_turn',
])

it('every row is found by an index: none is looked for among those of other units', async () => {
  const rows = await query(sql`
    select i.indrelid::regclass::text as "table", array(
      select a.attname::text from unnest(i.indkey) with ordinality k (attnum, at) join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum order by k.at) as columns
    from pg_index i join pg_class c on c.oid = i.indrelid where c.relnamespace = 'public'::regnamespace`)
  // A walk sorts what has the same first column of its key.
  const isFound = (table: string, column: string | undefined) =>
    rows.some(
      (index) =>
        index['table'] === table &&
        Array.isArray(index['columns']) &&
        index['columns'].filter((one: unknown) => one !== 'unit_id').at(0) === column,
    )
  const steps = tables.flatMap(([table, data]) => {
    const { erase = {}, merge = {}, walk } = data
    const byColumn = columnsOf(data)
      .map(({ column }) => column)
      .filter((column) => [erase, merge].some((rules) => !('keeps' in (rules[column] ?? {}))))
    return [
      ...byColumn.map((column) => ({ table, column })),
      ...(walk ? [{ table, column: walk.by.find((column) => column !== 'unit_id') }] : []),
    ]
  })
  const slow = steps
    .filter(({ table, column }) => !SMALL.has(table) && !isFound(table, column))
    .map(({ table, column }) => `${table}.${column}`)
  expect(slow).toEqual([])
})

it('what a column is emptied of can be empty', async () => {
  const rows = await query(
    sql`select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public' and is_nullable = 'NO'`,
  )
  const filled = new Set(rows.map(({ name }) => name))
  const deeds = tables.flatMap(([table, data]) =>
    Object.keys(data.deeds ?? {})
      .filter((column) => !data.erase?.[column])
      .map((column) => `${table}.${column}`),
  )
  expect(deeds.filter((name) => filled.has(name))).toEqual([])
  expect(Object.keys(TABLES)).toContain('personal_job')
})
