import { randomUUID } from 'node:crypto'
import { Client, type ClientConfig } from 'pg'
import { inject } from 'vitest'
import type { Database } from '../../../server/db/database.ts'
import { openDatabase } from '../../../server/db/open.ts'
import { silentLog } from '../../../server/runtime/logger.ts'
import { DEMO_TEMPLATE, EMPTY_TEMPLATE } from './global-setup.ts'

/** A database of a test file's own, with the schema. */
export interface TestDatabase {
  readonly database: Database
  /** The way to it as the owner, for a pool or a client of the test's own. */
  readonly connection: ClientConfig
  /** Closes the pools and drops the database. */
  readonly close: () => Promise<void>
}

/** Creates a database for one test file, without rows or with the demo school: call in `beforeAll`, and `close` in `afterAll`. */
export async function createTestDatabase({ demo = false }: { demo?: boolean } = {}): Promise<TestDatabase> {
  const failure = inject('templateFailure')
  if (failure !== '') throw new Error(failure)
  const { name, drop } = await copyDatabase(demo ? DEMO_TEMPLATE : EMPTY_TEMPLATE)
  const connection = { ...inject('postgres'), user: 'portal', database: name }
  const database = openDatabase({ connection, log: silentLog, connections: 14 })
  return {
    database,
    connection,
    async close() {
      await database.close()
      await drop()
    },
  }
}

/** A database that belongs to the owner, and how to drop it. */
export interface OwnedDatabase {
  readonly name: string
  readonly drop: () => Promise<void>
}

/** Creates a database without a schema; for tests of what makes one. */
export function createEmptyDatabase(): Promise<OwnedDatabase> {
  return copyDatabase('template0')
}

async function copyDatabase(template: string): Promise<OwnedDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // A copy of the files takes three quarters of the time of a copy through the write-ahead log.
  await runAsSuperuser(`create database ${name} template ${template} strategy file_copy owner portal`)
  return { name, drop: () => runAsSuperuser(`drop database ${name} with (force)`) }
}

/** Runs one statement as the tests' superuser. */
export async function runAsSuperuser(statement: string): Promise<void> {
  await queryOnce({ ...inject('postgres'), user: 'postgres', database: 'postgres' }, statement)
}

/** Sends one query on a connection of its own and returns its rows. */
export async function queryOnce(connection: ClientConfig, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client(connection)
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(text)
    return rows
  } finally {
    await client.end()
  }
}
