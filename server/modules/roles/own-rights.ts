import * as z from 'zod/mini'
import { sql } from 'drizzle-orm'
import type { ScopeKey } from '../../../contract/endpoints/people/unit-roles.ts'
import { isAdministering } from '../../../contract/permissions.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Tx } from '../../db/database.ts'
import { queryAny, queryValues } from '../../db/query.ts'
import type { Session } from '../../http/call.ts'

/** Administrators give everyday rights to whole types, so they count as held: else one that was taken from all types could not be given back. */
const isHeldByOffice = (session: Session, code: string) => session.admin && !isAdministering(code)

/** The codes that the caller holds in the whole unit, as they were granted. */
export async function readOwnCodes(tx: Tx, session: Session): Promise<Pick<ReadonlySet<string>, 'has'>> {
  const codes = await queryValues(tx, z.string())`
    select distinct g.code as id from permission_grant g
    where g.user_type = ${session.userType}::smallint or g.role_id in (
      select held.role_id from portal_held_roles(${session.userId}) as held
      where num_nonnulls(held.scope_campus_id, held.scope_grade_id, held.scope_class_id) = 0)`
  const held = new Set(codes)
  return { has: (code) => held.has(code) || isHeldByOffice(session, code) }
}

/**
 * Throws 'role.beyond_own' unless the caller holds all codes in all of the scope. Not compared by classes: a grade gets new ones, and who holds a right in its
 * classes of today does not hold it in the grade.
 */
export async function requireHeld(tx: Tx, session: Session, codes: readonly string[], scope: ScopeKey): Promise<void> {
  const at = (kind: ScopeKey['kind']) => sql`${scope.kind === kind ? scope.id : null}::uuid`
  const isMissing = await queryAny(tx)`
    select wanted.code from unnest(${sql.param(codes.filter((code) => !isHeldByOffice(session, code)))}::text[]) as wanted (code)
    where not exists (select from permission_grant g where g.code = wanted.code and g.user_type = ${session.userType}::smallint)
      and not exists (
        select from portal_held_roles(${session.userId}) as held join permission_grant g on g.role_id = held.role_id
        where g.code = wanted.code and (
          num_nonnulls(held.scope_campus_id, held.scope_grade_id, held.scope_class_id) = 0
          or held.scope_campus_id = ${at('campus')} or held.scope_grade_id = ${at('grade')} or held.scope_class_id = ${at('class')}
          or exists (
            select from class_group c
            where c.class_id = ${at('class')} and (c.campus_id = held.scope_campus_id or c.grade_id = held.scope_grade_id))))
    limit 1`
  if (isMissing) throw new PortalError('role.beyond_own')
}

export const WHOLE_UNIT: ScopeKey = { kind: 'unit', id: null }
