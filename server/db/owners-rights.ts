import { sql } from 'drizzle-orm'
import type { Tx } from './database.ts'

/**
 * Runs statements of a unit's transaction with the owner's rights: the trail, consents and uses of faces are append-only for the application. Row-level security does
 * not narrow them, so each statement limits itself to the unit. After a failure the transaction is of no use, and its role ends with it.
 */
export async function withOwnersRights<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await tx.execute(sql`set local role none`)
  const result = await work()
  await tx.execute(sql`set local role portal_app`)
  return result
}
