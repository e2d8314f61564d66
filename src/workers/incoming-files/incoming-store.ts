import * as z from 'zod/mini'
import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import { INCOMING_FILES_LIFE } from '../../../contract/limits.ts'
import { INCOMING_FILES_DATABASE } from '../../../contract/service-worker.ts'
import { isFileHandle } from '../file-handle.ts'

/** Other sites can send files here too. */
const MAX_RECORDS = 5

/** A file from outside the portal: its bytes, or the browser's handle for it. */
const incomingFile = z.object({
  name: z.string(),
  size: z.number(),
  file: z.nullable(z.custom<File>((value) => value instanceof File)),
  handle: z.nullable(z.custom<FileSystemFileHandle>(isFileHandle)),
})
export type IncomingFile = z.infer<typeof incomingFile>

/** Files of one share or launch, until the user decides about them. */
export const incomingRecord = z.object({
  files: z.array(incomingFile),
  /** Number of files that were not kept because of the limits. */
  left: z.number(),
  /** Milliseconds since 1970. */
  at: z.number(),
  /** The account that was asked first and owns the record; null before that. */
  account: z.nullable(z.string()),
})
export type IncomingRecord = z.infer<typeof incomingRecord>

/** Values are `unknown` on purpose: they are parsed when read. */
interface IncomingSchema extends DBSchema {
  arrivals: { key: number; value: unknown; indexes: { at: number } }
}
export type IncomingDatabase = IDBPDatabase<IncomingSchema>

/** Rejects where the browser refuses a database. */
export function openIncomingFiles(): Promise<IncomingDatabase> {
  return openDB<IncomingSchema>(INCOMING_FILES_DATABASE, 1, {
    upgrade(database) {
      database.createObjectStore('arrivals', { autoIncrement: true }).createIndex('at', 'at')
    },
  })
}

/** Stores files, and deletes expired records and the oldest above the limit. Rejects when the quota is exceeded. */
export async function keepIncomingFiles(
  { files, left }: Pick<IncomingRecord, 'files' | 'left'>,
  now: number,
): Promise<void> {
  const database = await openIncomingFiles()
  try {
    const transaction = database.transaction('arrivals', 'readwrite')
    const { store } = transaction
    const [expired, all] = await Promise.all([
      store.index('at').getAllKeys(IDBKeyRange.upperBound(now - INCOMING_FILES_LIFE)),
      store.getAllKeys(),
    ])
    const kept = all.filter((key) => !expired.includes(key))
    const tooMany = kept.slice(0, Math.max(0, kept.length + 1 - MAX_RECORDS))
    const record: IncomingRecord = { files, left, at: now, account: null }
    await Promise.all([
      ...[...expired, ...tooMany].map((key) => store.delete(key)),
      store.add(record),
      transaction.done,
    ])
  } finally {
    database.close()
  }
}
