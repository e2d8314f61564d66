import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startBundledPostgres } from '../../../server/db/embedded/postgres.ts'
import { migrate } from '../../../server/db/migrate.ts'
import { silentLog } from '../../../server/runtime/logger.ts'
import { writeRelease } from './release-text.ts'

/** The text of `writeRelease` on a PostgreSQL of its own. */
export async function storeRelease(): Promise<string> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'portal-release-'))
  const postgres = await startBundledPostgres({ dataFolder, log: silentLog, onLost: () => undefined })
  try {
    await migrate(postgres.connection, silentLog)
    const client = new Client(postgres.connection)
    await client.connect()
    try {
      return await writeRelease(client)
    } finally {
      await client.end()
    }
  } finally {
    await postgres.stop()
    await rm(dataFolder, { recursive: true, force: true })
  }
}
