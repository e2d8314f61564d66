import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { ADMIN_PERMISSIONS, isAdministrative, PERMISSION_CODES } from '../../../contract/permissions.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Tx } from '../../db/database.ts'
import type { Session } from '../../http/call.ts'
import { heldPermissions } from '../tenants/permissions.ts'

/**
 * Throws 'access.denied' when one of the accounts, or the other account of the same person, is an administrator's, or has by a role a right of administrators
 * that the caller has not: a right to keep people's data must not become another one by a new password or address. Administrators may change all but the operator's,
 * who has all units: that account is changed by itself alone.
 */
export async function protectAdministrators(tx: Tx, caller: Session, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  await protectOperator(tx, caller, userIds)
  if (caller.admin) return
  const held = await heldPermissions(tx, caller, ADMIN_PERMISSIONS)
  const lacking = ADMIN_PERMISSIONS.filter((code) => !held.has(code))
  const { rows } = await tx.execute(sql`
    with wanted as materialized (
      select a.user_id from unnest(${sql.param([...userIds])}::uuid[]) as w (user_id)
      join user_account o on o.user_id = w.user_id
      join user_account a on a.unit_id = o.unit_id and (a.user_id = o.user_id or a.user_id = o.parent_id or a.parent_id = o.user_id)),
    guarded as materialized (
      select r.role_id from role r
      where r.service = 'base' and r.code = 'XX_SYS_' or exists (
        select from permission_grant g
        where g.role_id = r.role_id
          and (g.code = any (${sql.param(lacking)}::text[]) or regexp_replace(g.code, '_area_', '_') = any (${sql.param(lacking)}::text[]))))
    select from wanted where exists (
      select from portal_held_roles(wanted.user_id) as held where held.role_id in (select role_id from guarded))
    limit 1`)
  if (rows.length > 0) throw new PortalError('access.denied')
}

const left = z.tuple([z.object({ left: z.boolean() })])

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
  const { rows } = await tx.execute(sql`
    select exists (
      select from user_account a where a.status = 1 and (a.superman or exists (
        select from role_member m join role r on r.role_id = m.role_id
        where m.user_id = a.user_id and r.service = 'base' and r.code = 'XX_SYS_'))) as left`)
  return z.parse(left, rows)[0].left
}

const accounts = z.array(z.object({ userId: z.string() }))
const ADMINISTRATIVE = PERMISSION_CODES.filter(isAdministrative)

/** Those of the accounts with any right of the administration. A teacher who could give one a new password would get that right. */
export async function findOfficials(tx: Tx, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await tx.execute(sql`
    select a.user_id as "userId" from user_account a
    where a.user_id = any (${sql.param([...userIds])}::uuid[]) and (
      exists (
        select from portal_roles(a.user_id) as held (role_id) join role r on r.role_id = held.role_id
        where r.service = 'base' and r.code = 'XX_SYS_')
      or exists (
        select from unnest(${sql.param([...ADMINISTRATIVE])}::text[]) as wanted (code)
        where portal_holds(a.unit_id, a.user_id, a.user_type, wanted.code)))`)
  return new Set(z.parse(accounts, rows).map(({ userId }) => userId))
}

async function protectOperator(tx: Tx, { userId }: Session, userIds: readonly string[]): Promise<void> {
  const { rows } = await tx.execute(sql`
    select from user_account a
    where a.superman and a.user_id <> ${userId}::uuid and a.user_id = any (${sql.param([...userIds])}::uuid[]) limit 1`)
  if (rows.length > 0) throw new PortalError('access.denied')
}
