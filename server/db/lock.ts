import { Client, type ClientConfig } from 'pg'
import { errorCode } from '../runtime/errno.ts'
import type { Log } from '../runtime/log.ts'
import { pause } from './pause.ts'

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
