import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Tx } from '../../db/database.ts'
import { queryValue } from '../../db/query.ts'

/**
 * Whether one of the accounts, or the other account of the same person, is a teacher's or an employee's: what gives such an account's credentials away opens more than
 * what one family sees, and needs a fresh second factor.
 */
export async function concernsStaff(tx: Tx, userIds: readonly string[]): Promise<boolean> {
  if (userIds.length === 0) return false
  return queryValue(tx, z.boolean())`
    select exists (select from user_account o
    join user_account a on a.unit_id = o.unit_id and (a.user_id = o.user_id or a.user_id = o.parent_id or a.parent_id = o.user_id)
    where o.user_id = any (${sql.param([...userIds])}::uuid[]) and (a.user_type in (2, 4) or a.superman))`
}
