import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Tx } from '../../db/database.ts'
import { queryValue } from '../../db/query.ts'
import { isOperator } from './may-act-for.ts'

/**
 * Throws 'people.last_administrator' when no open account is an administrator's. Whatever closes accounts or takes the role asks it afterwards, in the same
 * transaction; two who do so at once wait here for one another.
 */
export async function requireAdministratorLeft(tx: Tx): Promise<void> {
  await tx.execute(sql`select from role where service = 'base' and code = 'XX_SYS_' for update`)
  if (!(await hasAdministrator(tx))) throw new PortalError('people.last_administrator')
}

/** Whether an open account of the unit is an administrator's. */
export async function hasAdministrator(tx: Tx): Promise<boolean> {
  return queryValue(tx, z.boolean())`
    select exists (
      select from user_account a where a.status = 1 and (${isOperator('a')} or exists (
        select from role_member m join role r on r.role_id = m.role_id
        where m.user_id = a.user_id and r.service = 'base' and r.code = 'XX_SYS_')))`
}
