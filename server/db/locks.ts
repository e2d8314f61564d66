import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client, type ClientConfig } from 'pg'
import type { Log } from '../runtime/logger.ts'
import { StartError, errorCode } from '../runtime/errors.ts'
import { writeOnce } from '../runtime/data-folder.ts'
import { pause } from '../runtime/clock.ts'

/** The sentence for a data folder that another portal works on. */
export function dataFolderInUse(dataFolder: string): StartError {
  return new StartError(
    `Another portal is using the data folder ${dataFolder}; stop it first, or set PORTAL_DATA to another folder.`,
  )
}

/**
 * Makes sure that among the portals of one database only this one works on the data folder, for as long as it runs. (Portals with folders of
 * their own may share a database.) Throws StartError when another one does; calls `onLost` when that happens later, which takes a database
 * that was away for a while. Returns what releases the folder.
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
    return outcome === 'gone' ? undefined : outcome
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

/** A folder keeps its own random number, because its path says nothing: two machines use the same one. */
export async function readFolderKey(dataFolder: string): Promise<string> {
  const file = join(dataFolder, 'folder-id')
  await writeOnce(file, randomUUID())
  const digits = (await readFile(file, 'utf8')).replaceAll(/[^\da-f]/g, '')
  return BigInt.asIntN(64, BigInt(`0x0${digits}`)).toString()
}

/** The proof that this process is the one portal of its data folder. */
export interface PortalLock {
  /** Resolves when the connection that holds the lock has ended, for whatever reason. */
  readonly lost: Promise<void>
  readonly release: () => Promise<void>
}

const patience = 2000

/**
 * Takes a portal's lock: an advisory lock in the database, held by a connection of its own, so that it ends with the process even by kill -9
 * and needs no cleaning up. Resolves to 'held' when another portal keeps it, and to 'gone' when the server does not answer. Waits up to two
 * seconds for a portal that is just ending.
 */
export async function takeLock(client: ClientConfig, key: string, log: Log): Promise<PortalLock | 'held' | 'gone'> {
  const deadline = Date.now() + patience
  for (;;) {
    const outcome = await tryLock(client, key, log)
    if (outcome !== 'held' || Date.now() > deadline) return outcome
    await pause(50)
  }
}

async function tryLock(client: ClientConfig, key: string, log: Log): Promise<PortalLock | 'held' | 'gone'> {
  const connection = new Client({
    connectionTimeoutMillis: 2000,
    ...client,
    keepAlive: true,
    application_name: 'school-portal lock',
  })
  const lost = new Promise<void>((resolve) => {
    connection.once('end', resolve)
  })
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
    return 'gone'
  }
}
