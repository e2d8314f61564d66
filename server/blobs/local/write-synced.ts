import { constants } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { errorCode } from '../../runtime/errno.ts'
import { writeAll } from './positioned-writer.ts'

/** Offsets, lengths and memory that any disk takes directly are multiples of this. */
const BLOCK = 4096
/** Every write past the cache and on the disk when it returns. Only Linux has it; the file system may refuse it all the same. */
const DIRECTLY =
  constants.O_DIRECT === undefined ? undefined : constants.O_WRONLY | constants.O_DIRECT | constants.O_DSYNC

/**
 * Writes bytes that begin at a page of memory at an offset of a file, and resolves once they are on the disk. Whole blocks go past the page
 * cache where the system lets them: nobody reads them soon, and the cache's memory belongs to the database.
 */
export async function writeSynced(path: string, offset: number, bytes: Uint8Array): Promise<void> {
  const blocks = offset % BLOCK === 0 ? bytes.length - (bytes.length % BLOCK) : 0
  const done = blocks > 0 && (await writeDirectly(path, offset, bytes.subarray(0, blocks))) ? blocks : 0
  if (done === bytes.length) return
  await withFile(path, constants.O_WRONLY, async (file) => {
    await writeAll(file, bytes.subarray(done), bytes.length - done, offset + done)
    await file.datasync()
  })
}

/** Returns false where direct writing is unknown or refused. */
async function writeDirectly(path: string, offset: number, bytes: Uint8Array): Promise<boolean> {
  if (DIRECTLY === undefined) return false
  try {
    await withFile(path, DIRECTLY, (file) => writeAll(file, bytes, bytes.length, offset))
    return true
  } catch (error) {
    // A file system in memory, or a disk with blocks of its own size.
    if (errorCode(error) === 'EINVAL') return false
    throw error
  }
}

async function withFile(path: string, flags: number, work: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await open(path, flags)
  try {
    await work(file)
  } finally {
    await file.close()
  }
}
