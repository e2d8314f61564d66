import { randomUUID } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import { PortalError } from '../../../contract/portal-error.ts'
import type { StreamCall } from '../../http/call.ts'
import type { Database, Tx } from '../../db/database.ts'
import { queryRows } from '../../db/query.ts'
import { pause } from '../../runtime/clock.ts'
import { storageLease } from '../../db/tables.generated.ts'
import type { ByteStore, ObjectName } from '../../blobs/byte-store.ts'
import { BATCH, cleanUp } from '../../jobs/clean-up.ts'

/** Runs work in a transaction that sees the object's rows. */
type InTransaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** Deletes what refers to objects; returns those whose bytes are unused then. */
type Forget = (tx: Tx, names: readonly ObjectName[]) => Promise<readonly ObjectName[]>

type UnitCall = Pick<StreamCall, 'inUnit' | 'onceInUnit'>

/** Milliseconds to wait for a removal of bytes before they are written again. */
const PATIENCE = 5000
/** Longer than the store's attempts to remove an object: several requests to a bucket, each sent four times, each for up to 35 seconds. */
const REMOVAL_LIFE = sql`interval '20 minutes'`
/** Milliseconds after the lease in which a removal may begin, so that it ends within the lease. */
const REMOVALS_BEGIN = 10 * 60_000
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
 * Removes the bytes of objects from the store that no writer has a lease on and that `forget` returns, in the transaction that takes the leases: they are unused. Returns
 * how many. If the store fails, the lease of that object lasts until it expires, because the removal may still be running.
 */
export async function removeObjects(
  inTransaction: InTransaction,
  bytes: ByteStore,
  names: readonly ObjectName[],
  forget: Forget,
  signal?: AbortSignal,
): Promise<number> {
  if (names.length === 0) return 0
  const leaseId = randomUUID()
  const until = Date.now() + REMOVALS_BEGIN
  const gone = await inTransaction((tx) => leaseForRemoval(tx, leaseId, names, forget))
  let begun = 0
  let removed = 0
  try {
    for (const name of gone) {
      signal?.throwIfAborted()
      if (Date.now() > until) break
      begun += 1
      await bytes.removeObject(name)
      removed += 1
    }
  } finally {
    // All but one that failed. Those that were not begun are bytes without a row now, which the cleanup finds in the store.
    const settled = [...gone.slice(0, removed), ...gone.slice(begun)]
    if (settled.length > 0)
      await inTransaction((tx) =>
        tx.execute(sql`delete from storage_lease where lease_id = ${leaseId} and ${isAmong(settled)}`),
      )
  }
  return removed
}

/** Removes what `find` finds in every unit, as `removeObjects` does, until it finds no more of it. Returns how many. */
export async function removeFound(
  database: Database,
  bytes: ByteStore,
  {
    find,
    forget,
  }: { readonly find: (tx: Tx, most: number) => Promise<readonly ObjectName[]>; readonly forget: Forget },
  signal?: AbortSignal,
): Promise<number> {
  for (let sum = 0; ;) {
    const names = await database.asOwner((tx) => find(tx, BATCH))
    const removed = await removeObjects((work) => database.asOwner(work), bytes, names, forget, signal)
    sum += removed
    if (names.length < BATCH || removed === 0) return sum
  }
}

/** Deletes the leases of ended processes. */
export const forgetExpiredLeases = (database: Database, signal?: AbortSignal) =>
  cleanUp(database, [{ from: storageLease, where: isExpired }], signal)

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
  leaseId: string,
  names: readonly ObjectName[],
  forget: Forget,
): Promise<readonly ObjectName[]> {
  // The same names as in `portal_lease_objects`: a writer and a remover see each other's lease. What a writer locks just now stays.
  const locked = await queryRows(tx, objectRow)`
    select unit_id as "unitId", sha256 from ${rowsOf(names)} o
    where pg_try_advisory_xact_lock(hashtextextended('storage object ' || unit_id || ' ' || sha256, 0))`
  // Deleted, not only ignored: a writer that is slower than its lease finds that it has none.
  await tx.execute(sql`delete from storage_lease where ${isAmong(locked)} and ${isExpired}`)
  const free = await queryRows(tx, objectRow)`
    select unit_id as "unitId", sha256 from ${rowsOf(locked)} o
    where not exists (select from storage_lease l where l.unit_id = o.unit_id and l.sha256 = o.sha256)`
  const gone = await forget(tx, free)
  await tx.execute(sql`
    insert into storage_lease (lease_id, unit_id, sha256, removes, expires_at)
    select ${leaseId}::uuid, unit_id, sha256, true, now() + ${REMOVAL_LIFE} from ${rowsOf(gone)} o`)
  return gone
}

