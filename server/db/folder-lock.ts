import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Log } from '../runtime/log.ts'
import { StartError } from '../runtime/start-error.ts'
import { writeOnce } from '../runtime/write-once.ts'
import { takeLock, type PortalLock } from './lock.ts'
import { pause } from './pause.ts'

/** The sentence for a data folder that another portal works on. */
export function inUse(dataFolder: string): StartError {
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
  connection: pg.ClientConfig,
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
    if (outcome === 'held') throw inUse(dataFolder)
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
