import { readPieces } from '../../hash/read-pieces.ts'

/** In the origin private file system. */
export const COPIES_FOLDER = 'uploads'
/** Larger files are not copied: the user chooses them again if the browser has no handle. */
const LARGEST = 64 * 1024 * 1024
/** Limit for all copies, in bytes, and for one copy as a share of the remaining quota. */
const BUDGET = 512 * 1024 * 1024
const SHARE = 0.2

/** Copies of files for which the browser has no handle. Never rejects. `keep` and `remove` wait for a copy of that id that is being written. */
export interface FileCopies {
  /** False when the file is too large, exceeds the quota or cannot be read. */
  keep(id: string, file: Blob): Promise<boolean>
  find(id: string): Promise<Blob | null>
  remove(ids: readonly string[]): Promise<void>
  /** Removes all but these and those of this visit. */
  removeOthers(ids: ReadonlySet<string>): Promise<void>
}

/** For shared computers, and browsers without an origin private file system. */
export const noCopies: FileCopies = {
  keep: async () => false,
  find: async () => null,
  remove: async () => {},
  removeOthers: async () => {},
}

export function createFileCopies(storage: StorageManager): FileCopies {
  const folder = async () => (await storage.getDirectory()).getDirectoryHandle(COPIES_FOLDER, { create: true })

  /** The bytes of each copy, read once: listing the folder for each of a thousand files would take a thousand times as long. */
  let knownSizes: Map<string, number> | null = null
  const writing = new Map<string, Promise<boolean>>()
  /** Ids copied in this visit: the list that `removeOthers` gets may be older. */
  const ofThisVisit = new Set<string>()

  async function sizes(): Promise<Map<string, number>> {
    if (knownSizes) return knownSizes
    const found = new Map<string, number>()
    for await (const entry of (await folder()).values()) {
      if (entry.kind === 'file') found.set(entry.name, (await entry.getFile()).size)
    }
    knownSizes ??= found
    return knownSizes
  }

  async function fitsQuota(size: number): Promise<boolean> {
    if (size > LARGEST) return false
    const kept = [...(await sizes()).values()].reduce((sum, one) => sum + one, 0)
    const { quota = 0, usage = 0 } = await storage.estimate()
    return kept + size <= BUDGET && size <= (quota - usage) * SHARE
  }

  async function removeNow(id: string): Promise<void> {
    knownSizes?.delete(id)
    await (await folder()).removeEntry(id).catch(() => {})
  }

  async function remove(id: string): Promise<void> {
    // A file being written cannot be removed.
    await writing.get(id)
    await removeNow(id)
  }

  async function writeCopy(id: string, file: Blob): Promise<boolean> {
    try {
      if (!(await fitsQuota(file.size))) return false
      const copy = await (await folder()).getFileHandle(id, { create: true })
      await write(copy, file)
      knownSizes?.set(id, file.size)
      return true
    } catch {
      // Refused, full, or unreadable: half a copy is useless.
      await removeNow(id).catch(() => {})
      return false
    } finally {
      writing.delete(id)
    }
  }

  return {
    keep(id, file) {
      // A second writer would fail on the lock, and its failure would remove the first one's copy.
      const begun = writing.get(id)
      if (begun) return begun
      ofThisVisit.add(id)
      const written = writeCopy(id, file)
      writing.set(id, written)
      return written
    },
    async find(id) {
      try {
        return await (await (await folder()).getFileHandle(id)).getFile()
      } catch {
        return null
      }
    },
    async remove(ids) {
      await Promise.all(ids.map(remove)).catch(() => {})
    },
    async removeOthers(ids) {
      try {
        for await (const name of (await folder()).keys())
          if (!ids.has(name) && !ofThisVisit.has(name)) await remove(name)
      } catch {
        // No folder, nothing to remove.
      }
    },
  }
}

/** Only workers have this method, which TypeScript's library lacks. Safari has no other way to write. */
interface WorkerHandle {
  createSyncAccessHandle(): Promise<{
    truncate(size: number): void
    write(bytes: Uint8Array, options: { at: number }): number
    flush(): void
    close(): void
  }>
}
const forever = new AbortController().signal
const isWorkerHandle = (handle: object): handle is WorkerHandle => 'createSyncAccessHandle' in handle

async function write(copy: FileSystemFileHandle, file: Blob): Promise<void> {
  const written: object = copy
  if (!isWorkerHandle(written)) return file.stream().pipeTo(await copy.createWritable())
  const access = await written.createSyncAccessHandle()
  try {
    access.truncate(0)
    let at = 0
    // Streams cannot be iterated in Safari.
    for await (const piece of readPieces(forever, file)) at += access.write(piece, { at })
    access.flush()
  } finally {
    access.close()
  }
}