/** A row about an object. */
export const objectRow = z.object({ unitId: z.string(), sha256: z.string() })

/** Names as rows (unit_id, sha256). */
export function rowsOf(names: readonly ObjectName[]): SQL {
  const list = names.map(({ unitId, sha256 }) => ({ unit_id: unitId, sha256 }))
  return sql`(select * from json_to_recordset(${JSON.stringify(list)}::json) r (unit_id uuid, sha256 text))`
}

/** The condition that a row is about one of these bytes. */
function isAmong(names: readonly ObjectName[]): SQL {
  return sql`(unit_id, sha256) in ${rowsOf(names)}`
}

const isExpired = sql`expires_at <= now()`

async function endLease(tx: Tx, leaseId: string): Promise<number> {
  const { rowCount } = await tx.execute(sql`delete from storage_lease where lease_id = ${leaseId}`)
  return rowCount ?? 0
}

/** The tables that use objects. */
const USERS = [
  'storage_file',
  'storage_file_version',
  'account_picture',
  'publication_file',
  'hand_in_file',
  'unit_export',
]
/** The condition that nothing uses the object o. */
const isUnshown = sql.join(
  USERS.map((table) => {
    return sql`not exists (select from ${sql.identifier(table)} u where u.unit_id = o.unit_id and u.sha256 = o.sha256)`
  }),
  sql` and `,
)

/** Removes the objects that no table refers to and that no upload has stored since `before`, with their bytes. Returns how many. */
export function removeUnshown(
  database: Database,
  bytes: ByteStore,
  before: Date,
  signal?: AbortSignal,
): Promise<number> {
  const find = (tx: Tx, most: number) => queryRows(tx, objectRow)`
    select o.unit_id as "unitId", o.sha256 from storage_object o where ${isOlder(before)} and ${isUnshown} limit ${most}`
  const forget = (tx: Tx, names: readonly ObjectName[]) => forgetUnshown(tx, names, before)
  return removeFound(database, bytes, { find, forget }, signal)
}

const isOlder = (before: Date): SQL => sql`confirmed_at < ${before.toISOString()}::timestamptz`

/** Deletes the rows of objects unless they are used, newer than `before`, or locked; returns those whose bytes may be removed. */
export async function forgetUnshown(tx: Tx, names: readonly ObjectName[], before?: Date): Promise<ObjectName[]> {
  const locked = await queryRows(tx, objectRow)`
    select unit_id as "unitId", sha256 from storage_object
    where ${isAmong(names)} ${before ? sql`and ${isOlder(before)}` : sql``} for update skip locked`
  // A separate statement after the locks: it sees the files of the transactions that held the rows until now.
  return queryRows(tx, objectRow)`
    delete from storage_object o where ${isAmong(locked)} and ${isUnshown} returning unit_id as "unitId", sha256`
}

/** Those of the names that no row is about. An export of a unit counts for no person's quota, so that it has no row of an object. */
export const withoutRow = (tx: Tx, names: readonly ObjectName[]) => queryRows(tx, objectRow)`
  select unit_id as "unitId", sha256 from ${rowsOf(names)} n
  where not exists (select from storage_object o where o.unit_id = n.unit_id and o.sha256 = n.sha256)
    and not exists (select from unit_export e where e.unit_id = n.unit_id and e.sha256 = n.sha256)`
