import { lt, or, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Database } from '../../db/database.ts'
import { queryRows } from '../../db/query.ts'
import { handIn, storageFile, storageFileVersion, storageFolder } from '../../db/tables.generated.ts'
import type { ByteStore } from '../../blobs/byte-store.ts'
import { BATCH, cleanUp } from '../../jobs/clean-up.ts'
import { BIN_DAYS, HAND_IN_YEARS, VERSION_DAYS } from '../../../contract/limits.ts'
import { forgetExpiredLeases, removeObjects, removeUnshown, withoutRow } from './object-leases.ts'

const DAY = 24 * 60 * 60 * 1000
/** Bytes without a row may be about to get one: a running merge, or a file that just arrived. */
const SETTLED_AFTER = DAY

/** Days of retention. */
interface CleanupLimits {
  readonly binDays: number
  readonly uploadDays: number
  /** The current time in milliseconds; for tests. */
  readonly now?: number
  readonly signal?: AbortSignal
}

/**
 * Empties the bin after its retention, deletes old versions, removed and old hand-ins, and abandoned uploads, and frees unused bytes. Safe while uploads, merges and other collections run:
 * leases separate writers and removers of bytes.
 */
export async function cleanUpFiles(
  database: Database,
  bytes: ByteStore,
  { binDays, uploadDays, now = Date.now(), signal }: CleanupLimits,
): Promise<{ files: number; versions: number; handIns: number; uploads: number; objects: number }> {
  const daysAgo = (days: number) => new Date(now - days * DAY)
  const files = await emptyBin(database, daysAgo(binDays), signal)
  const replaced = { from: storageFileVersion, where: lt(storageFileVersion.replacedAt, daysAgo(VERSION_DAYS)) }
  const versions = await cleanUp(database, [replaced], signal)
  const isOld = or(lt(handIn.removedAt, daysAgo(BIN_DAYS)), lt(handIn.dueAt, daysAgo(HAND_IN_YEARS * 365)))
  const handIns = await cleanUp(database, [{ from: handIn, where: isOld }], signal)
  const uploads = await forgetUploads(database, bytes, daysAgo(uploadDays), signal)
  const settled = new Date(now - SETTLED_AFTER)
  const objects = await removeUnshown(database, bytes, settled, signal)
  const strays = await collectStrays(database, bytes, settled.getTime(), signal)
  await forgetExpiredLeases(database, signal)
  return { files, versions, handIns, uploads: uploads + strays.uploads, objects: objects + strays.objects }
}

async function emptyBin(database: Database, before: Date, signal?: AbortSignal): Promise<number> {
  const isDue = sql`deleted_at < ${before.toISOString()}::timestamptz`
  const files = await cleanUp(database, [{ from: storageFile, where: isDue }], signal)
  // Everything in a removed folder was removed with it or before. Those within come first, so that nothing refers to the others any more.
  const where = sql`${isDue}
    and not exists (select from storage_folder f where f.parent_id = ${storageFolder.folderId})
    and not exists (select from storage_file f where f.folder_id = ${storageFolder.folderId})`
  while ((await cleanUp(database, [{ from: storageFolder, where }], signal)) > 0);
  return files
}

const uploadRow = z.object({ unitId: z.string(), uploadId: z.string() })

async function forgetUploads(
  database: Database,
  bytes: ByteStore,
  before: Date,
  signal?: AbortSignal,
): Promise<number> {
  for (let sum = 0; ;) {
    const uploads = await database.asOwner(
      (tx) => queryRows(tx, uploadRow)`
        delete from storage_upload where ctid = any(array(
          select ctid from storage_upload where touched_at < ${before.toISOString()}::timestamptz
          -- A chunk that is being acknowledged locks the row: its upload is not abandoned.
          limit ${BATCH} for update skip locked))
        returning unit_id as "unitId", upload_id as "uploadId"`,
    )
    // Those that a stop leaves behind are strays later.
    for (const upload of uploads) {
      signal?.throwIfAborted()
      await bytes.discardUpload(upload)
    }
    sum += uploads.length
    if (uploads.length < BATCH) return sum
  }
}

/** Bytes in the store without a row after a crash: uploads, and objects of uncommitted transactions. */
async function collectStrays(
  database: Database,
  bytes: ByteStore,
  before: number,
  signal?: AbortSignal,
): Promise<{ uploads: number; objects: number }> {
  let uploads = 0
  for await (const some of settledBatches(bytes.listUploads(), before, signal)) {
    const strays = await database.asOwner(
      (tx) => queryRows(tx, uploadRow)`
        select * from json_to_recordset(${JSON.stringify(some)}::json) n ("unitId" text, "uploadId" text)
        where "uploadId" not in (select upload_id::text from storage_upload)`,
    )
    for (const upload of strays) {
      signal?.throwIfAborted()
      await bytes.discardUpload(upload)
      uploads += 1
    }
  }
  let objects = 0
  for await (const some of settledBatches(bytes.listObjects(), before, signal)) {
    const strays = await database.asOwner((tx) => withoutRow(tx, some))
    // Looked at again under the lease: the bytes may have got their row meanwhile.
    objects += await removeObjects((work) => database.asOwner(work), bytes, strays, withoutRow, signal)
  }
  return { uploads, objects }
}

/** What has not changed since `before`, some at a time. */
async function* settledBatches<T extends { readonly changedAt: number }>(
  listed: AsyncIterable<T>,
  before: number,
  signal?: AbortSignal,
): AsyncGenerator<T[]> {
  let some: T[] = []
  for await (const each of listed) {
    signal?.throwIfAborted()
    if (each.changedAt < before) some.push(each)
    if (some.length === BATCH) {
      yield some
      some = []
    }
  }
  if (some.length > 0) yield some
}
