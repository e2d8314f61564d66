import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client, type ClientConfig } from 'pg'
import type { Log } from '../runtime/logger.ts'
import { StartError, errorCode } from '../runtime/errors.ts'
import { writeOnce } from '../runtime/data-folder.ts'
import { pause } from '../runtime/clock.ts'

export function dataFolderInUse(dataFolder: string): StartError {
  return new StartError(
    `Another portal is using the data folder ${dataFolder}; stop it first, or set PORTAL_DATA to another folder.`,
  )
}

/**
 * Locks the data folder among the portals of one database, which may share it when each has a folder of its own. Throws StartError when another
 * portal has the lock; calls `onLost` when another one takes it later, while the database was away. Returns what releases the folder.
 */
export async function holdFolder(
  connection: ClientConfig,
  dataFolder: string,
  log: Log,
  onLost: (error: Error) => void,
): Promise<() => Promise<void>> {
  const key = await readFolderKey(dataFolder)
  const released = new AbortController()
  let lock: PortalLock | undefined = await take()
  const watched = watch().catch(onLost)

  async function take(): Promise<PortalLock | undefined> {
    const outcome = await takeLock(connection, key, log)
    if (outcome === 'held') throw dataFolderInUse(dataFolder)
    return typeof outcome === 'string' ? undefined : outcome
  }

  async function watch(): Promise<void> {
    for (;;) {
      await lock?.lost
      if (released.signal.aborted) return
      await pause(250)
      lock = await take()
    }
  }

  return async () => {
    released.abort()
    await lock?.release().catch(() => undefined)
    await watched
  }
}

/** A random number that the folder contains; its path would not do, because two machines can use the same path. */
export async function readFolderKey(dataFolder: string): Promise<string> {
  const file = join(dataFolder, 'folder-id')
  await writeOnce(file, randomUUID())
  const digits = (await readFile(file, 'utf8')).replaceAll(/[^\da-f]/g, '')
  return BigInt.asIntN(64, BigInt(`0x0${digits}`)).toString()
}

export interface PortalLock {
  /** Resolves when the connection that holds the lock has ended. */
  readonly lost: Promise<void>
  readonly release: () => Promise<void>
}

/** Milliseconds to wait for a portal that is just ending. */
const patience = 2000

/**
 * Takes an advisory lock in the database on a connection of its own, so that the lock ends with the process, also by kill -9. Resolves to 'held'
 * when another portal has it, to 'refused' when the server does not take the password, and to 'gone' when it does not answer.
 */
export async function takeLock(
  client: ClientConfig,
  key: string,
  log: Log,
): Promise<PortalLock | 'held' | 'refused' | 'gone'> {
  const deadline = Date.now() + patience
  for (;;) {
    const outcome = await tryLock(client, key, log)
    if (outcome !== 'held' || Date.now() > deadline) return outcome
    await pause(50)
  }
}

async function tryLock(client: ClientConfig, key: string, log: Log): Promise<PortalLock | 'held' | 'refused' | 'gone'> {
  const connection = new Client({
    connectionTimeoutMillis: 2000,
    ...client,
    keepAlive: true,
    application_name: 'school-portal lock',
  })
  const lost = new Promise<void>((resolve) => connection.once('end', resolve))
  connection.on('error', (error) => log.debug({ err: error }, 'the connection that holds the lock broke'))
  try {
    await connection.connect()
    const { rows } = await connection.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [key])
    if (rows[0]?.taken === true) return { lost, release: () => connection.end() }
    await connection.end()
    return 'held'
  } catch (error) {
    log.debug({ code: errorCode(error) }, 'the database server does not answer')
    connection.end().catch(() => undefined)
    // SQLSTATE: a wrong password, and no rule by which the caller is let in.
    return ['28P01', '28000'].includes(errorCode(error)) ? 'refused' : 'gone'
  }
}
