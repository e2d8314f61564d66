import { and, eq, isNull, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { StreamCall } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import type { storageFile, storageFolder } from '../../db/schema/storage.ts'
import { lockUntilEnd } from '../../db/transaction-lock.ts'

/** Whose files: everybody sees their own, and nobody else's. */
export interface Owner {
  readonly unitId: string
  readonly userId: string
}

/** The caller as an owner of files. */
export function ownerOf(call: Pick<StreamCall, 'session'>): Owner {
  return { unitId: call.session.unitId, userId: call.session.userId }
}

/** The condition that a row of files or folders is the owner's. The unit stands beside row-level security for the sake of the indexes. */
export function ownedBy(table: typeof storageFile | typeof storageFolder, owner: Owner): SQL | undefined {
  return and(eq(table.unitId, owner.unitId), eq(table.ownerId, owner.userId))
}

/** The condition that something lies in a folder, or at the top for null. */
export function liesIn(column: PgColumn, folderId: string | null): SQL {
  return folderId === null ? isNull(column) : eq(column, folderId)
}

/**
 * Makes everything that changes a person's names and folders wait for each other until the transaction ends, so that two uploads cannot take
 * the same name and nothing arrives in a folder that is being removed.
 */
export async function lockNames(tx: Tx, owner: Owner): Promise<void> {
  await lockUntilEnd(tx, `storage names of ${owner.userId}`)
}
