import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, link, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCode } from '../../runtime/errno.ts'
import { syncFolder } from './durable-folder.ts'
import { writeAll } from './positioned-writer.ts'
import { removeFile } from './remove-file.ts'

/** What file systems without hard links say when asked for one. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV'])

/**
 * Gives a finished file a second name, durably and atomically; whatever was at the target is replaced. The first name stays, so that nothing
 * is lost when the database refuses afterwards. The bytes are shared, or copied where the file system has no hard links.
 */
export async function placeFile(source: string, target: string): Promise<void> {
  // Still a name of the store: one that a crash left behind is found and collected.
  const temporary = `${target}-${randomUUID()}`
  try {
    await link(source, temporary).catch(async (error: unknown) => {
      if (!NO_LINKS.has(errorCode(error))) throw error
      await copyFile(source, temporary, constants.COPYFILE_FICLONE)
    })
    await syncFile(temporary)
    await rename(temporary, target)
  } finally {
    // `rename` does nothing when both names already are the same file.
    await removeFile(temporary)
  }
  await syncFolder(dirname(target))
}

/** Makes a file of bytes, durably and atomically; whatever was at the target is replaced. */
export async function placeBytes(bytes: Uint8Array, target: string): Promise<void> {
  const temporary = `${target}-${randomUUID()}`
  try {
    const file = await open(temporary, 'wx', 0o600)
    try {
      await writeAll(file, bytes, bytes.length, 0)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, target)
  } catch (error) {
    await removeFile(temporary)
    throw error
  }
  await syncFolder(dirname(target))
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
