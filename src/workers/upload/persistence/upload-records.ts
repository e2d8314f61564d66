import * as z from 'zod/mini'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { FileHashes, HashState } from '../../hash/chunk-hasher.ts'
import { uploadTarget } from '../protocol/upload-api.ts'
import { uploadFailure } from '../protocol/upload-state.ts'

const hashesOfChunks = { chunkMd5s: z.array(z.string()) }

/** The hashes of a file, or the state of an unfinished hashing. */
export const keptHashes = z.union([
  z.object({ hashes: z.object({ md5: z.string(), ...hashesOfChunks }) }),
  z.object({
    state: z.object({ by: z.literal(['pair', 'spark']), bytes: z.number(), whole: z.string(), ...hashesOfChunks }),
  }),
])
export type KeptHashes = { readonly hashes: FileHashes } | { readonly state: HashState }

export const uploadRecord = z.object({
  ...uploadTarget,
  /** The owner; other accounts neither see nor continue it. */
  account: z.string(),
  kind: z.literal(['file', 'folder']),
  size: z.number(),
  lastModified: z.number(),
  /** The position in the queue; need not be a whole number. */
  place: z.number(),
  /** Why it does not run: paused, aborted but restorable, or failed. */
  hold: z.nullable(z.union([z.literal(['paused', 'aborted']), uploadFailure])),
  /** From `fingerprintOf`; a file without one is identified by name, size and time. */
  fingerprint: z.nullable(z.string()),
  /** A FileSystemFileHandle or null; checked where it is used. */
  handle: z.unknown(),
  copied: z.boolean(),
})
export type UploadRecord = z.infer<typeof uploadRecord>

/** Never rejects: what cannot be stored is lost with the tab. */
export interface UploadRecords {
  /** In queue order. */
  load(account: string): Promise<UploadRecord[]>
  /** Returns whether they were stored. */
  put(records: readonly UploadRecord[]): Promise<boolean>
  remove(ids: readonly string[]): Promise<void>
  readHashes(id: string): Promise<KeptHashes | null>
  putHashes(id: string, hashes: KeptHashes | null): Promise<void>
}

/** Stores nothing beyond the tab: for shared computers, and browsers that refuse a database. */
export function createMemoryRecords(): UploadRecords {
  const hashes = new Map<string, KeptHashes>()
  return {
    load: async () => [],
    put: async () => false,
    async remove(ids) {
      for (const id of ids) hashes.delete(id)
    },
    readHashes: async (id) => hashes.get(id) ?? null,
    async putHashes(id, value) {
      if (value) hashes.set(id, value)
      else hashes.delete(id)
    },
  }
}

/** A separate database: the worker writes it while the page's is emptied, upgraded or deleted. */
export const UPLOADS_DATABASE = 'school-portal-uploads'
const VERSION = 1

/** Values are `unknown` on purpose: they are parsed when read. */
interface UploadsSchema extends DBSchema {
  records: { key: string; value: unknown; indexes: { account: string } }
  /** A separate store, because the hashes of a long file are large and change while it is hashed. */
  hashes: { key: string; value: unknown }
}

/** In IndexedDB. Where that is refused or broken, reads are empty and writes do nothing. */
export function createIndexedRecords(): UploadRecords {
  let opening: Promise<IDBPDatabase<UploadsSchema>> | null = null

  function open(): Promise<IDBPDatabase<UploadsSchema>> {
    opening ??= openDB<UploadsSchema>(UPLOADS_DATABASE, VERSION, {
      upgrade(database) {
        database.createObjectStore('records', { keyPath: 'id' }).createIndex('account', 'account')
        database.createObjectStore('hashes')
      },
      blocking: close,
      terminated: () => (opening = null),
    }).catch((error: unknown) => {
      opening = null
      throw error
    })
    return opening
  }

  /** An open connection would block another version of the portal, which upgrades the database. */
  function close(): void {
    void opening?.then((database) => database.close()).catch(() => {})
    opening = null
  }

  async function attempt<T>(work: (database: IDBPDatabase<UploadsSchema>) => Promise<T>, otherwise: T): Promise<T> {
    try {
      return await work(await open())
    } catch {
      return otherwise
    }
  }

  return {
    load: (account) =>
      attempt<UploadRecord[]>(async (database) => {
        const found = await database.getAllFromIndex('records', 'account', account)
        return found
          .flatMap((value) => uploadRecord.safeParse(value).data ?? [])
          .toSorted((one, other) => one.place - other.place)
      }, []),
    put: (records) =>
      attempt(async (database) => {
        const transaction = database.transaction('records', 'readwrite')
        const writes = records.map((record) => transaction.store.put(record))
        transaction.commit()
        await Promise.all([...writes, transaction.done])
        return true
      }, false),
    remove: (ids) =>
      attempt(async (database) => {
        const transaction = database.transaction(['records', 'hashes'], 'readwrite')
        const stores = [transaction.objectStore('records'), transaction.objectStore('hashes')]
        const writes = stores.flatMap((store) => ids.map((id) => store.delete(id)))
        transaction.commit()
        await Promise.all([...writes, transaction.done])
      }, undefined),
    readHashes: (id) =>
      attempt<KeptHashes | null>(
        async (database) => keptHashes.safeParse(await database.get('hashes', id)).data ?? null,
        null,
      ),
    putHashes: (id, hashes) =>
      attempt(async (database) => {
        if (hashes) await database.put('hashes', hashes, id)
        else await database.delete('hashes', id)
      }, undefined),
  }
}
