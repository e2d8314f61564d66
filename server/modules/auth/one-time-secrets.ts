import { and, desc, eq, gt, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from '../../db/database.ts'
import { userAccount, type handover } from '../../db/schema/identity.ts'
import type { loginTicket } from '../../db/schema/third-parties.ts'

/** Keeps `max` of somebody's rows, those of which `newest` is the latest. `mine`: which are theirs. */
export async function dropOldest(
  tx: Tx,
  table: PgTable,
  { key, newest, mine, max }: { key: PgColumn; newest: PgColumn; mine: SQL; max: number },
): Promise<void> {
  const surplus = tx.select({ key }).from(table).where(mine).orderBy(desc(newest)).offset(max)
  await tx.delete(table).where(inArray(key, surplus))
}

/** That a row is the one of a secret which is good just now, and of an account that is open: to be asked for in the statement that uses it up. */
export function isGood(table: typeof handover | typeof loginTicket, secretHash: Buffer): SQL | undefined {
  return and(
    eq(table.secretHash, secretHash),
    isNull(table.usedAt),
    gt(table.expiresAt, sql`now()`),
    eq(userAccount.userId, table.userId),
    eq(userAccount.status, 1),
  )
}
