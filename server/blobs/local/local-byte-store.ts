import { constants, type Stats } from 'node:fs'
import { open, stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { PortalError } from '../../../contract/portal-error.ts'
import { errorCode } from '../../runtime/errno.ts'
import type { ByteSource, ByteStore, ChunkPlace, Digest } from '../byte-store.ts'
import { fillRoom, giveBackChunkRoom, takeChunkRoom, type ChunkRoom } from '../chunk-memory.ts'
import { withDiskFailures } from './disk-failure.ts'
import { inDurableFolder, makeDurableFolder, syncFolder } from './durable-folder.ts'
import { createHashThread } from '../hashing/hash-thread.ts'
import { listLocalObjects, listLocalUploads } from './local-listing.ts'
import { createLocalPaths } from './local-paths.ts'
import { placeBytes, placeFile } from './place-file.ts'
import { removeFile } from './remove-file.ts'
import { writeAt } from './positioned-writer.ts'
import { writeSynced } from './write-synced.ts'

const CREATE_OR_OPEN = constants.O_RDWR | constants.O_CREAT
/** Reading in pieces of this size costs little per byte and keeps a slow reader's share of memory small. */
const READ_PIECE = 256 * 1024

/** A store on this machine's disk: chunks in place in preallocated files, then files named by their SHA-256. One process per folder. */
export function createLocalByteStore(folder: string): ByteStore {
  const paths = createLocalPaths(folder)
  const hashes = createHashThread()

  /** Gathers a chunk in memory, out of which it is written and checked. Returns whether it is what was claimed. */
  async function writeOutOf(room: ChunkRoom, path: string, { offset, size, claim }: ChunkPlace, source: ByteSource) {
    try {
      if ((await fillRoom(room, size, source)) !== size) throw new PortalError('storage.chunk_size')
      const bytes = room.subarray(0, size)
      // Before the check: a chunk that came early is digested out of the file as soon as it counts.
      await writeSynced(path, offset, bytes)
      return await hashes.checkRange(path, offset, size, claim(), bytes)
    } finally {
      giveBackChunkRoom(room)
    }
  }

  /** Writes piece by piece and checks what was written, with little memory for a sender of whom there are many. */
  async function writeAsItComes(path: string, { offset, size, claim }: ChunkPlace, source: ByteSource) {
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
    hasUpload: async (place) => (await statFile(paths.upload(place)))?.size === place.size,

    prepareUpload: (place) =>
      withDiskFailures(async () => {
        const path = paths.upload(place)
        await makeDurableFolder(dirname(path))
        await refuseWithoutRoom(dirname(path), place.size)
        const file = await open(path, CREATE_OR_OPEN, 0o600)
        try {
          await file.truncate(place.size)
          await file.sync()
        } finally {
          await file.close()
        }
        await syncFolder(dirname(path))
      }),

    writeChunk: (place, chunk, source) =>
      withDiskFailures(async () => {
        const path = paths.upload(place)
        const room = takeChunkRoom(chunk.size)
        hashes.startRange(path, chunk.offset)
        const matches = await (room ? writeOutOf(room, path, chunk, source) : writeAsItComes(path, chunk, source))
        if (!matches) throw new PortalError('storage.chunk_mismatch')
      }),

    writeWhole: (place, source) =>
      withDiskFailures(async () => {
        const path = paths.upload(place)
        const file = await inDurableFolder(dirname(path), () => open(path, 'wx', 0o600))
        try {
          return await writeAt(file, 0, Number.MAX_SAFE_INTEGER, source)
        } finally {
          await file.close()
        }
      }),

    async readHead(place, length) {
      const file = await open(paths.upload(place), 'r')
      try {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0)
        return buffer.subarray(0, bytesRead)
      } finally {
        await file.close()
      }
    },

    digestUpload: (place): Promise<Digest> => hashes.digestFile(paths.upload(place), place.size),

    keepObject: (place, sha256) =>
      withDiskFailures(async () => {
        const target = paths.object({ unitId: place.unitId, sha256 })
        if ((await statFile(target))?.size === place.size) return
        await inDurableFolder(dirname(target), () => placeFile(paths.upload(place), target))
      }),

    keepBytes: (name, bytes) =>
      withDiskFailures(async () => {
        const target = paths.object(name)
        if ((await statFile(target))?.size === bytes.length) return
        await inDurableFolder(dirname(target), () => placeBytes(bytes, target))
      }),

    async discardUpload(place) {
      const path = paths.upload(place)
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
async function refuseWithoutRoom(folder: string, size: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < size) throw new PortalError('storage.disk_full')
}

async function statFile(path: string): Promise<Stats | undefined> {
  return stat(path).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  })
}
