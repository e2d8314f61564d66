import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCode } from '../errno.ts'

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
