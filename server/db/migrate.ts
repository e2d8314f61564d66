import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { Client, type ClientConfig, Pool } from 'pg'
import { errorMessage, StartError } from '../runtime/errors.ts'
import type { Log } from '../runtime/logger.ts'
import { ADOPTED } from './adopted.ts'
import { checksumOf, type SqlFile, type SqlFiles, sqlFiles } from './sql-files.ts'

/** A row of `portal_migrations`: the baseline, a change, or a function in its present form. */
export interface AppliedFile {
  readonly name: string
  readonly checksum: string
}

interface Plan {
  /** What there is: an empty database, one of the migrations before the baseline, or one of this description. */
  readonly from: 'empty' | 'adopted' | 'baseline'
  readonly changes: readonly SqlFile[]
  readonly functions: readonly SqlFile[]
}

// Any number that no other lock in the database has; the same in all servers of one database.
const migrationLock = 7_061_702
/** Milliseconds between two attempts to get the lock. */
const LOCK_RETRY = 50

/** Which files were applied to a database. It exists before the schema, whose default rights it has not. */
export const PORTAL_MIGRATIONS = `create table if not exists portal_migrations (
  name text primary key,
  checksum text not null,
  applied_at timestamptz not null default now()
)`
/** The rows of `portal_migrations`, in order. */
export const READ_APPLIED = 'select name, checksum from portal_migrations order by name collate "C"'
/** Of the queue of jobs: graphile-worker makes it and brings it up to date. */
export const QUEUE_SCHEMA = 'portal_queue'
const BASELINE = 'baseline'
const NO_TRANSACTION = /^-- no transaction\n/

/**
 * Milliseconds. A table that others use is locked at once or not at all: a change that waits for it holds up all who come after. No limit for the
 * wait for another server's changes.
 */
const LIMITS = `set lock_timeout = 10000; set statement_timeout = ${30 * 60_000}; set idle_in_transaction_session_timeout = 60000`

/**
 * Brings the database to this version's schema and returns the names of the applied files. Servers do so one at a time. Throws StartError when the
 * database and the files do not belong together, or when a file fails (what it did is undone, unless it is without transaction).
 */
export async function migrate(connection: ClientConfig, log: Log, files: SqlFiles = sqlFiles): Promise<string[]> {
  const client = new Client(connection)
  // A connection that breaks between two queries reports here; the next query then fails.
  client.on('error', (error) => log.warn({ err: error }, 'the connection for changes of the schema broke'))
  await client.connect()
  try {
    await takeLock(client)
    await client.query(LIMITS)
    const plan = planMigration(await readApplied(client), files)
    await migrateQueue(connection, log)
    if (plan.from === 'empty') return await makeFresh(client, log, files)
    if (plan.from === 'adopted') await adopt(client, log)
    for (const change of plan.changes) {
      await applyChange(client, change)
      log.info({ change: change.name }, 'change of the schema applied')
    }
    // A change that drops a function deletes its row.
    const { functions } = plan.changes.length === 0 ? plan : planMigration(await readApplied(client), files)
    if (functions.length > 0) await applyFunctions(client, log, functions, files)
    return [...plan.changes, ...functions].map(({ name }) => name)
  } finally {
    await client.end()
  }
}

/** Comes first, because changes move jobs and functions send them. */
async function migrateQueue(connection: ClientConfig, log: Log): Promise<void> {
  // Loaded only here: it takes some 70 ms.
  const { Logger, runMigrations } = await import('graphile-worker')
  const pool = new Pool({ ...connection, max: 1 })
  const warn = (error: Error) => log.warn({ err: error }, 'the connection for the schema of the queue broke')
  pool.on('error', warn).on('connect', (client) => client.on('error', warn))
  try {
    await runMigrations({ pgPool: pool, schema: QUEUE_SCHEMA, logger: new Logger(() => () => undefined) })
  } finally {
    await pool.end()
  }
}

/** Whether a database with these rows of `portal_migrations` has this version's schema. */
export function isUpToDate(applied: readonly AppliedFile[]): boolean {
  try {
    const { from, changes, functions } = planMigration(applied, sqlFiles)
    return from === 'baseline' && changes.length + functions.length === 0
  } catch (error) {
    if (error instanceof StartError) return false
    throw error
  }
}

/** What is to be done to a database with these rows of `portal_migrations`. Throws StartError when it does not belong to this version. */
function planMigration(applied: readonly AppliedFile[], files: SqlFiles): Plan {
  if (applied.length === 0) return { from: 'empty', changes: [], functions: [] }
  const isAdopted = applied.every(({ name }) => name !== BASELINE)
  if (isAdopted && !ADOPTED.sums.some((sum) => sum === sumOf(applied))) {
    throw new StartError(
      `The database was last used by an older version of the portal; start the version whose last migration is ${ADOPTED.last} once with it, and then this one.`,
    )
  }
  const known = new Map(applied.map(({ name, checksum }) => [name, checksum]))
  return {
    from: isAdopted ? 'adopted' : 'baseline',
    changes: findPending(
      applied.filter(({ name }) => name.startsWith('changes/')),
      files.changes,
    ),
    functions: files.functions.filter((file) => known.get(file.name) !== checksumOf(file)),
  }
}

