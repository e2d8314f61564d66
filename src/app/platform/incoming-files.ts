import * as z from 'zod/mini'
import { INCOMING_FILES_LIFE } from '../../../contract/limits.ts'
import {
  type IncomingDatabase,
  keepIncomingFiles,
  openIncomingFiles,
} from '../../workers/incoming-files/incoming-store.ts'
import { isFileHandle } from '../../workers/upload/protocol/upload-api.ts'

const incomingFile = z.object({
  name: z.string(),
  size: z.number(),
  file: z.nullable(z.custom<File>((value) => value instanceof File)),
  handle: z.nullable(z.custom<FileSystemFileHandle>(isFileHandle)),
})
const incomingRecord = z.object({
  files: z.array(incomingFile),
  left: z.number(),
  at: z.number(),
  account: z.nullable(z.string()),
})
type IncomingFile = z.infer<typeof incomingFile>

/** What came from outside the portal and waits for this account's word. */
export interface IncomingFiles {
  readonly files: readonly IncomingFile[]
  /** How many more there were than are taken at once. */
  readonly left: number
}

/**
 * What waits for an account, or null. Whoever is asked first is the only one who ever is: from now on it is theirs, and what belongs to another
 * account, or waits for too long, is removed. Never rejects.
 */
export function claimIncomingFiles(account: string, now: number = Date.now()): Promise<IncomingFiles | null> {
  return visit(account, now, (value) => ({ ...value, account }))
}

/** Takes what waits for an account away from the device, and returns it; null when another tab was faster. Never rejects. */
export function takeIncomingFiles(account: string, now: number = Date.now()): Promise<IncomingFiles | null> {
  return visit(account, now, () => null)
}

/** Keeps files that the system opened with the portal, by where the browser finds them. Never rejects. */
export async function keepLaunchedFiles(handles: readonly FileSystemFileHandle[]): Promise<void> {
  try {
    const files = await Promise.all(
      handles.map(async (handle) => ({ name: handle.name, size: (await handle.getFile()).size, file: null, handle })),
    )
    await keepIncomingFiles({ files, left: 0 }, Date.now())
  } catch {
    // Without a database, or without the file, there is nothing to ask about.
  }
}

/** The file itself. Rejects when the browser cannot read it any more. */
export async function openIncomingFile({ file, handle }: IncomingFile): Promise<File> {
  const found = file ?? (await handle?.getFile())
  if (!found) throw new TypeError('neither bytes nor a handle')
  return found
}

type Value = z.infer<typeof incomingRecord>

async function visit(
  account: string,
  now: number,
  change: (value: Value) => Value | null,
): Promise<IncomingFiles | null> {
  try {
    const database = await openIncomingFiles()
    try {
      return await visitAll(database, account, now, change)
    } finally {
      database.close()
    }
  } catch {
    return null
  }
}

async function visitAll(
  database: IncomingDatabase,
  account: string,
  now: number,
  change: (value: Value) => Value | null,
): Promise<IncomingFiles | null> {
  const transaction = database.transaction('arrivals', 'readwrite')
  const found: Value[] = []
  for (let cursor = await transaction.store.openCursor(); cursor; cursor = await cursor.continue()) {
    const { data } = incomingRecord.safeParse(cursor.value)
    const isMine = data && (data.account ?? account) === account && now - data.at < INCOMING_FILES_LIFE
    const next = isMine ? change(data) : null
    if (isMine) found.push(data)
    if (next) await cursor.update(next)
    else await cursor.delete()
  }
  await transaction.done
  const files = found.flatMap((one) => one.files)
  const left = found.reduce((sum, one) => sum + one.left, 0)
  return files.length + left > 0 ? { files, left } : null
}
