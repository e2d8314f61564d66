import { createHash } from 'node:crypto'
import { Client, type ClientConfig } from 'pg'
import { errorMessage, StartError } from '../runtime/errors.ts'
import type { Log } from '../runtime/logger.ts'

/** `name` is the file name without extension. */
export interface Migration {
  readonly name: string
  readonly sql: string
}

interface Applied {
  readonly name: string
  readonly checksum: string
}

// Any number that no other lock in the database has; the same in all servers of one database.
const migrationLock = 7_061_702

/**
 * Milliseconds. A table that others use is locked at once or not at all: a migration that waits for it holds up all who come after. No limit for the
 * wait for another server's migrations.
 */
const LIMITS = `set lock_timeout = 10000; set statement_timeout = ${30 * 60_000}; set idle_in_transaction_session_timeout = 60000`

/** Checksums of migrations whose comment was changed and put back: databases of that time have the same statements. */
const COMMENT_CHANGED: Readonly<Record<string, string>> = {
  '0080_import_state': '5be7fd449c6e55b48181397225a63ad2acf1eaf12b0b8a2e4950e174d8edaf55',
}

/** The migrations of this version of the portal, in order. Read at build time, so that the bundled server contains them. */
export const migrations: readonly Migration[] = Object.entries(
  import.meta.glob('./migrations/*.sql', { query: '?raw', eager: true, import: 'default' }),
)
  .map(([path, sql]) => ({ name: path.replace(/^.*\/|\.sql$/g, ''), sql }))
  .toSorted((a, b) => (a.name < b.name ? -1 : 1))

/**
 * Brings the database to this version's schema and returns the names of the applied migrations. Servers do so one at a time. Throws StartError when
 * the database and the migrations do not belong together, or when a migration fails (its changes are undone).
 */
export async function migrate(
  connection: ClientConfig,
  log: Log,
  steps: readonly Migration[] = migrations,
): Promise<string[]> {
  const client = new Client(connection)
  // A connection that breaks between two queries reports here; the next query then fails.
  client.on('error', (error) => log.warn({ err: error }, 'the connection for migrations broke'))
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await client.query(LIMITS)
    const pending = findPending(await readApplied(client), steps)
    for (const step of pending) {
      await applyStep(client, step)
      log.info({ migration: step.name }, 'migration applied')
    }
    return pending.map((step) => step.name)
  } finally {
    await client.end()
  }
}

async function readApplied(client: Client): Promise<Applied[]> {
  await client.query(`
    create table if not exists portal_migrations (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`)
  const { rows } = await client.query<Applied>('select name, checksum from portal_migrations order by name collate "C"')
  return rows
}

/** Throws StartError unless the applied migrations are the first ones of `steps`. */
function findPending(applied: readonly Applied[], steps: readonly Migration[]): readonly Migration[] {
  for (const [index, { name, checksum }] of applied.entries()) {
    const step = steps[index]
    if (step === undefined) {
      throw new StartError(
        `The database has migration ${name}, which this version of the portal does not know; start the newer version that made it.`,
      )
    }
    if (step.name !== name) {
      throw new StartError(
        step.name < name
          ? `Migration ${step.name} was never applied, although the later ${name} was; a new migration needs a new, higher number.`
          : `Migration ${name} was applied to the database, but is missing from this version of the portal.`,
      )
    }
    if (computeChecksum(step) !== checksum && COMMENT_CHANGED[name] !== checksum) {
      throw new StartError(
        `Migration ${name} was changed after it had been applied to the database; undo the change and add a new migration instead.`,
      )
    }
  }
  return steps.slice(applied.length)
}

async function applyStep(client: Client, step: Migration): Promise<void> {
  try {
    await client.query('begin')
    await client.query(step.sql)
    const row = [step.name, computeChecksum(step)]
    await client.query('insert into portal_migrations (name, checksum) values ($1, $2)', row)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw new StartError(`Migration ${step.name} failed and was undone: ${errorMessage(error)}.`, { cause: error })
  }
}

function computeChecksum(step: Migration): string {
  // A checkout on Windows may have other line ends.
  return createHash('sha256').update(step.sql.replaceAll('\r\n', '\n')).digest('hex')
}
