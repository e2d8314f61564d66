import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { PermissionCode } from '../../../contract/permissions.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Tx } from '../../db/database.ts'
import { queryValue, queryValues } from '../../db/query.ts'
import type { ClassScope, Session } from '../../http/call.ts'

/** The classes as an array of the database. Only with a scope. */
export const classesOf = (scope: readonly string[]) => sql`${sql.param([...scope])}::uuid[]`

/** The classes in which the caller holds a code; null: in the whole unit. Empty without it. */
export async function readScope(
  tx: Tx,
  { unitId, userId, userType }: Session,
  code: PermissionCode,
): Promise<ClassScope> {
  return queryValue(tx, z.nullable(z.array(z.string())))`
    select portal_scope(${unitId}, ${userId}, ${userType}::smallint, ${code})`
}

/**
 * Those of the accounts that are not of a part of the unit. Of it is a pupil's in one of the classes, and a parent's whose children at the school are all in them, since a new
 * password of theirs opens the others' portal too. A parent who is a teacher as well can switch to that account, and counts in no part.
 */
export async function findBeyondScope(
  tx: Tx,
  scope: ClassScope,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (scope === null || userIds.length === 0) return new Set()
  const beyond = await queryValues(tx, z.string())`
    select wanted.user_id from unnest(${sql.param([...userIds])}::uuid[]) as wanted (user_id)
    where not exists (select from student s where s.user_id = wanted.user_id and s.class_id = any (${classesOf(scope)}))
      and not exists (
        select from user_account a
        where a.user_id = wanted.user_id and a.user_type = 3
          and not exists (select from user_account l where l.parent_id = a.user_id)
          and exists (
            select from guardian r join student s using (student_id) where r.parent_id = a.user_id and s.class_id = any (${classesOf(scope)}))
          and not exists (
            select from guardian r join student s using (student_id)
            where r.parent_id = a.user_id and s.class_id is not null and s.class_id <> all (${classesOf(scope)})))`
  return new Set(beyond)
}

/** Throws 'access.part' unless all accounts are of the caller's part of the unit. */
export async function requireAccountsInScope(tx: Tx, scope: ClassScope, userIds: readonly string[]): Promise<void> {
  if ((await findBeyondScope(tx, scope, userIds)).size > 0) throw new PortalError('access.part')
}

/** Throws 'access.part' for a class that is not of the caller's part of the unit, also for none. */
export function requireClassInScope(scope: ClassScope, classId: string | null): void {
  if (scope !== null && (classId === null || !scope.includes(classId))) throw new PortalError('access.part')
}
