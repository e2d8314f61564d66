import { constants, type Stats } from 'node:fs'
import { open, stat, statfs, opendir } from 'node:fs/promises'
import { dirname, basename, join } from 'node:path'
import { PortalError } from '../../../contract/portal-error.ts'
import { errorCode } from '../../runtime/errors.ts'
import {
  type ByteSource,
  type ByteStore,
  type ChunkRange,
  type Digest,
  type Stored,
  type ObjectName,
  type UploadRef,
  isStoreName,
  checkedStoreName,
} from '../byte-store.ts'
import { fillBuffer, releaseChunkBuffer, takeChunkBuffer, type ChunkBuffer } from '../chunk-buffers.ts'
import {
  withDiskFailures,
  inDurableFolder,
  makeDurableFolder,
  syncFolder,
  writeDurably,
  linkDurably,
  removeFile,
  writeAt,
  writeSynced,
} from './durable-files.ts'
import { createHashThread } from '../hashing/hash-thread.ts'

const CREATE_OR_OPEN = constants.O_RDWR | constants.O_CREAT
/** Reading in pieces of this size costs little per byte and keeps a slow reader's share of memory small. */
const READ_PIECE = 256 * 1024

/** A store on this machine's disk: chunks in place in preallocated files, then files named by their SHA-256. One process per folder. */
export function createLocalByteStore(folder: string): ByteStore {
  const paths = createLocalPaths(folder)
  const hashes = createHashThread()

  /** Gathers a chunk in memory, out of which it is written and checked. Returns whether it is what was claimed. */
  async function writeFromBuffer(
    buffer: ChunkBuffer,
    path: string,
    { offset, size, claim }: ChunkRange,
    source: ByteSource,
  ) {
    try {
      if ((await fillBuffer(buffer, size, source)) !== size) throw new PortalError('storage.chunk_size')
      const bytes = buffer.subarray(0, size)
      // Before the check: a chunk that came early is digested out of the file as soon as it counts.
      await writeSynced(path, offset, bytes)
      return await hashes.checkRange(path, offset, size, claim(), bytes)
    } finally {
      releaseChunkBuffer(buffer)
    }
  }

  /** Writes piece by piece and checks what was written, with little memory for a sender of whom there are many. */
  async function writeStreaming(path: string, { offset, size, claim }: ChunkRange, source: ByteSource) {
    const file = await open(path, 'r+')
    try {
      if ((await writeAt(file, offset, size, source)) !== size) throw new PortalError('storage.chunk_size')
      const [matches] = await Promise.all([hashes.checkRange(path, offset, size, claim()), file.datasync()])
      return matches
    } finally {
      await file.close()
    }
  }

  return {
    hasUpload: async (ref) => (await statFile(paths.upload(ref)))?.size === ref.size,

    prepareUpload: (ref) =>
      withDiskFailures(async () => {
        const path = paths.upload(ref)
        await makeDurableFolder(dirname(path))
        await requireFreeSpace(dirname(path), ref.size)
        const file = await open(path, CREATE_OR_OPEN, 0o600)
        try {
          await file.truncate(ref.size)
          await file.sync()
        } finally {
          await file.close()
        }
        await syncFolder(dirname(path))
      }),

    writeChunk: (ref, chunk, source) =>
      withDiskFailures(async () => {
        const path = paths.upload(ref)
        const buffer = takeChunkBuffer(chunk.size)
        hashes.startRange(path, chunk.offset)
        const matches = await (buffer
          ? writeFromBuffer(buffer, path, chunk, source)
          : writeStreaming(path, chunk, source))
        if (!matches) throw new PortalError('storage.chunk_mismatch')
      }),

    writeWhole: (ref, source) =>
      withDiskFailures(async () => {
        const path = paths.upload(ref)
        const file = await inDurableFolder(dirname(path), () => open(path, 'wx', 0o600))
        try {
          return await writeAt(file, 0, Number.MAX_SAFE_INTEGER, source)
        } finally {
          await file.close()
        }
      }),

    async readHead(ref, length) {
      const file = await open(paths.upload(ref), 'r')
      try {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0)
        return buffer.subarray(0, bytesRead)
      } finally {
        await file.close()
      }
    },

    digestUpload: (ref): Promise<Digest> => hashes.digestFile(paths.upload(ref), ref.size),

    keepObject: (ref, sha256) =>
      withDiskFailures(async () => {
        const target = paths.object({ unitId: ref.unitId, sha256 })
        if ((await statFile(target))?.size === ref.size) return
        await inDurableFolder(dirname(target), () => linkDurably(paths.upload(ref), target))
      }),

    keepBytes: (name, bytes) =>
      withDiskFailures(async () => {
        const target = paths.object(name)
        if ((await statFile(target))?.size === bytes.length) return
        await inDurableFolder(dirname(target), () => writeDurably(bytes, target))
      }),

    async discardUpload(ref) {
      const path = paths.upload(ref)
      hashes.forget(path)
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

/** Better refused before the first chunk than after hours of sending. */
async function requireFreeSpace(folder: string, size: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < size) throw new PortalError('storage.disk_full')
}

async function statFile(path: string): Promise<Stats | undefined> {
  return stat(path).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  })
}

/** Every upload's place below the folder. */
async function* listLocalUploads(folder: string): AsyncGenerator<Stored<Omit<UploadRef, 'size'>>> {
  for await (const unit of storeEntriesOf(folder)) {
    for await (const file of entriesOf(unit)) {
      const uploadId = readUploadId(basename(file))
      const changedAt = await readChangedAt(file)
      if (uploadId !== undefined && changedAt !== undefined) yield { unitId: basename(unit), uploadId, changedAt }
    }
  }
}

/** Every object below the folder. */
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

/** The moment of the last change of bytes or names: a second name given just now counts, although the bytes may be older. */
async function readChangedAt(file: string): Promise<number | undefined> {
  return stat(file).then(
    ({ ctimeMs }) => ctimeMs,
    (error: unknown) => {
      if (errorCode(error) === 'ENOENT') return undefined
      throw error
    },
  )
}

/** Where the local store keeps what, below its folder. */
interface LocalPaths {
  readonly uploads: string
  readonly objects: string
  upload(ref: Omit<UploadRef, 'size'>): string
  object(name: ObjectName): string
}

const UPLOAD_SUFFIX = '.part'

/** The paths below a folder: `uploads/{unit}/{upload}.part` and `objects/{unit}/{first two digits}/{sha256}`. */
function createLocalPaths(folder: string): LocalPaths {
  const uploads = join(folder, 'uploads')
  const objects = join(folder, 'objects')
  return {
    uploads,
    objects,
    upload: ({ unitId, uploadId }) =>
      join(uploads, checkedStoreName(unitId), `${checkedStoreName(uploadId)}${UPLOAD_SUFFIX}`),
    object: ({ unitId, sha256 }) =>
      join(objects, checkedStoreName(unitId), checkedStoreName(sha256).slice(0, 2), sha256),
  }
}

/** The upload id in a file name of the uploads folder, or undefined for a file of somebody else. */
function readUploadId(fileName: string): string | undefined {
  const id = fileName.endsWith(UPLOAD_SUFFIX) ? fileName.slice(0, -UPLOAD_SUFFIX.length) : ''
  return isStoreName(id) ? id : undefined
}
