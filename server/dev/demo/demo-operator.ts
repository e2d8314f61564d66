import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Database, Tx } from '../../db/database.ts'
import { queryAny, queryRows } from '../../db/query.ts'
import { createPasswords } from '../../modules/auth/passwords/passwords.ts'
import { DEMO_PASSWORD } from './seed-demo-school.ts'

/**
 * Closes operators who still have the demo's password, and takes them out of the operators: for a portal that others can reach, whose data were the demo's. Their
 * username is free then, so that `npm run setup` and the set-up link make an operator as for any portal without one.
 */
export async function withdrawDemoOperator(database: Database): Promise<void> {
  const found = await database.asOwner(
    (tx) => queryRows(tx, z.object({ userId: z.string(), hash: z.string() }))`
      select a.user_id as "userId", c.password_hash as hash from user_account a join credential c using (user_id)
      where a.superman and a.status = 1`,
  )
  if (found.length === 0) return
  const passwords = createPasswords({ threads: 1 })
  try {
    for (const { userId, hash } of found) {
      if (!(await passwords.verify(hash, DEMO_PASSWORD))) continue
      await database.asOwner(async (tx) => {
        await tx.execute(sql`delete from session where user_id = ${userId}`)
        await tx.execute(sql`delete from credential where user_id = ${userId}`)
        await tx.execute(sql`
          update user_account set superman = false, status = 0, login_name = 'demo-' || right(${userId}, 12) where user_id = ${userId}`)
      })
    }
  } finally {
    await passwords.close()
  }
}

/** Whether the data have a school of the demo, whose passwords are known. */
export function hasDemoSchool(tx: Tx): Promise<boolean> {
  return queryAny(tx)`select from unit_host where host = 'ginkgo.localhost'`
}
