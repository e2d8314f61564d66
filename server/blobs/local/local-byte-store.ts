import { constants } from 'node:fs'
import { open, stat, statfs, opendir } from 'node:fs/promises'
import { dirname, basename, join } from 'node:path'
import { PortalError } from '../../../contract/portal-error.ts'
import { errorCode } from '../../runtime/errors.ts'
import {
  type ByteStore,
  type Stored,
  type ObjectName,
  type UploadRef,
  isStoreName,
  checkedStoreName,
} from '../byte-store.ts'
import {
  withDiskFailures,
  inDurableFolder,
  makeDurableFolder,
  writeDurably,
  linkDurably,
  removeFile,
  unlessAbsent,
  writeAt,
} from './durable-files.ts'
import { type DiskReserve, NO_RESERVE } from '../../runtime/disk-reserve.ts'
import { syncFolder, withFile } from '../../runtime/data-folder.ts'
import { createHashThread } from '../hashing/hash-thread.ts'

const CREATE_OR_OPEN = constants.O_RDWR | constants.O_CREAT
/** A compromise between the cost per byte and a slow reader's share of memory. */
const READ_PIECE = 256 * 1024

/** A store on this machine's disk: preallocated files that chunks fill, then files named by their SHA-256. One process per folder. */
export function createLocalByteStore(folder: string, reserve: DiskReserve = NO_RESERVE): ByteStore {
  const paths = createLocalPaths(folder)
  const hashes = createHashThread()

  /** Work that makes a file longer, and is refused as long as what the disk has left is the database's. */
  async function growing<T>(work: () => Promise<T>): Promise<T> {
    if (reserve.isSpent) throw new PortalError('storage.disk_full')
    return withDiskFailures(work, reserve.release)
  }

  /** Makes the file of an object unless it is there with this size. */
  async function keep(name: ObjectName, size: number, make: (target: string) => Promise<void>): Promise<void> {
    const target = paths.object(name)
    if ((await unlessAbsent(stat(target)))?.size !== size) await inDurableFolder(dirname(target), () => make(target))
  }

  return {
    hasUpload: async (ref) => (await unlessAbsent(stat(paths.upload(ref))))?.size === ref.size,

    prepareUpload: (ref) =>
      growing(async () => {
        const path = paths.upload(ref)
        await makeDurableFolder(dirname(path))
        await requireFreeSpace(dirname(path), ref.size)
        await withFile(open(path, CREATE_OR_OPEN, 0o600), async (file) => {
          await file.truncate(ref.size)
          await file.sync()
        })
        await syncFolder(dirname(path))
      }),

    writeChunk: (ref, { offset, size, md5 }, source) =>
      growing(async () => {
        const path = paths.upload(ref)
        hashes.tell('rewrite', path, offset)
        const matches = await withFile(open(path, 'r+'), async (file) => {
          if ((await writeAt(file, offset, size, source)) !== size) throw new PortalError('storage.chunk_size')
          // A chunk that came early is digested from the file, so it is checked only when it is written.
          const [checked] = await Promise.all([hashes.ask('check', path, offset, size, md5()), file.datasync()])
          return checked
        })
        if (!matches) throw new PortalError('storage.chunk_mismatch')
      }),

    writeWhole: (ref, source) =>
      growing(async () => {
        const path = paths.upload(ref)
        const opening = inDurableFolder(dirname(path), () => open(path, 'wx', 0o600))
        return withFile(opening, (file) => writeAt(file, 0, Number.MAX_SAFE_INTEGER, source))
      }),

    readHead: async (ref, length) =>
      withFile(open(paths.upload(ref), 'r'), async (file) => {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0)
        return buffer.subarray(0, bytesRead)
      }),

    digestUpload: async (ref) => hashes.ask('digest', paths.upload(ref), ref.size),

    keepObject: ({ unitId, uploadId, size }, sha256) =>
      withDiskFailures(
        () => keep({ unitId, sha256 }, size, (target) => linkDurably(paths.upload({ unitId, uploadId }), target)),
        reserve.release,
      ),

    keepBytes: (name, bytes) => growing(() => keep(name, bytes.length, (target) => writeDurably(bytes, target))),

    async discardUpload(ref) {
      const path = paths.upload(ref)
      hashes.tell('forget', path)
      await removeFile(path)
    },

    async openObject(name, range) {
      const file = await open(paths.object(name), 'r').catch((error: unknown) => {
        throw errorCode(error) === 'ENOENT' ? new PortalError('files.not_found', { cause: error }) : error
      })
      return file.createReadStream({ ...range, highWaterMark: READ_PIECE })
    },

    removeObject: (name) => removeFile(paths.object(name)),
    listUploads: () => listLocalUploads(paths.uploads),
    listObjects: () => listLocalObjects(paths.objects),
    close: () => hashes.close(),
  }
}

/** Refuses before the first chunk instead of after hours of sending. */
async function requireFreeSpace(folder: string, size: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < size) throw new PortalError('storage.disk_full')
}

async function* listLocalUploads(folder: string): AsyncGenerator<Stored<Omit<UploadRef, 'size'>>> {
  for await (const unit of storeEntriesOf(folder)) {
    for await (const file of entriesOf(unit)) {
      const uploadId = readUploadId(basename(file))
      const changedAt = await readChangedAt(file)
      if (uploadId !== undefined && changedAt !== undefined) yield { unitId: basename(unit), uploadId, changedAt }
    }
  }
}

async function* listLocalObjects(folder: string): AsyncGenerator<Stored<ObjectName>> {
  for await (const unit of storeEntriesOf(folder)) {
    for await (const shelf of storeEntriesOf(unit)) {
      for await (const file of storeEntriesOf(shelf)) {
        const changedAt = await readChangedAt(file)
        if (changedAt !== undefined) yield { unitId: basename(unit), sha256: basename(file), changedAt }
      }
    }
  }
}

async function* storeEntriesOf(folder: string): AsyncGenerator<string> {
  for await (const entry of entriesOf(folder)) if (isStoreName(basename(entry))) yield entry
}

async function* entriesOf(folder: string): AsyncGenerator<string> {
  const entries = await opendir(folder).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined
    throw error
  })
  if (entries === undefined) return
  for await (const entry of entries) yield join(folder, entry.name)
}

/** When bytes or names changed last: a second name that was given later counts. */
async function readChangedAt(file: string): Promise<number | undefined> {
  return (await unlessAbsent(stat(file)))?.ctimeMs
}

const UPLOAD_SUFFIX = '.part'

/** The paths below a folder: `uploads/{unit}/{upload}.part` and `objects/{unit}/{first two digits}/{sha256}`. */
function createLocalPaths(folder: string) {
  const uploads = join(folder, 'uploads')
  const objects = join(folder, 'objects')
  return {
    uploads,
    objects,
    upload: ({ unitId, uploadId }: Omit<UploadRef, 'size'>) =>
      join(uploads, checkedStoreName(unitId), `${checkedStoreName(uploadId)}${UPLOAD_SUFFIX}`),
    object: ({ unitId, sha256 }: ObjectName) =>
      join(objects, checkedStoreName(unitId), checkedStoreName(sha256).slice(0, 2), sha256),
  }
}

/** The upload id in a file name of the uploads folder, or undefined for another file. */
function readUploadId(fileName: string): string | undefined {
  const id = fileName.endsWith(UPLOAD_SUFFIX) ? fileName.slice(0, -UPLOAD_SUFFIX.length) : ''
  return isStoreName(id) ? id : undefined
}
