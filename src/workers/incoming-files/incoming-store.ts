import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { INCOMING_FILES_LIFE } from '../../../contract/limits.ts'
import { INCOMING_FILES_DATABASE } from '../../../contract/service-worker.ts'

/** Another site can send files here too: however often it does, no more than these take room. */
const MOST = 5

/** One file that came from outside: its bytes, or where the browser finds it. */
export interface IncomingFile {
  readonly name: string
  /** Bytes. */
  readonly size: number
  readonly file: File | null
  readonly handle: FileSystemFileHandle | null
}

/** Files that came together and wait for somebody to say what becomes of them. */
export interface IncomingRecord {
  readonly files: readonly IncomingFile[]
  /** How many more there were than are taken at once. */
  readonly left: number
  /** Milliseconds since 1970. */
  readonly at: number
  /** Who has been asked about them, and nobody else will be; null until somebody is. */
  readonly account: string | null
}

/** Values are `unknown` on purpose: whatever is read is parsed by the one who reads. */
interface IncomingSchema extends DBSchema {
  arrivals: { key: number; value: unknown; indexes: { at: number } }
}
export type IncomingDatabase = IDBPDatabase<IncomingSchema>

/** Opens the database. Rejects where the browser refuses one. */
export function openIncomingFiles(): Promise<IncomingDatabase> {
  return openDB<IncomingSchema>(INCOMING_FILES_DATABASE, 1, {
    upgrade(database) {
      database.createObjectStore('arrivals', { autoIncrement: true }).createIndex('at', 'at')
    },
  })
}

/** Keeps what arrived, and removes what waits for too long. Rejects when there is no room for it. */
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
    const tooMany = kept.slice(0, Math.max(0, kept.length + 1 - MOST))
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
