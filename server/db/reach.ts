import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { ClientConfig } from 'pg'
import type { Config } from '../runtime/config.ts'
import { StartError } from '../runtime/errors.ts'
import { silentLog } from '../runtime/logger.ts'
import type { Database } from './database.ts'
import { reachAddress } from './embedded/address.ts'
import { startBundledPostgres } from './embedded/postgres.ts'
import { isServerOf, readPidFile } from './embedded/server.ts'
import { type AppliedFile, isUpToDate, migrate, READ_APPLIED } from './migrate.ts'
import { CONNECTIONS_LEAST, openDatabase } from './open.ts'
import { checkOwnServer } from './start.ts'

/**
 * Opens the database of this machine's portal for a command, whether the portal runs or not. `stop` leaves it as it was. Throws StartError when there is
 * none, unless it is to be made (`create`, in an existing data folder), or when it is of another version of the portal: a command never changes a schema
 * that is there.
 */
export async function reachDatabase(
  config: Pick<Config, 'dataFolder' | 'databaseUrl'>,
  { create = false }: { readonly create?: boolean } = {},
): Promise<{ database: Database; stop: () => Promise<void> }> {
  const server = await reachServer(config, create)
  const database = openDatabase({ connection: server.connection, log: silentLog, connections: CONNECTIONS_LEAST })
  const stop = async () => {
    await database.close()
    await server.stop()
  }
  try {
    await checkSchema(database, create ? () => migrate(server.connection, silentLog) : undefined)
    return { database, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function reachServer(
  { dataFolder, databaseUrl }: Pick<Config, 'dataFolder' | 'databaseUrl'>,
  create: boolean,
): Promise<{ connection: ClientConfig; stop: () => Promise<void> }> {
  if (databaseUrl !== undefined) return { connection: await checkOwnServer(databaseUrl), stop: async () => undefined }
  const folder = join(dataFolder, 'postgres')
  if (!create && !existsSync(join(folder, 'PG_VERSION'))) {
    throw new StartError(
      `There is no portal in the data folder ${dataFolder} yet; start it once with npm start, or set PORTAL_DATA or DATABASE_URL.`,
    )
  }
  const file = readPidFile(folder)
  if (file?.ready !== true || !isServerOf(file.pid, folder)) {
    return startBundledPostgres({ dataFolder, log: silentLog, onLost: () => undefined })
  }
  const { client, dispose } = await reachAddress(folder, readFileSync(join(folder, 'postmaster.pid'), 'utf8'))
  return { connection: { ...client, user: 'portal', database: 'portal' }, stop: dispose }
}

/** `make`: makes the schema where there is none at all. */
async function checkSchema(database: Database, make?: () => Promise<unknown>): Promise<void> {
  const applied = await database.asOwner(async (tx) => {
    const { rows: known } = await tx.execute(sql`select to_regclass('portal_migrations') is not null as known`)
    if (known[0]?.['known'] !== true) return []
    const { rows } = await tx.execute<AppliedFile & Record<string, unknown>>(sql.raw(READ_APPLIED))
    return rows
  })
  if (applied.length === 0 && make) {
    await make()
    return
  }
  if (isUpToDate(applied)) return
  throw new StartError(
    'The database is of another version of the portal; start this version once with npm start first.',
  )
}
