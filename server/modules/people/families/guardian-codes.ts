import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { GUARDIAN_CODE_DAYS } from '../../../../contract/endpoints/family/join.ts'
import type { CodeSlip } from '../../../../contract/endpoints/people/people.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import type { Database, Tx } from '../../../db/database.ts'
import { queryRows } from '../../../db/query.ts'
import { guardianCode as guardianCodeTable } from '../../../db/tables.generated.ts'
import { cleanUp } from '../../../jobs/clean-up.ts'
import type { RecordChange } from '../../../http/admin-events.ts'
import type { ClassScope, Session } from '../../../http/call.ts'
import { classesOf } from '../../auth/class-scope.ts'
import { requireMayActFor } from '../../auth/may-act-for.ts'
import { createCode, hashCode } from '../../auth/written-code.ts'
import { findPeopleOf, type FoundPerson, requirePeople } from '../list/list-people.ts'

/** Pupils of the caller's part of the unit. Throws 'people.gone', also for people who are no pupils. */
export function requirePupils(tx: Tx, scope: ClassScope, ids: readonly string[]): Promise<FoundPerson[]> {
  return requirePeople(
    tx,
    [...new Set(ids)].map((id) => ({ kind: 'pupil', id })),
    scope,
  )
}

/**
 * Makes a code for each pupil, which ends the one before. `scope`: the part of the unit in which the caller may act, beyond which the code leads to no guardian's account. Throws
 * 'people.inactive', and 'access.denied' for a pupil out of the giver's reach.
 */
export async function giveGuardianCodes(
  tx: Tx,
  giver: Session,
  { pupils, scope }: { readonly pupils: readonly FoundPerson[]; readonly scope: ClassScope },
  record: RecordChange,
): Promise<CodeSlip[]> {
  if (pupils.some(({ active }) => !active)) throw new PortalError('people.inactive')
  await requireMayActFor(
    tx,
    giver,
    pupils.flatMap(({ userId }) => userId ?? []),
  )
  const { unitId, userId: madeBy } = giver
  const made = pupils.map((pupil) => ({ pupil, guardianCode: createCode() }))
  for (const { pupil, guardianCode } of made) {
    await revokeGuardianCode(tx, pupil.id)
    await tx.execute(sql`
      insert into guardian_code (unit_id, student_id, code_hash, made_by, classes, expires_at)
      values (${unitId}, ${pupil.id}, ${hashCode(guardianCode)}, ${madeBy}, ${scope && classesOf(scope)}, now() + make_interval(days => ${GUARDIAN_CODE_DAYS}))`)
    await record(tx, { target: { kind: 'pupil', id: pupil.id }, changes: { guardianCode: true } })
  }
  return made.map(({ pupil: { kind, id, realName, englishName, places }, guardianCode }) => {
    return { kind, id, realName, englishName, place: places[0] ?? null, guardianCode }
  })
}

const childRow = z.object({ parentId: z.string(), studentId: z.string() })

/** One child of each of these parents, of the caller's part of the unit: the first by class and number, so that both parents get the code of the same one. */
export async function findChildren(tx: Tx, scope: ClassScope, parents: readonly string[]): Promise<FoundPerson[]> {
  const all = await queryRows(tx, childRow)`
    select g.parent_id as "parentId", s.student_id as "studentId" from guardian g join student s using (student_id)
    join class_group c using (class_id) join grade e using (grade_id)
    where g.parent_id = any (${sql.param(parents)}::uuid[]) order by e.position, c.position, s.student_number, s.student_id`
  const found = await findPeopleOf(
    tx,
    scope,
    [...new Set(all.map(({ studentId }) => studentId))].map((id) => ({ kind: 'pupil', id })),
  )
  const pupils = new Map(found.filter(({ active }) => active).map((pupil) => [pupil.id, pupil]))
  const first = parents.flatMap(
    (parent) => all.find(({ parentId, studentId }) => parentId === parent && pupils.has(studentId))?.studentId ?? [],
  )
  return [...new Set(first)].flatMap((id) => pupils.get(id) ?? [])
}

/** Ends the open code of a pupil. */
export async function revokeGuardianCode(tx: Tx, studentId: string): Promise<void> {
  await tx.execute(
    sql`update guardian_code set revoked_at = now() where student_id = ${studentId} and revoked_at is null and expires_at > now()`,
  )
}

/** Deletes codes that have been of no use for a while, in every unit. */
export const cleanUpGuardianCodes = (database: Database, signal?: AbortSignal) =>
  cleanUp(database, [{ from: guardianCodeTable, where: sql`expires_at < now() - interval '30 days'` }], signal)
