import { and, eq, notExists, sql, type SQL } from 'drizzle-orm'
import type { Tx } from '../db/database.ts'
import { accountPicture, storageFile, storageObject } from '../db/schema/storage.ts'
import type { ByteStore, ObjectName } from '../storage/byte-store.ts'

/** The condition that a row is the one of these bytes. */
export function isObject({ unitId, sha256 }: ObjectName): SQL | undefined {
  return and(eq(storageObject.unitId, unitId), eq(storageObject.sha256, sha256))
}

/** The condition that no file shows an object, and nobody has it as their own picture. */
export function isUnshown(tx: Tx): SQL | undefined {
  return and(...[storageFile, accountPicture].map((table) => notExists(showing(tx, table))))
}

/**
 * Deletes an object's row and bytes unless something shows it; true when it did. The caller holds the row's lock: whoever claims the same bytes
 * meanwhile waits for it, and then brings them again.
 */
export async function removeUnshown(tx: Tx, bytes: ByteStore, name: ObjectName): Promise<boolean> {
  // A statement of its own, after the lock: it sees the file of whoever held the row until now.
  const deleted = await tx
    .delete(storageObject)
    .where(and(isObject(name), isUnshown(tx)))
    .returning({ sha256: storageObject.sha256 })
  if (deleted.length === 0) return false
  await bytes.removeObject(name)
  return true
}

/** What of a table shows an object of the surrounding query. */
function showing(tx: Tx, table: typeof storageFile | typeof accountPicture) {
  return tx
    .select({ one: sql`1` })
    .from(table)
    .where(and(eq(table.unitId, storageObject.unitId), eq(table.sha256, storageObject.sha256)))
}
