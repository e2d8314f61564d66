import { type FileHandle, open, copyFile, link, rename, mkdir, unlink } from 'node:fs/promises'
import type { ByteSource } from '../byte-store.ts'
import { constants } from 'node:fs'
import { errorCode } from '../../runtime/errors.ts'
import { syncFolder } from '../../runtime/data-folder.ts'
import { randomUUID } from 'node:crypto'
import { dirname } from 'node:path'
import { PortalError } from '../../../contract/portal-error.ts'

/** Bytes gathered before they are written: large enough that system calls cost little, small enough for hundreds of slow senders. */
const SLAB = 256 * 1024
const SLABS_KEPT = 64

/**
 * Pieces are copied into reused slabs: keeping the pieces until they are written lets them outlive the garbage collector's first round, and its
 * full rounds then took a fifth of the main thread.
 */
const slabs: Buffer[] = []

/**
 * Writes a source at an offset of an open file and returns how many bytes came; those beyond `limit` are counted, not written. Reads on while the
 * disk writes, with at most two slabs in memory.
 */
export async function writeAt(file: FileHandle, offset: number, limit: number, source: ByteSource): Promise<number> {
  let received = 0
  let position = offset
  let slab = takeSlab()
  let filled = 0
  let writing: Promise<void> | undefined
  let taking: Promise<void> | undefined

  /** Returns the bytes that do not fit. */
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
    // The caller may close the file next: wait for pending writes, also after a failure.
    await taking?.catch(() => undefined)
    await writing?.catch(() => undefined)
    giveBack(slab)
  }
}

/** `write` may write less than asked (on a disk that is nearly full); repeating it gives the error. */
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

/** Any disk accepts multiples of this as offsets, lengths and memory addresses of direct writes. */
const BLOCK = 4096
/** Writes bypass the cache and are on the disk when they return. Only on Linux, and not on every file system. */
const DIRECTLY =
  constants.O_DIRECT === undefined ? undefined : constants.O_WRONLY | constants.O_DIRECT | constants.O_DSYNC

/**
 * Writes bytes that begin at a page of memory at an offset of a file, and resolves once they are on the disk. Whole blocks bypass the page cache
 * where the system supports it: they are not read soon, and the database needs the memory.
 */
export async function writeSynced(path: string, offset: number, bytes: Uint8Array): Promise<void> {
  const blocks = offset % BLOCK === 0 ? bytes.length - (bytes.length % BLOCK) : 0
  const done = blocks > 0 && (await writeDirectly(path, offset, bytes.subarray(0, blocks))) ? blocks : 0
  if (done === bytes.length) return
  await withFile(open(path, constants.O_WRONLY), async (file) => {
    await writeAll(file, bytes.subarray(done), bytes.length - done, offset + done)
    await file.datasync()
  })
}

/** Returns false where direct writes are not supported. */
async function writeDirectly(path: string, offset: number, bytes: Uint8Array): Promise<boolean> {
  if (DIRECTLY === undefined) return false
  try {
    await withFile(open(path, DIRECTLY), (file) => writeAll(file, bytes, bytes.length, offset))
    return true
  } catch (error) {
    // A file system in memory, or a disk with larger blocks.
    if (errorCode(error) === 'EINVAL') return false
    throw error
  }
}

/** Closes the file after the work, also when that fails. */
export async function withFile<T>(opening: Promise<FileHandle>, work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await opening
  try {
    return await work(file)
  } finally {
    await file.close()
  }
}

/** The errors of file systems without hard links. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV'])

/**
 * Gives a finished file a second name, durably and atomically, and replaces what was at the target. The first name stays, so that nothing is lost
 * when the database refuses afterwards. The bytes are shared, or copied where the file system has no hard links.
 */
export async function linkDurably(source: string, target: string): Promise<void> {
  // Still a name of the store: the cleanup job finds what a crash left behind.
  const temporary = `${target}-${randomUUID()}`
  try {
    await link(source, temporary).catch(async (error: unknown) => {
      if (!NO_LINKS.has(errorCode(error))) throw error
      await copyFile(source, temporary, constants.COPYFILE_FICLONE)
    })
    await withFile(open(temporary, 'r+'), (file) => file.sync())
    await rename(temporary, target)
  } finally {
    // `rename` does nothing when both names already are the same file.
    await removeFile(temporary)
  }
  await syncFolder(dirname(target))
}

/** Writes a file durably and atomically, and replaces what was at the target. */
export async function writeDurably(bytes: Uint8Array, target: string): Promise<void> {
  const temporary = `${target}-${randomUUID()}`
  try {
    await withFile(open(temporary, 'wx', 0o600), async (file) => {
      await writeAll(file, bytes, bytes.length, 0)
      await file.sync()
    })
    await rename(temporary, target)
  } catch (error) {
    await removeFile(temporary)
    throw error
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

/** Throws PortalError 'storage.disk_full' when no space is left; other failures pass unchanged. */
export async function withDiskFailures<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (FULL.has(errorCode(error))) throw new PortalError('storage.disk_full', { cause: error })
    throw error
  }
}
