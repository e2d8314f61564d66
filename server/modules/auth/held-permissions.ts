import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { PermissionCode } from '../../../contract/permissions.ts'
import type { Tx } from '../../db/database.ts'
import { queryValues } from '../../db/query.ts'
import type { Session } from '../../http/call.ts'

/** Those of the codes that the caller was granted in the whole unit: for rights within an answer, which the endpoint's own `permission` does not check. */
export async function heldPermissions(
  tx: Tx,
  { unitId, userId, userType }: Session,
  codes: readonly PermissionCode[],
): Promise<ReadonlySet<string>> {
  const found = await queryValues(tx, z.string())`
    select code from unnest(${sql.param([...codes])}::text[]) as wanted (code)
    where portal_holds(${unitId}, ${userId}, ${userType}::smallint, code, false)`
  return new Set(found)
}
