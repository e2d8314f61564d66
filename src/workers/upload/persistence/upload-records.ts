import * as z from 'zod/mini'
import type { FileHashes, HashState } from '../../hash/chunk-hasher.ts'
import { uploadFailure } from '../protocol/upload-state.ts'

const hashesOfChunks = { chunkMd5s: z.array(z.string()), prefixMd5s: z.array(z.string()) }

/** What hashing has come to: everything, or so much of the file. */
export const keptHashes = z.union([
  z.object({ hashes: z.object({ md5: z.string(), ...hashesOfChunks }) }),
  z.object({
    state: z.object({ by: z.literal(['pair', 'spark']), bytes: z.number(), whole: z.string(), ...hashesOfChunks }),
  }),
])
export type KeptHashes = { readonly hashes: FileHashes } | { readonly state: HashState }

/** What the device keeps of an upload until it is done. */
export const uploadRecord = z.object({
  id: z.string(),
  /** Whose it is; nobody else sees it or goes on with it. */
  account: z.string(),
  kind: z.literal(['file', 'folder']),
  name: z.string(),
  size: z.number(),
  lastModified: z.number(),
  folderId: z.nullable(z.string()),
  path: z.array(z.string()),
  serverid: z.string(),
  maxSize: z.nullable(z.number()),
  /** Its place in the queue; numbers need not follow each other. */
  place: z.number(),
  /** What a person decided or has to decide: it is paused, taken off the list for the time of an undo, or failed. */
  hold: z.nullable(z.union([z.literal(['paused', 'aborted']), uploadFailure])),
  /** Of a few places in the file; null for a file of one chunk, which is told by name, size and time. */
  fingerprint: z.nullable(z.string()),
  /** Where the browser finds the file again; checked by whoever uses it. */
  handle: z.unknown(),
  /** Whether the device has a copy of the file. */
  copied: z.boolean(),
})
export type UploadRecord = z.infer<typeof uploadRecord>

/** Where records lie. Nothing here rejects: what cannot be kept is lost with the tab, and said so by `put`. */
export interface UploadRecords {
  /** An account's records in their order. */
  load(account: string): Promise<UploadRecord[]>
  /** Whether they are kept. */
  put(records: readonly UploadRecord[]): Promise<boolean>
  remove(ids: readonly string[]): Promise<void>
  readHashes(id: string): Promise<KeptHashes | null>
  putHashes(id: string, hashes: KeptHashes | null): Promise<void>
}

/** Records that are gone with the tab: for shared computers, and browsers that refuse a database. */
export function createPassingRecords(): UploadRecords {
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
