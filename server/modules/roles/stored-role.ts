import { asc, eq } from 'drizzle-orm'
import { PortalError } from '../../../contract/portal-error.ts'
import { isRowId, type Tx } from '../../db/database.ts'
import { permissionGrant, role } from '../../db/tables.generated.ts'

/** The service of a unit's own roles. */
export const OWN = 'own'
/** The service of the operator's role, which comes with the account's flag. */
export const OPERATORS = 'portal'

export interface StoredRole {
  readonly roleId: string
  readonly name: string
  readonly englishName: string
  readonly builtIn: boolean
  readonly administrator: boolean
  readonly codes: readonly string[]
}

/** Locked until the end of the transaction. Throws 'role.gone'. */
export async function requireRole(tx: Tx, roleId: string): Promise<StoredRole> {
  const [found] = isRowId(roleId) ? await tx.select().from(role).where(eq(role.roleId, roleId)).for('update') : []
  if (!found || found.service === OPERATORS) throw new PortalError('role.gone')
  const granted = await tx
    .select({ code: permissionGrant.code })
    .from(permissionGrant)
    .where(eq(permissionGrant.roleId, roleId))
    .orderBy(asc(permissionGrant.code))
  const { service, code, name, englishName } = found
  const codes = granted.map((one) => one.code)
  return {
    roleId,
    name,
    englishName,
    builtIn: service !== OWN,
    administrator: service === 'base' && code === 'XX_SYS_',
    codes,
  }
}
