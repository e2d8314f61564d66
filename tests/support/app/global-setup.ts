import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, type ClientConfig } from 'pg'
import type { TestProject } from 'vitest/node'
import { startBundledPostgres } from '../../../server/db/embedded/postgres.ts'
import { isServerOf, readPidFile } from '../../../server/db/embedded/server.ts'
import { migrate } from '../../../server/db/migrate.ts'
import { openDatabase } from '../../../server/db/open.ts'
import { errorMessage } from '../../../server/runtime/errors.ts'
import { silentLog } from '../../../server/runtime/logger.ts'
import { seedDemoSchool } from '../../../server/dev/demo/seed-demo-school.ts'
import { isAlive } from '../process/is-alive.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The way to the tests' PostgreSQL; a user and a database have to be added. */
    readonly postgres: { readonly host: string; readonly port: number; readonly password: string }
    /** Why the templates could not be made, or ''. Said by every test that needs a database, and by no other. */
    readonly templateFailure: string
  }
}

/** The database with the schema and no rows, from which test files get their copy. */
export const EMPTY_TEMPLATE = 'portal_template'
/** The same with the demo school: a copy takes a tenth of the time of writing its rows. */
export const DEMO_TEMPLATE = 'portal_demo_template'

const folderName = /^portal-test-(\d+)-/

/** Starts the bundled PostgreSQL once for all test files and prepares the template; returns the clean-up. */
export default async function startTestPostgres(project: TestProject): Promise<() => Promise<void>> {
  await sweepInterruptedRuns()
  const dataFolder = await mkdtemp(join(tmpdir(), `portal-test-${process.pid}-`))
  const postgres = await startBundledPostgres({
    dataFolder,
    log: silentLog,
    onLost: (error) => {
      throw error
    },
  })
  const { host = '', port = 0, password } = postgres.superuser
  project.provide('postgres', { host, port, password: typeof password === 'string' ? password : '' })
  project.provide('templateFailure', await makeTemplates(postgres.superuser).then(() => '', errorMessage))

  return async () => {
    await postgres.stop()
    await rm(dataFolder, { recursive: true, force: true })
  }
}

async function makeTemplates(superuser: ClientConfig): Promise<void> {
  const client = new Client(superuser)
  await client.connect()
  try {
    // Writing to the disk at each commit proves nothing here; the tests of durability start a server of their own.
    for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit'])
      await client.query(`alter system set ${setting} = off`)
    await client.query('select pg_reload_conf()')
    await client.query(`create database ${EMPTY_TEMPLATE} owner portal`)
    await migrate({ ...superuser, user: 'portal', database: EMPTY_TEMPLATE }, silentLog)
    await client.query(`create database ${DEMO_TEMPLATE} template ${EMPTY_TEMPLATE} owner portal`)
  } finally {
    await client.end()
  }
  const connection = { ...superuser, user: 'portal', database: DEMO_TEMPLATE }
  const database = openDatabase({ connection, log: silentLog })
  try {
    await seedDemoSchool(database)
  } finally {
    await database.close()
  }
}

/** A run that was killed leaves its server and folder behind; both carry its process number. */
async function sweepInterruptedRuns(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(folderName.exec(name)?.[1])
    if (Number.isNaN(pid) || isAlive(pid)) continue
    const folder = join(tmpdir(), name)
    const server = readPidFile(join(folder, 'postgres'))
    if (server !== undefined && isServerOf(server.pid, join(folder, 'postgres'))) process.kill(server.pid, 'SIGQUIT')
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
