import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { tryLock } from 'fs-native-extensions'
import { pause } from '../../runtime/clock.ts'
import { errorCode, StartError } from '../../runtime/errors.ts'
import { dataFolderInUse } from '../locks.ts'

/** Milliseconds to wait for a portal that is just ending. */
const PATIENCE = 2000

/**
 * Makes this process the only portal on the data folder, before anything else is made in it, by an exclusive lock of the system on a file there. The lock ends with the
 * process, also by kill -9, and child processes do not inherit it; the file stays. Throws StartError when another portal has the folder. Returns what releases it.
 */
export async function lockFolder(dataFolder: string): Promise<() => void> {
  const deadline = Date.now() + PATIENCE
  while (true) {
    const file = tryFile(dataFolder)
    if (file !== undefined) return () => closeSync(file)
    if (Date.now() > deadline) throw dataFolderInUse(dataFolder)
    await pause(50)
  }
}

function tryFile(dataFolder: string): number | undefined {
  let file: number | undefined
  try {
    file = openSync(join(dataFolder, 'portal.lock'), 'a+', 0o600)
    if (tryLock(file)) return file
    closeSync(file)
    return undefined
  } catch (error) {
    if (file !== undefined) closeSync(file)
    throw new StartError(
      `The data folder ${dataFolder} cannot be locked (${errorCode(error)}); set PORTAL_DATA to a folder on a local disk.`,
      { cause: error },
    )
  }
}
