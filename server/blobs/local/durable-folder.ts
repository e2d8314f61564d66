import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCode } from '../../runtime/errno.ts'

/** Makes sure that the names of a folder's entries survive a power cut; files are synced by whoever writes them. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch((error: unknown) => {
    // Windows cannot open a folder; its file system keeps names in order by itself.
    if (errorCode(error) === 'EISDIR' || errorCode(error) === 'EPERM') return undefined
    throw error
  })
  if (handle === undefined) return
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Makes a folder and the missing ones above it (0700, for they hold children's files), each durable in the one above it. */
export async function makeDurableFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let made = folder; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made))
}

/** Does work in a folder that is nearly always there: makes it, and does the work again, only when the work found nothing. */
export async function inDurableFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
    await makeDurableFolder(folder)
    return work()
  }
}
