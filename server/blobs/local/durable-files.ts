import { type FileHandle, open, copyFile, link, rename, mkdir, unlink } from 'node:fs/promises'
import type { ByteSource } from '../byte-store.ts'
import { constants } from 'node:fs'
import { errorCode } from '../../runtime/errors.ts'
import { randomUUID } from 'node:crypto'
import { dirname } from 'node:path'
import { PortalError } from '../../../contract/portal-error.ts'

/** Bytes gathered before they are written: large enough that system calls cost little, small enough for hundreds of slow senders. */
const SLAB = 256 * 1024
/** Slabs kept for the next sender. */
const SLABS_KEPT = 64

/**
 * What arrives is copied into slabs that are used again and again. Keeping the pieces themselves until they are written costs more: they
 * outlive the garbage collector's first round, and its full rounds then took a fifth of the main thread.
 */
const slabs: Buffer[] = []

/**
 * Writes a source at an offset of an open file and returns how many bytes came. Never writes more than `limit` bytes: what is beyond is
 * counted and thrown away. Reads on while the disk writes, with at most two slabs in memory.
 */
export async function writeAt(file: FileHandle, offset: number, limit: number, source: ByteSource): Promise<number> {
  let received = 0
  let position = offset
  let slab = takeSlab()
  let filled = 0
  let writing: Promise<void> | undefined
  let taking: Promise<void> | undefined

  /** Returns what does not fit any more. */
  function fill(piece: Uint8Array): Uint8Array {
    const free = SLAB - filled
    slab.set(piece.length > free ? piece.subarray(0, free) : piece, filled)
    filled += Math.min(free, piece.length)
    return piece.subarray(Math.min(free, piece.length))
  }

  async function flush(): Promise<void> {
    await writing
    const full = slab
    writing = writeAll(file, full, filled, position).finally(() => giveBack(full))
    // The next flush or the end reports the failure; until then it must not count as unhandled.
    writing.catch(() => undefined)
    position += filled
    slab = takeSlab()
    filled = 0
  }

  async function flushAndFill(piece: Uint8Array): Promise<void> {
    await flush()
    for (let rest = fill(piece); filled === SLAB; rest = fill(rest)) await flush()
  }

  try {
    await source((piece) => {
      const free = Math.max(0, limit - received)
      received += piece.length
      const rest = fill(piece.length > free ? piece.subarray(0, free) : piece)
      if (filled < SLAB) return undefined
      taking = flushAndFill(rest)
      return taking
    })
    await taking
    if (filled > 0) await flush()
    await writing
    return received
  } finally {
    // Whoever asked may close the file next, so nothing may still be writing to it, be it because the source broke off.
    await taking?.catch(() => undefined)
    await writing?.catch(() => undefined)
    giveBack(slab)
  }
}

/** `write` may write less than asked (a disk that is nearly full); then it goes on until the disk says why. */
async function writeAll(file: FileHandle, bytes: Uint8Array, length: number, position: number): Promise<void> {
  for (let done = 0; done < length;) {
    const { bytesWritten } = await file.write(bytes, done, length - done, position + done)
    if (bytesWritten === 0) throw new Error('the disk took no bytes and gave no reason')
    done += bytesWritten
  }
}

function takeSlab(): Buffer {
  return slabs.pop() ?? Buffer.allocUnsafeSlow(SLAB)
}

function giveBack(slab: Buffer): void {
  if (slabs.length < SLABS_KEPT) slabs.push(slab)
}

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

/** What file systems without hard links say when asked for one. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV'])

/**
 * Gives a finished file a second name, durably and atomically; whatever was at the target is replaced. The first name stays, so that nothing
 * is lost when the database refuses afterwards. The bytes are shared, or copied where the file system has no hard links.
 */
export async function linkDurably(source: string, target: string): Promise<void> {
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
export async function writeDurably(bytes: Uint8Array, target: string): Promise<void> {
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

/** Removes a file that may be gone already. `rm` looks at it first, which costs as much again. */
export async function removeFile(path: string): Promise<void> {
  await unlink(path).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error
  })
}

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** Runs disk work and turns "no space left" into PortalError 'storage.disk_full'; other failures pass unchanged. */
export async function withDiskFailures<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (FULL.has(errorCode(error))) throw new PortalError('storage.disk_full', { cause: error })
    throw error
  }
}
