import { and, eq, lt, notExists, sql, type SQL } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'
import { accountPicture, storageFile, storageObject } from '../../db/schema/storage.ts'
import type { ObjectName } from '../../blobs/byte-store.ts'

/** The condition that a row is the one of these bytes. */
export function isObject({ unitId, sha256 }: ObjectName): SQL | undefined {
  return and(eq(storageObject.unitId, unitId), eq(storageObject.sha256, sha256))
}

/** The condition that no file shows an object, and nobody has it as their own picture. */
export function isUnshown(tx: Tx): SQL | undefined {
  return and(...[storageFile, accountPicture].map((table) => notExists(showing(tx, table))))
}

/**
 * Deletes an object's row unless something shows it, it was brought after `before`, or another transaction is at it; true when it did, and the bytes may go.
 */
export async function forgetUnshown(tx: Tx, name: ObjectName, before?: Date): Promise<boolean> {
  const [locked] = await tx
    .select({ sha256: storageObject.sha256 })
    .from(storageObject)
    .where(and(isObject(name), before && lt(storageObject.confirmedAt, before)))
    .for('update', { skipLocked: true })
  if (!locked) return false
  // A statement of its own, after the lock: it sees the file of whoever held the row until now.
  const deleted = await tx
    .delete(storageObject)
    .where(and(isObject(name), isUnshown(tx)))
    .returning({ sha256: storageObject.sha256 })
  return deleted.length > 0
}

/** What of a table shows an object of the surrounding query. */
function showing(tx: Tx, table: typeof storageFile | typeof accountPicture) {
  return tx
    .select({ one: sql`1` })
    .from(table)
    .where(and(eq(table.unitId, storageObject.unitId), eq(table.sha256, storageObject.sha256)))
}
