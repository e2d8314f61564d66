import type { ChildProcess } from 'node:child_process'
import { dirname, join } from 'node:path'
import { Client, type ClientConfig, escapeLiteral } from 'pg'
import type { Log } from '../../runtime/logger.ts'
import { DiskFullError, StartError } from '../../runtime/errors.ts'
import { chooseAccount, locateBinaries } from './binaries.ts'
import { ensureCluster, removeDrafts, trustsCallers, writeAccessRules } from './cluster.ts'
import { lockFolder } from './folder-lock.ts'
import {
  disownPidFile,
  isServerOf,
  readPidFile,
  launchServer,
  reloadRules,
  stopServer,
  type ServerPlan,
} from './server.ts'
import { prepareAddress, type ServerAddress } from './address.ts'
import { dataFolderInUse, takeLock, type PortalLock } from '../locks.ts'
import { pause } from '../../runtime/clock.ts'

export interface BundledPostgres {
  /** The portal's own database, as its owner, who is no superuser. */
  readonly connection: ClientConfig
  /** For tests that create databases. */
  readonly superuser: ClientConfig
  readonly stop: () => Promise<void>
}

interface BundledOptions {
  /** It must exist. */
  readonly dataFolder: string
  readonly log: Log
  /** Called when PostgreSQL ended and could not be started again, or another portal took the folder. */
  readonly onLost: (error: Error) => void
  /** Called when PostgreSQL ended because the disk is full, before it is started again. */
  readonly onDiskFull?: () => Promise<void>
}

interface Running {
  readonly child: ChildProcess
  readonly lock: PortalLock
}

const patience = 60_000
// The server belongs to one data folder, so any number that no other lock has will do.
const lockKey = '7061701'

/**
 * Starts the PostgreSQL that came with npm on `postgres` in the data folder, as a server that only this portal can reach, and keeps it running
 * until `stop`. First stops a server that a killed portal left behind. Throws StartError when another portal uses the folder, when the folder is
 * damaged, or when PostgreSQL cannot run here.
 */
export async function startBundledPostgres(options: BundledOptions): Promise<BundledPostgres> {
  const release = await lockFolder(options.dataFolder)
  try {
    const postgres = await startInFolder(options)
    const stop = async () => {
      try {
        await postgres.stop()
      } finally {
        release()
      }
    }
    return { ...postgres, stop }
  } catch (error) {
    release()
    throw error
  }
}

async function startInFolder({
  dataFolder,
  log,
  onLost,
  onDiskFull = async () => undefined,
}: BundledOptions): Promise<BundledPostgres> {
  const folder = join(dataFolder, 'postgres')
  const account = chooseAccount(folder)
  const binaries = await locateBinaries(account)
  await removeDrafts(folder, log)
  await ensureCluster(folder, binaries.initdb, account)
  const address = await prepareAddress(folder)
  const plan: ServerPlan = {
    binaries,
    account,
    folder,
    logFile: join(dataFolder, 'logs', 'postgres.log'),
    settings: { ...serverSettings, ...address.settings },
  }

  let running: Running
  try {
    running = await startOrTakeOver(plan, address, log)
    await ensureDatabase(address)
  } catch (error) {
    await address.dispose()
    throw error
  }

  let stopping = false
  const watched = watch().catch((error: unknown) => {
    if (!stopping) onLost(error instanceof Error ? error : new Error(String(error)))
  })

  /** Starts the server again when it ends unasked, and takes the lock again when its connection breaks. */
  async function watch(): Promise<void> {
    for (;;) {
      await running.lock.lost
      if (stopping) return
      log.error({ pid: running.child.pid }, 'PostgreSQL ended or restarted by itself')
      await pause(100)
      const restarted = await restart(running.child)
      if (restarted === undefined) return
      running = restarted
      log.info({ pid: running.child.pid }, 'PostgreSQL runs again')
    }
  }

  /** For as long as the disk is full; undefined when the portal stops meanwhile. */
  async function restart(ended: ChildProcess): Promise<Running | undefined> {
    for (;;) {
      if (stopping) return undefined
      try {
        return await startOrTakeOver(plan, address, log, ended)
      } catch (error) {
        if (!(error instanceof DiskFullError)) throw error
        log.error({ err: error.cause }, 'PostgreSQL cannot run: the disk is full')
        await onDiskFull()
        await pause(1000)
      }
    }
  }

  return {
    connection: { ...address.client, user: 'portal', database: 'portal' },
    superuser: asSuperuser(address),
    async stop() {
      stopping = true
      await running.lock.release().catch(() => undefined)
      await watched
      if (running.child.pid !== undefined) await stopServer(running.child.pid, plan, log)
      await address.dispose()
    },
  }
}

