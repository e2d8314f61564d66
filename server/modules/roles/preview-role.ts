import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type * as unitRoles from '../../../contract/endpoints/people/unit-roles.ts'
import type { ParsedRequestOf, ResponseOf } from '../../../contract/endpoint.ts'
import type { UserType } from '../../../contract/endpoint.ts'
import type { Tx } from '../../db/database.ts'
import { queryValues } from '../../db/query.ts'
import type { Session } from '../../http/call.ts'
import { readUnitIcons } from '../desktop/desktop.ts'
import { requireRole } from './stored-role.ts'

const userTypes: Readonly<Record<'1' | '2' | '3' | '4', UserType>> = { '1': 1, '2': 2, '3': 3, '4': 4 }

/** The desktop of a person of a type with one role, in the unit's order. No session is opened: only who holds a code is asked otherwise. Throws 'role.gone'. */
export async function previewRole(
  tx: Tx,
  { unitType }: Session,
  { roleId, userType: wanted }: ParsedRequestOf<typeof unitRoles.preview>,
): Promise<ResponseOf<typeof unitRoles.preview>> {
  await requireRole(tx, roleId)
  const userType = userTypes[wanted]
  const byTypeOrRole = sql`(g.user_type = ${userType}::smallint or g.role_id = ${roleId})`
  const groups = await readUnitIcons(tx, {
    unitType,
    userType,
    holds: (code) => sql`exists (
      select from permission_grant g where g.code in (${code}, regexp_replace(${code}, '_', '_area_')) and ${byTypeOrRole})`,
    // What is limited to classes or campuses depends on the person.
    isAmong: ({ roles, classes, campuses }) => sql`((cardinality(${roles}) = 0 or ${roleId} = any (${roles}))
      and cardinality(${classes}) + cardinality(${campuses}) = 0)`,
  })
  const codes = await queryValues(tx, z.string())`
    select distinct g.code from permission_grant g where ${byTypeOrRole} order by g.code`
  return { groups, codes }
}
