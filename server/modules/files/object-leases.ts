import { and, eq, lte, sql, type SQL, lt, notExists } from 'drizzle-orm'
import * as z from 'zod/mini'
import { PortalError } from '../../../contract/portal-error.ts'
import type { StreamCall } from '../../http/call.ts'
import { type Tx, lockUntilEnd } from '../../db/database.ts'
import { pause } from '../../runtime/clock.ts'
import {
  accountPicture,
  handInFile,
  publicationFile,
  storageFile,
  storageFileVersion,
  storageLease,
  storageObject,
  unitExport,
} from '../../db/tables.generated.ts'
import type { ByteStore, ObjectName } from '../../blobs/byte-store.ts'

/** Runs work in a transaction that sees the object's rows. */
type InTransaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

type UnitCall = Pick<StreamCall, 'inUnit' | 'onceInUnit'>

/** Milliseconds to wait for a removal of bytes before they are written again. */
const PATIENCE = 5000
/** Longer than the store's attempts to remove an object: several requests to a bucket, each sent four times, each for up to 35 seconds. */
const REMOVAL_LIFE = sql`interval '20 minutes'`
/** A writer starts again only after its lease has expired. */
const TRIES = 2

/** How bytes are written to the store and recorded in the database. */
interface Writing<T> {
  /** Writes the bytes to the store. Runs without a transaction, and again if it took too long. */
  readonly write: () => Promise<void>
  /** Records the use of the bytes. */
  readonly record: (tx: Tx) => Promise<T>
}

/**
 * Writes objects of the caller's unit to the store and records them in one transaction. A lease from before the first byte to its end keeps the
 * cleanup from removing the bytes. Throws 'server.unavailable' when they are being removed and that does not end soon.
 */
export async function writeObjects<T>(
  call: UnitCall,
  names: readonly string[],
  { write, record }: Writing<T>,
): Promise<T> {
  for (let left = TRIES; ; left -= 1) {
    const leaseId = await leaseForWriting(call, names)
    try {
      await write()
      const recorded = await call.inUnit(async (tx) =>
        (await endLease(tx, leaseId)) === names.length ? { answer: await record(tx) } : undefined,
      )
      if (recorded) return recorded.answer
      if (left === 1) throw new PortalError('server.unavailable')
    } catch (error) {
      await call.inUnit((tx) => endLease(tx, leaseId)).catch(() => undefined)
      throw error
    }
  }
}

/**
 * Removes an object's bytes from the store when no writer has a lease on them and `forget`, in the transaction that takes the lease, returns true:
 * then the bytes are unused. False when they stay. If the store fails, the lease lasts until it expires, because the removal may still be running.
 */
export async function removeObject(
  inTransaction: InTransaction,
  bytes: ByteStore,
  name: ObjectName,
  forget: (tx: Tx) => Promise<boolean>,
): Promise<boolean> {
  const leaseId = await inTransaction((tx) => leaseForRemoval(tx, name, forget))
  if (leaseId === undefined) return false
  await bytes.removeObject(name)
  await inTransaction((tx) => endLease(tx, leaseId))
  return true
}

/** Deletes the leases of ended processes. */
export async function forgetExpiredLeases(tx: Tx): Promise<void> {
  await tx.delete(storageLease).where(isExpired)
}

const leases = z.tuple([z.object({ lease: z.nullable(z.string()) })])

async function leaseForWriting(call: UnitCall, names: readonly string[]): Promise<string> {
  const deadline = Date.now() + PATIENCE
  for (;;) {
    const rows = await call.onceInUnit(sql`select portal_lease_objects(${JSON.stringify(names)}::json) as lease`)
    const [{ lease }] = z.parse(leases, rows)
    if (lease !== null) return lease
    if (Date.now() > deadline) throw new PortalError('server.unavailable')
    await pause(100)
  }
}

async function leaseForRemoval(
  tx: Tx,
  { unitId, sha256 }: ObjectName,
  forget: (tx: Tx) => Promise<boolean>,
): Promise<string | undefined> {
  // The same name as in `portal_lease_objects`: a writer and a remover see each other's lease.
  await lockUntilEnd(tx, `storage object ${unitId} ${sha256}`)
  const ofObject = and(eq(storageLease.unitId, unitId), eq(storageLease.sha256, sha256))
  // Deleted, not only ignored: a writer that is slower than its lease finds that it has none.
  await tx.delete(storageLease).where(and(ofObject, isExpired))
  const [held] = await tx.select({ leaseId: storageLease.leaseId }).from(storageLease).where(ofObject).limit(1)
  if (held || !(await forget(tx))) return undefined
  const [lease] = await tx
    .insert(storageLease)
    .values({ unitId, sha256, removes: true, expiresAt: sql`now() + ${REMOVAL_LIFE}` })
    .returning({ leaseId: storageLease.leaseId })
  return lease?.leaseId
}

const isExpired: SQL = lte(storageLease.expiresAt, sql`now()`)

async function endLease(tx: Tx, leaseId: string): Promise<number> {
  const { rowCount } = await tx.delete(storageLease).where(eq(storageLease.leaseId, leaseId))
  return rowCount ?? 0
}

/** The condition that a row is of these bytes. */
export function isObject({ unitId, sha256 }: ObjectName): SQL | undefined {
  return and(eq(storageObject.unitId, unitId), eq(storageObject.sha256, sha256))
}

/** The condition that neither a file, nor a version of one, nor an account picture, nor a message, nor a hand-in, nor an export of the unit uses an object. */
export function isUnshown(tx: Tx): SQL | undefined {
  return and(
    ...[storageFile, storageFileVersion, accountPicture, publicationFile, handInFile, unitExport].map((table) =>
      notExists(showing(tx, table)),
    ),
  )
}

/** Deletes an object's row unless it is used, newer than `before`, or locked; true when it did, and the bytes may be removed. */
export async function forgetUnshown(tx: Tx, name: ObjectName, before?: Date): Promise<boolean> {
  const [locked] = await tx
    .select({ sha256: storageObject.sha256 })
    .from(storageObject)
    .where(and(isObject(name), before && lt(storageObject.confirmedAt, before)))
    .for('update', { skipLocked: true })
  if (!locked) return false
  // A separate statement after the lock: it sees the file of the transaction that held the row until now.
  const { rowCount } = await tx.delete(storageObject).where(and(isObject(name), isUnshown(tx)))
  return Boolean(rowCount)
}

/** The rows of a table that use an object of the surrounding query. */
function showing(
  tx: Tx,
  table:
    | typeof storageFile
    | typeof storageFileVersion
    | typeof accountPicture
    | typeof publicationFile
    | typeof handInFile
    | typeof unitExport,
) {
  return tx
    .select({ one: sql`1` })
    .from(table)
    .where(and(eq(table.unitId, storageObject.unitId), eq(table.sha256, storageObject.sha256)))
}