/**
 * Resolves with a server of this process and the lock in it. `own` is the server that this process started before: it may have restarted by
 * itself, which loses only the lock.
 */
async function startOrTakeOver(
  plan: ServerPlan,
  address: ServerAddress,
  log: Log,
  own?: ChildProcess,
): Promise<Running> {
  const logRetry = (error: unknown) => log.debug({ err: error }, 'the password of PostgreSQL could not be set yet')
  const deadline = Date.now() + patience
  let child = own
  for (;;) {
    const file = readPidFile(plan.folder)
    if (file !== undefined && isServerOf(file.pid, plan.folder)) {
      if (await trustsCallers(plan.folder)) await requirePassword(file.pid, plan, address).catch(logRetry)
      const lock = await takeLock(asSuperuser(address), lockKey, log)
      if (lock === 'refused') {
        // The folder or the password comes from another place than the other, such as a backup.
        await writeAccessRules(plan.folder, 'trust')
        await reloadRules(file.pid, plan)
        await pause(50)
        continue
      }
      if (lock === 'held') throw dataFolderInUse(dirname(plan.folder))
      if (lock !== 'gone') {
        if (child !== undefined && child.pid === file.pid) return { child, lock }
        log.warn({ pid: file.pid }, 'a PostgreSQL that an earlier portal left running is stopped')
        await stopServer(file.pid, plan, log)
        continue
      }
    } else {
      if (file !== undefined) disownPidFile(plan.folder)
      const launched = await launchServer(plan)
      if (launched !== 'taken') {
        child = launched
        continue
      }
    }
    if (Date.now() > deadline) {
      throw new StartError(
        `A PostgreSQL (process ${file?.pid ?? 'unknown'}) is using the database folder ${plan.folder} and does not answer; stop it first.`,
      )
    }
    await pause(50)
  }
}

function asSuperuser(address: ServerAddress): ClientConfig {
  return { ...address.client, user: 'postgres', database: 'postgres' }
}

async function withSuperuser(address: ServerAddress, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionTimeoutMillis: 10_000, ...asSuperuser(address) })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await work(client)
  } finally {
    await client.end()
  }
}

/** Gives the superuser the password in the data folder, and has PostgreSQL ask for it from now on. */
async function requirePassword(pid: number, plan: ServerPlan, address: ServerAddress): Promise<void> {
  const password = escapeLiteral(address.client.password)
  await withSuperuser(address, (client) => client.query(`alter role postgres password ${password}`))
  await writeAccessRules(plan.folder, 'scram-sha-256')
  await reloadRules(pid, plan)
}

/** The owner is not a superuser: a school's own PostgreSQL gives no such rights either. */
function ensureDatabase(address: ServerAddress): Promise<void> {
  return withSuperuser(address, async (client) => {
    const { rows } = await client.query<{ role: boolean; database: boolean }>(`select
      exists (select from pg_roles where rolname = 'portal') as role,
      exists (select from pg_database where datname = 'portal') as database`)
    if (rows[0]?.role !== true) await client.query('create role portal login createrole')
    await client.query(`alter role portal password ${escapeLiteral(address.client.password)}`)
    if (rows[0]?.database !== true) await client.query('create database portal owner portal')
  })
}

const serverSettings = {
  // Start-up errors are read by the portal.
  lc_messages: 'C',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
  log_startup_progress_interval: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  max_connections: '100',
  // Short queries gain nothing from compiling them.
  jit: 'off',
}