/** Throws StartError unless the applied changes are the first ones of `changes`. */
function findPending(applied: readonly AppliedFile[], changes: readonly SqlFile[]): readonly SqlFile[] {
  for (const [index, { name, checksum }] of applied.entries()) {
    const change = changes[index]
    if (change === undefined) {
      throw new StartError(
        `The database has ${name}, which this version of the portal does not know; start the newer version that made it.`,
      )
    }
    if (change.name !== name) {
      throw new StartError(
        change.name < name
          ? `${change.name} was never applied, although the later ${name} was; a new change needs a new, higher number.`
          : `${name} was applied to the database, but is missing from this version of the portal.`,
      )
    }
    if (checksumOf(change) !== checksum) {
      throw new StartError(
        `${name} was changed after it had been applied to the database; undo that and add a new change instead.`,
      )
    }
  }
  return changes.slice(applied.length)
}

/** By attempts: a statement that waits for the lock has a snapshot, for whose end `create index concurrently` of the lock's holder would wait. */
async function takeLock(client: Client): Promise<void> {
  const attempt = async () => {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [migrationLock])
    return rows[0]?.taken === true
  }
  while (!(await attempt())) await wait(LOCK_RETRY)
}

async function readApplied(client: Client): Promise<AppliedFile[]> {
  await client.query(PORTAL_MIGRATIONS)
  const { rows } = await client.query<AppliedFile>(READ_APPLIED)
  return rows
}

async function makeFresh(client: Client, log: Log, { fresh, functions, changes }: SqlFiles): Promise<string[]> {
  await inTransaction(client, async () => {
    for (const file of fresh) await apply(client, file)
    await record(client, [{ name: BASELINE, sql: '' }, ...functions, ...changes])
  })
  log.info({ files: fresh.length }, 'schema of the database made')
  return [BASELINE]
}

/** The migrations give way to the baseline. No function is recorded, so that all are applied. */
async function adopt(client: Client, log: Log): Promise<void> {
  await inTransaction(client, async () => {
    await client.query('delete from portal_migrations')
    await record(client, [{ name: BASELINE, sql: '' }])
  })
  log.info({ last: ADOPTED.last }, 'database of the migrations adopted')
}

async function applyChange(client: Client, change: SqlFile): Promise<void> {
  if (!NO_TRANSACTION.test(change.sql.replaceAll('\r\n', '\n'))) {
    await inTransaction(client, async () => {
      await apply(client, change)
      await record(client, [change])
    })
    return
  }
  // `create index concurrently` waits for the transactions that are under way, and takes no lock that blocks writes meanwhile.
  await client.query('set lock_timeout = 0')
  // Several statements in one query would be one transaction.
  for (const sql of change.sql.split(/;[ \t]*$/m)) await apply(client, { name: change.name, sql }, 'failed')
  await record(client, [change])
  await client.query(LIMITS)
}

async function applyFunctions(client: Client, log: Log, changed: readonly SqlFile[], files: SqlFiles): Promise<void> {
  await inTransaction(client, async () => {
    for (const file of changed) await apply(client, file)
    await client.query(`delete from portal_migrations where name like 'functions/%' and name <> all ($1)`, [
      files.functions.map(({ name }) => name),
    ])
    await record(client, changed)
  })
  log.info({ functions: changed.length }, 'functions of the database applied')
}

async function inTransaction(client: Client, work: () => Promise<void>): Promise<void> {
  try {
    // Functions may call those that come later.
    await client.query('begin; set local check_function_bodies = off')
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

async function apply(client: Client, { name, sql }: SqlFile, outcome = 'failed and was undone'): Promise<void> {
  try {
    await client.query(sql)
  } catch (error) {
    throw new StartError(`${name} ${outcome}: ${errorMessage(error)}.`, { cause: error })
  }
}

async function record(client: Client, files: readonly SqlFile[]): Promise<void> {
  await client.query(
    `insert into portal_migrations (name, checksum) select * from unnest($1::text[], $2::text[])
    on conflict (name) do update set checksum = excluded.checksum, applied_at = now()`,
    [files.map(({ name }) => name), files.map(checksumOf)],
  )
}

function sumOf(applied: readonly AppliedFile[]): string {
  const lines = applied.map(({ name, checksum }) => `${name} ${checksum}\n`)
  return createHash('sha256').update(lines.join('')).digest('hex')
}
