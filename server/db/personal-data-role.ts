import { sql } from 'drizzle-orm'
import type { Tx } from './database.ts'

/**
 * Runs statements of a unit's transaction as the role that erases and merges people: it may also change what is append-only for the application (the trail, consents, uses
 * of faces). Row-level security narrows it to the unit, as it does the application. After a failure the transaction is of no use, and its role ends with it.
 */
export async function asPersonalDataRole<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await tx.execute(sql`set local role portal_personal_data`)
  const result = await work()
  await tx.execute(sql`set local role portal_app`)
  return result
}
