import { and, eq, inArray, isNotNull, lt } from 'drizzle-orm'
import type { Database, Tx } from '../../db/database.ts'
import { storageFile, storageFolder, storageObject, storageUpload, unitExport } from '../../db/tables.generated.ts'
import type { ByteStore, ObjectName } from '../../blobs/byte-store.ts'
import { BIN_DAYS, HAND_IN_YEARS, VERSION_DAYS } from '../../../contract/limits.ts'
import { forgetHandIns } from './collections/hand-ins.ts'
import { forgetOldVersions } from './versions/file-versions.ts'
import { forgetExpiredLeases, removeObject, forgetUnshown, isObject, isUnshown } from './object-leases.ts'

const DAY = 24 * 60 * 60 * 1000
/** Bytes without a row may be about to get one: a running merge, or a file that just arrived. */
const SETTLED_AFTER = DAY
/** Objects collected at once, each in a transaction of its own. */
const BATCH = 500

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
  const files = await database.asOwner((tx) => emptyBin(tx, new Date(now - binDays * DAY)))
  const versions = await database.asOwner((tx) => forgetOldVersions(tx, new Date(now - VERSION_DAYS * DAY)))
  const handIns = await database.asOwner((tx) =>
    forgetHandIns(tx, new Date(now - BIN_DAYS * DAY), new Date(now - HAND_IN_YEARS * 365 * DAY)),
  )
  const uploads = await database.asOwner((tx) => forgetUploads(tx, new Date(now - uploadDays * DAY)))
  // Those that a stop leaves behind are strays later.
  for (const upload of uploads) {
    signal?.throwIfAborted()
    await bytes.discardUpload(upload)
  }
  const objects = await collectObjects(database, bytes, new Date(now - SETTLED_AFTER), signal)
  const strays = await collectStrays(database, bytes, now - SETTLED_AFTER, signal)
  await database.asOwner(forgetExpiredLeases)
  return { files, versions, handIns, uploads: uploads.length + strays.uploads, objects: objects + strays.objects }
}

async function emptyBin(tx: Tx, before: Date): Promise<number> {
  const files = await tx
    .delete(storageFile)
    .where(and(isNotNull(storageFile.deletedAt), lt(storageFile.deletedAt, before)))
  // Everything in a removed folder was removed with it or before, so nothing refers to these any more.
  await tx.delete(storageFolder).where(and(isNotNull(storageFolder.deletedAt), lt(storageFolder.deletedAt, before)))
  return files.rowCount ?? 0
}

async function forgetUploads(tx: Tx, before: Date): Promise<{ unitId: string; uploadId: string }[]> {
  const abandoned = tx
    .select({ uploadId: storageUpload.uploadId })
    .from(storageUpload)
    .where(lt(storageUpload.touchedAt, before))
    // A chunk that is being acknowledged locks the row: its upload is not abandoned.
    .for('update', { skipLocked: true })
  return tx
    .delete(storageUpload)
    .where(and(inArray(storageUpload.uploadId, abandoned), lt(storageUpload.touchedAt, before)))
    .returning({ unitId: storageUpload.unitId, uploadId: storageUpload.uploadId })
}

async function collectObjects(
  database: Database,
  bytes: ByteStore,
  before: Date,
  signal?: AbortSignal,
): Promise<number> {
  let collected = 0
  for (;;) {
    const names = await database.asOwner((tx) =>
      tx
        .select({ unitId: storageObject.unitId, sha256: storageObject.sha256 })
        .from(storageObject)
        .where(and(lt(storageObject.confirmedAt, before), isUnshown(tx)))
        .limit(BATCH),
    )
    let freed = 0
    for (const name of names) {
      signal?.throwIfAborted()
      if (await free(database, bytes, name, (tx) => forgetUnshown(tx, name, before))) freed += 1
    }
    collected += freed
    if (names.length < BATCH || freed === 0) return collected
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
  for await (const { changedAt, ...upload } of bytes.listUploads()) {
    signal?.throwIfAborted()
    if (changedAt >= before || (await database.asOwner((tx) => isKnownUpload(tx, upload.uploadId)))) continue
    await bytes.discardUpload(upload)
    uploads += 1
  }
  let objects = 0
  for await (const { changedAt, ...name } of bytes.listObjects()) {
    signal?.throwIfAborted()
    if (changedAt >= before || (await database.asOwner((tx) => isKnownObject(tx, name)))) continue
    // Checked again under the lease: the bytes may have got their row meanwhile.
    if (await free(database, bytes, name, async (tx) => !(await isKnownObject(tx, name)))) objects += 1
  }
  return { uploads, objects }
}

function free(
  database: Database,
  bytes: ByteStore,
  name: ObjectName,
  forget: (tx: Tx) => Promise<boolean>,
): Promise<boolean> {
  return removeObject((work) => database.asOwner(work), bytes, name, forget)
}

async function isKnownUpload(tx: Tx, uploadId: string): Promise<boolean> {
  return (await tx.$count(storageUpload, eq(storageUpload.uploadId, uploadId))) > 0
}

async function isKnownObject(tx: Tx, name: ObjectName): Promise<boolean> {
  // An export of a unit counts for no person's quota, so that it has no row of an object.
  const ofExport = and(eq(unitExport.unitId, name.unitId), eq(unitExport.sha256, name.sha256))
  return (await tx.$count(storageObject, isObject(name))) > 0 || (await tx.$count(unitExport, ofExport)) > 0
}
