import { sql } from 'drizzle-orm'
import { Client, type ClientConfig } from 'pg'
import type { Config } from '../runtime/config.ts'
import { errorCode, errorMessage, StartError } from '../runtime/errors.ts'
import type { Log } from '../runtime/logger.ts'
import { startBundledPostgres } from './embedded/postgres.ts'
import type { Database } from './database.ts'
import { holdFolder } from './locks.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open.ts'

const oldestVersion = 15

/**
 * Starts the bundled PostgreSQL or connects to DATABASE_URL, brings its schema up to date and opens the pools. `onLost` is called when the
 * bundled server ended for good or another portal took the data folder, and `onDiskFull` before the bundled server's disk being full is a failure. `stop` closes the pools and stops the bundled server, if there is one.
 * Throws StartError when there is no usable database.
 */
export async function startDatabase(
  config: Pick<Config, 'dataFolder' | 'databaseUrl' | 'databaseConnections'>,
  log: Log,
  onLost: (error: Error) => void,
  onDiskFull?: () => Promise<void>,
): Promise<{ database: Database; stop: () => Promise<void> }> {
  const server =
    config.databaseUrl === undefined
      ? await startBundledPostgres({ dataFolder: config.dataFolder, log, onLost, ...(onDiskFull && { onDiskFull }) })
      : await useOwnServer(config.databaseUrl, config.dataFolder, log, onLost)
  let database: Database | undefined
  const stop = async () => {
    await database?.close()
    await server.stop()
  }
  try {
    await migrate(server.connection, log)
    database = openDatabase({
      connection: server.connection,
      log,
      connections: config.databaseConnections,
      // The disk of a PostgreSQL elsewhere is another one.
      ...(config.databaseUrl === undefined && onDiskFull && { onDiskFull }),
    })
    await checkRole(database)
    return { database, stop }
  } catch (error) {
    await stop()
    if (error instanceof StartError) throw error
    throw new StartError(`The database could not be prepared: ${errorMessage(error)}.`, { cause: error })
  }
}

async function useOwnServer(url: string, dataFolder: string, log: Log, onLost: (error: Error) => void) {
  const connection = await checkOwnServer(url)
  return { connection, stop: await holdFolder(connection, dataFolder, log, onLost) }
}

/** The errors never contain DATABASE_URL, which may hold a password. */
export async function checkOwnServer(connectionString: string): Promise<ClientConfig> {
  const connection = { connectionString, connectionTimeoutMillis: 10_000 }
  const client = new Client({ ...connection, query_timeout: 10_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    throw new StartError(`DATABASE_URL leads to no usable PostgreSQL: ${describe(error)}.`, { cause: error })
  }
  try {
    const { rows } = await client.query<{ version: number; encoding: string }>(
      `select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding`,
    )
    const { version = 0, encoding = '' } = rows[0] ?? {}
    if (version < oldestVersion) {
      throw new StartError(
        `DATABASE_URL leads to PostgreSQL ${version}, but the portal needs ${oldestVersion} or newer.`,
      )
    }
    if (encoding !== 'UTF8') {
      throw new StartError(`DATABASE_URL leads to a database in ${encoding}, but the portal needs one in UTF8.`)
    }
    return connection
  } finally {
    await client.end()
  }
}

function describe(error: unknown): string {
  const reasons: Record<string, string> = {
    ECONNREFUSED: 'nothing answers at its host and port',
    ENOTFOUND: 'its host is not known',
    EAI_AGAIN: 'its host is not known just now',
    '28P01': 'it refuses the user or the password',
    '28000': 'it refuses the user or the password',
    '3D000': 'the database in it does not exist',
  }
  return reasons[errorCode(error)] ?? (errorMessage(error) || errorCode(error))
}

/** A pooler may drop the start-up parameter that sets the role. The portal would work, and see every school's rows. */
async function checkRole(database: Database): Promise<void> {
  const { rows } = await database.transaction((tx) => tx.execute(sql`select current_user as role`))
  if (rows[0]?.['role'] === 'portal_app') return
  throw new StartError(
    'DATABASE_URL leads to a connection that does not keep the role portal_app, as some poolers do; connect to PostgreSQL itself.',
  )
}
