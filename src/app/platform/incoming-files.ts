import { INCOMING_FILES_LIFE } from '../../../contract/limits.ts'
import {
  incomingRecord,
  keepIncomingFiles,
  openIncomingFiles,
  type IncomingFile,
  type IncomingRecord,
} from '../../workers/incoming-files/incoming-store.ts'

/** Files from outside the portal that wait for the user's decision. */
export interface IncomingFiles {
  readonly files: readonly IncomingFile[]
  /** Files beyond the limit, which were not stored. */
  readonly left: number
}

/**
 * The files that wait for an account, or null. They belong to the first account that asks; those of another account and expired ones are deleted.
 * Never rejects.
 */
export function claimIncomingFiles(account: string, now: number = Date.now()): Promise<IncomingFiles | null> {
  return visitRecords(account, now, (record) => ({ ...record, account }))
}

/** Removes an account's files from the device and returns them; null when another tab was faster. Never rejects. */
export function takeIncomingFiles(account: string, now: number = Date.now()): Promise<IncomingFiles | null> {
  return visitRecords(account, now, () => null)
}

/** Stores the handles of files that the system opened with the portal. Never rejects. */
export async function keepLaunchedFiles(handles: readonly FileSystemFileHandle[]): Promise<void> {
  try {
    const files = await Promise.all(
      handles.map(async (handle) => ({ name: handle.name, size: (await handle.getFile()).size, file: null, handle })),
    )
    await keepIncomingFiles({ files, left: 0 }, Date.now())
  } catch {
    // No database, or the file is gone.
  }
}

/** Rejects when the browser cannot read the file any more. */
export async function openIncomingFile({ file, handle }: IncomingFile): Promise<File> {
  const found = file ?? (await handle?.getFile())
  if (!found) throw new TypeError('neither bytes nor a handle')
  return found
}

async function visitRecords(
  account: string,
  now: number,
  change: (record: IncomingRecord) => IncomingRecord | null,
): Promise<IncomingFiles | null> {
  const found: IncomingRecord[] = []
  try {
    const database = await openIncomingFiles()
    try {
      const transaction = database.transaction('arrivals', 'readwrite')
      for (let cursor = await transaction.store.openCursor(); cursor; cursor = await cursor.continue()) {
        const { data } = incomingRecord.safeParse(cursor.value)
        const isOwn = data && (data.account ?? account) === account && now - data.at < INCOMING_FILES_LIFE
        const next = isOwn ? change(data) : null
        if (isOwn) found.push(data)
        if (next) await cursor.update(next)
        else await cursor.delete()
      }
      await transaction.done
    } finally {
      database.close()
    }
  } catch {
    return null
  }
  const files = found.flatMap((record) => record.files)
  const left = found.reduce((sum, record) => sum + record.left, 0)
  return files.length + left > 0 ? { files, left } : null
}
