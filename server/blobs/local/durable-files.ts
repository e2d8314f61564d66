import { type FileHandle, open, copyFile, link, rename, mkdir, unlink } from 'node:fs/promises'
import { receive, type ByteSource } from '../byte-store.ts'
import { constants } from 'node:fs'
import { errorCode } from '../../runtime/errors.ts'
import { syncFolder, withFile } from '../../runtime/data-folder.ts'
import { randomUUID } from 'node:crypto'
import { dirname } from 'node:path'
import { PortalError } from '../../../contract/portal-error.ts'

/** Writes a source at an offset of an open file and returns how many bytes came; those beyond `limit` are counted, not written. */
export function writeAt(file: FileHandle, offset: number, limit: number, source: ByteSource): Promise<number> {
  return receive(source, limit, (piece, at) => writeAll(file, piece, offset + at))
}

/** `write` may write less than asked (on a disk that is nearly full); repeating it gives the error. */
async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done)
    if (bytesWritten === 0) throw new Error('the disk took no bytes and gave no reason')
    done += bytesWritten
  }
}

/** The errors of file systems without hard links. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV'])

/**
 * Gives a finished file a second name, durably and atomically, and replaces what was at the target. The first name stays, so that nothing is lost
 * when the database refuses afterwards. The bytes are shared, or copied where the file system has no hard links.
 */
export function linkDurably(source: string, target: string): Promise<void> {
  return replaceDurably(target, async (draft) => {
    await link(source, draft).catch(async (error: unknown) => {
      if (!NO_LINKS.has(errorCode(error))) throw error
      await copyFile(source, draft, constants.COPYFILE_FICLONE)
    })
    await withFile(open(draft, 'r+'), (file) => file.sync())
  })
}

/** Writes a file durably and atomically, and replaces what was at the target. */
export function writeDurably(bytes: Uint8Array, target: string): Promise<void> {
  return replaceDurably(target, (draft) =>
    withFile(open(draft, 'wx', 0o600), async (file) => {
      await writeAll(file, bytes, 0)
      await file.sync()
    }),
  )
}

async function replaceDurably(target: string, make: (draft: string) => Promise<void>): Promise<void> {
  // Still a name of the store: the cleanup job finds what a crash left behind.
  const draft = `${target}-${randomUUID()}`
  try {
    await make(draft)
    await rename(draft, target)
  } finally {
    // `rename` does nothing when both names already are the same file.
    await removeFile(draft)
  }
  await syncFolder(dirname(target))
}

/** Makes a folder and the missing ones above it (0700, for they hold children's files) durable. */
export async function makeDurableFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let made = folder; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made))
}

/** Does work in a folder that nearly always exists; creates the folder and repeats the work when it fails with ENOENT. */
export async function inDurableFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
    await makeDurableFolder(folder)
    return work()
  }
}

/** Removes a file that may be absent. `rm` would stat it first, which costs as much again. */
export async function removeFile(path: string): Promise<void> {
  await unlessAbsent(unlink(path))
}

/** Resolves to undefined when the file does not exist. */
export async function unlessAbsent<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  })
}

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** Throws PortalError 'storage.disk_full' when no space is left, after `onFull`; other failures pass unchanged. */
export async function withDiskFailures<T>(
  work: () => Promise<T>,
  onFull = async (): Promise<void> => undefined,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!FULL.has(errorCode(error))) throw error
    await onFull()
    throw new PortalError('storage.disk_full', { cause: error })
  }
}
