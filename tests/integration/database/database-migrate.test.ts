import type { ClientConfig } from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { migrate, migrations, type Migration } from '../../../server/db/migrate.ts'
import { silentLog } from '../../../server/runtime/logger.ts'
import { createEmptyDatabase, type OwnedDatabase, queryOnce } from '../../support/app/database.ts'

const one: Migration = { name: '0001_one', sql: 'create table one (id int);\ninsert into one values (1);' }
const two: Migration = { name: '0002_two', sql: 'create table two (id int);' }
const three: Migration = { name: '0003_three', sql: 'create table three (id int);' }

let empty: OwnedDatabase
let connection: ClientConfig

beforeEach(async () => {
  empty = await createEmptyDatabase()
  connection = { ...inject('postgres'), user: 'portal', database: empty.name }
})
afterEach(() => empty.drop())

const run = (steps: readonly Migration[]) => migrate(connection, silentLog, steps)

async function readTables(): Promise<unknown[]> {
  const rows = await queryOnce(
    connection,
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  return rows.map(({ relname }) => relname)
}

test("the portal's own migrations have numbers of four digits without a gap", () => {
  expect(migrations.map(({ name }) => Number(/^(\d{4})_[a-z_]+$/.exec(name)?.[1]))).toEqual(
    migrations.map((_, index) => index + 1),
  )
})

test('migrations are applied in order and only once', async () => {
  expect(await run([one, two])).toEqual(['0001_one', '0002_two'])
  expect(await run([one, two])).toEqual([])
  expect(await run([one, two, three])).toEqual(['0003_three'])
  expect(await readTables()).toEqual(['one', 'portal_migrations', 'three', 'two'])
})

test('a database that was made while a comment of a migration was another one is brought up to date', async () => {
  const texts = { put: "-- 'left': somebody who has left", changed: "-- 'left': a person who has left" }
  const earlier = migrations.map(({ name, sql }) => ({
    name,
    sql: name === '0080_import_state' ? sql.replace(texts.put, texts.changed) : sql,
  }))
  const made = earlier.filter(({ name }) => name < '0087')
  expect(await run(made)).toHaveLength(86)
  expect(await run(migrations)).toHaveLength(migrations.length - 86)
})

test('of four servers that start at once, one migrates and the others wait for it', async () => {
  const applied = await Promise.all(Array.from({ length: 4 }, () => migrate(connection, silentLog)))
  expect(applied.toSorted((a, b) => b.length - a.length)).toEqual([migrations.map(({ name }) => name), [], [], []])
})

test('several databases of one PostgreSQL can be migrated at once', async () => {
  const others = await Promise.all(Array.from({ length: 3 }, () => createEmptyDatabase()))
  try {
    const applied = await Promise.all(
      [empty, ...others].map(({ name }) => migrate({ ...connection, database: name }, silentLog)),
    )
    for (const names of applied) expect(names).toHaveLength(migrations.length)
  } finally {
    await Promise.all(others.map((other) => other.drop()))
  }
})

test('a migration that fails is undone, names itself, and leaves those before it', async () => {
  const broken: Migration = { name: '0002_broken', sql: 'create table half (id int); select 1 / 0;' }
  await expect(run([one, broken, three])).rejects.toThrow(
    'Migration 0002_broken failed and was undone: division by zero.',
  )
  expect(await readTables()).toEqual(['one', 'portal_migrations'])
  expect(await run([one, two, three])).toEqual(['0002_two', '0003_three'])
})

test('a migration that was changed after it was applied is refused', async () => {
  await run([one, two])
  await expect(run([one, { ...two, sql: 'create table two (id bigint);' }])).rejects.toThrow(
    /^Migration 0002_two was changed after .*\.$/,
  )
})

test('line ends of another system are no change', async () => {
  await run([one])
  expect(await run([{ ...one, sql: one.sql.replaceAll('\n', '\r\n') }])).toEqual([])
})

test('a migration that was applied and is missing is refused', async () => {
  await run([one, two, three])
  await expect(run([one, three])).rejects.toThrow(/^Migration 0002_two was applied .* missing/)
})

test('a migration whose number comes before an applied one is refused', async () => {
  await run([one, three])
  await expect(run([one, two, three])).rejects.toThrow(/^Migration 0002_two was never applied, although .*0003_three/)
})

test('a database of a newer version is refused', async () => {
  await run([one, two])
  await expect(run([one])).rejects.toThrow(/^The database has migration 0002_two, .*newer version/)
  expect(await readTables()).toEqual(['one', 'portal_migrations', 'two'])
})
