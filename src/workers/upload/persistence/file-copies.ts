import { readPieces } from '../../hash/read-pieces.ts'

/** The folder of the origin private file system that holds copies. */
export const COPIES_FOLDER = 'uploads'
/** Larger files are asked for again, where the browser cannot find them by itself. */
const LARGEST = 64 * 1024 * 1024
/** All copies together take at most this much, and at most this share of what the browser still grants. */
const BUDGET = 512 * 1024 * 1024
const SHARE = 0.2

/** Copies of files that the browser will not find again by itself. Nothing here rejects. `keep` and `remove` wait for a copy of that id that is being written. */
export interface FileCopies {
  /** Whether there is one now. It is not when the file is too large, the browser has no room for it, or it cannot be read. */
  keep(id: string, file: Blob): Promise<boolean>
  find(id: string): Promise<Blob | null>
  remove(ids: readonly string[]): Promise<void>
  /** Removes all but these and those that were kept during this visit. */
  removeOthers(ids: ReadonlySet<string>): Promise<void>
}

/** No copies: for shared computers, and for browsers that have no such place. */
export const noCopies: FileCopies = {
  keep: async () => false,
  find: async () => null,
  remove: async () => {},
  removeOthers: async () => {},
}

/** Copies in the origin private file system. */
export function createFileCopies(storage: StorageManager): FileCopies {
  const folder = async () => (await storage.getDirectory()).getDirectoryHandle(COPIES_FOLDER, { create: true })

  /** The bytes of each copy, looked up once: looking again for each of a thousand files would take a thousand times as long. */
  let known: Map<string, number> | null = null
  /** The copies that are being written, by id. */
  const writing = new Map<string, Promise<boolean>>()
  /** Ids that were kept during this visit: the list that `removeOthers` gets may be older. */
  const ofThisVisit = new Set<string>()

  async function sizes(): Promise<Map<string, number>> {
    if (known) return known
    const found = new Map<string, number>()
    for await (const entry of (await folder()).values()) {
      if (entry.kind === 'file') found.set(entry.name, (await entry.getFile()).size)
    }
    known ??= found
    return known
  }

  async function hasRoom(size: number): Promise<boolean> {
    if (size > LARGEST) return false
    const kept = [...(await sizes()).values()].reduce((sum, one) => sum + one, 0)
    const { quota = 0, usage = 0 } = await storage.estimate()
    return kept + size <= BUDGET && size <= (quota - usage) * SHARE
  }

  async function removeNow(id: string): Promise<void> {
    known?.delete(id)
    await (await folder()).removeEntry(id).catch(() => {})
  }

  async function remove(id: string): Promise<void> {
    // A file that is being written cannot be removed.
    await writing.get(id)
    await removeNow(id)
  }

  async function writeCopy(id: string, file: Blob): Promise<boolean> {
    try {
      if (!(await hasRoom(file.size))) return false
      const copy = await (await folder()).getFileHandle(id, { create: true })
      await write(copy, file)
      known?.set(id, file.size)
      return true
    } catch {
      // Refused, full, or unreadable: half a copy is worse than none.
      await removeNow(id).catch(() => {})
      return false
    } finally {
      writing.delete(id)
    }
  }

  return {
    keep(id, file) {
      // The file is locked for a second writer, whose failure would remove the copy of the first one.
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
        // There is nothing to remove.
      }
    },
  }
}

/** What workers have and pages have not, and TypeScript's library knows of neither: Safari writes there by nothing else. */
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
