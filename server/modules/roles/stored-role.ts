import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Tx } from '../../db/database.ts'
import { asId, queryRows } from '../../db/query.ts'

/** The service of a unit's own roles. */
export const OWN = 'own'
/** The service of the operator's role, which comes with the account's flag. */
export const OPERATORS = 'portal'

const storedRole = z.object({
  roleId: z.string(),
  name: z.string(),
  englishName: z.string(),
  builtIn: z.boolean(),
  administrator: z.boolean(),
  codes: z.array(z.string()),
})
export type StoredRole = z.infer<typeof storedRole>

/** Locked until the end of the transaction. Throws 'role.gone'. */
export async function requireRole(tx: Tx, roleId: string): Promise<StoredRole> {
  // A statement that waits for the lock would read the codes as they were before it.
  await tx.execute(sql`select from role where role_id = ${asId(roleId)} for update`)
  const [found] = await queryRows(tx, storedRole)`
    select r.role_id as "roleId", r.name, r.english_name as "englishName", r.service <> ${OWN} as "builtIn",
      r.service = 'base' and r.code = 'XX_SYS_' as administrator,
      array(select g.code from permission_grant g where g.role_id = r.role_id order by g.code) as codes
    from role r where r.role_id = ${asId(roleId)} and r.service <> ${OPERATORS}`
  if (!found) throw new PortalError('role.gone')
  return found
}
