import * as z from 'zod/mini'
import type { ParsedRequestOf, ResponseOf } from '../../../../contract/endpoint.ts'
import * as ownClasses from '../../../../contract/endpoints/people/own-classes.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { isRowId, type Tx } from '../../../db/database.ts'
import { queryRows, queryValues } from '../../../db/query.ts'
import type { Session, StreamCall } from '../../../http/call.ts'
import { noticeOf } from '../../auth/account-notices.ts'
import type { Passwords } from '../../auth/passwords/passwords.ts'
import { readReach } from '../../auth/may-act-for.ts'
import { originOf, recordSignInEvent } from '../../auth/sign-in-events.ts'
import { heldPermissions } from '../../auth/held-permissions.ts'
import { writeFirstPasswords } from '../record/first-passwords.ts'
import { findPeopleOf, type FoundPerson } from '../list/list-people.ts'

/** The classes that the caller may help, by what is in the tables now. */
export async function listOwnClasses(
  tx: Tx,
  session: Session,
  classId: string | null = null,
): Promise<ResponseOf<typeof ownClasses.list>> {
  const { userId } = session
  const held = await heldPermissions(tx, session, ['roster_passwords'])
  return queryRows(tx, ownClasses.list.response.def.element)`
    select c.class_id as "classId", g.name || c.name as name, g.english_name || ' ' || c.english_name as "englishName",
      c.head_teacher_id is not distinct from ${userId}::uuid as "isHead", count(s.student_id)::int as students,
      count(s.student_id) filter (where s.user_id is not null and not exists (
        select from sign_in_event e where e.unit_id = portal_unit_id() and e.user_id = s.user_id and e.kind = 'signed-in'))::int as "neverSignedIn"
    from class_group c join grade g using (grade_id) left join student s on s.class_id = c.class_id
    where c.closed_on is null and (${classId}::uuid is null or c.class_id = ${classId}::uuid) and (
      c.head_teacher_id = ${userId}::uuid
      or ${held.has('roster_passwords')} and exists (
        select from class_teacher t where t.class_id = c.class_id and t.user_id = ${userId}::uuid))
    group by c.class_id, g.grade_id
    order by "isHead" desc, g.position, c.position, c.name`
}

/** Throws 'access.denied' unless it is the caller's, also for one that does not exist. */
async function requireOwnClass(tx: Tx, session: Session, classId: string) {
  const [own] = isRowId(classId) ? await listOwnClasses(tx, session, classId) : []
  if (!own) throw new PortalError('access.denied')
  return own
}

/** The pupils of a class, those who may get a password marked. */
async function findPupils(tx: Tx, classId: string): Promise<(FoundPerson & { mayReset: boolean })[]> {
  const ids = await queryValues(tx, z.string())`select student_id as id from student where class_id = ${classId}`
  const found = await findPeopleOf(
    tx,
    null,
    ids.map((id) => ({ kind: 'pupil', id })),
  )
  // The teacher's own rights do not count: this way asks for no second factor.
  const reach = await readReach(tx, 'stranger')
  const beyond = await reach.beyond(found.flatMap(({ userId }) => userId ?? []))
  return found
    .map((one) => ({ ...one, mayReset: one.userId !== null && one.active && !beyond.has(one.userId) }))
    .toSorted((a, b) => (a.number < b.number ? -1 : 1))
}

/** Throws 'access.denied' for a class that is not the caller's. */
export async function listOwnPupils(
  tx: Tx,
  session: Session,
  { classId }: ParsedRequestOf<typeof ownClasses.pupils>,
): Promise<ResponseOf<typeof ownClasses.pupils>> {
  const own = await requireOwnClass(tx, session, classId)
  return { ...own, pupils: (await findPupils(tx, classId)).map((one) => ({ ...one, studentId: one.id })) }
}

/** Pupils of a class of the caller's. Throws 'access.denied' for every other class and its pupils. */
export async function findOwnPupils(
  tx: Tx,
  session: Session,
  classId: string,
  wanted: readonly string[],
): Promise<(FoundPerson & { mayReset: boolean })[]> {
  await requireOwnClass(tx, session, classId)
  const found = (await findPupils(tx, classId)).filter(({ id }) => wanted.includes(id))
  if (found.length < new Set(wanted).size) throw new PortalError('access.denied')
  return found
}

/** Throws what the endpoint says. */
export async function givePupilsPasswords(
  call: StreamCall,
  passwords: Passwords,
  { classId, pupils: wanted, onlyNew }: ParsedRequestOf<typeof ownClasses.firstPasswords>,
): Promise<ResponseOf<typeof ownClasses.firstPasswords>> {
  const { session, request } = call
  const origin = originOf(request)
  const { slips } = await writeFirstPasswords(call, passwords, {
    async find(tx) {
      const found = await findOwnPupils(tx, session, classId, wanted)
      if (found.some(({ mayReset }) => !mayReset)) throw new PortalError('access.denied')
      return onlyNew ? found.filter(({ password }) => password !== 'own') : found
    },
    async tell(tx, userId) {
      const owner = { unitId: session.unitId, userId }
      await recordSignInEvent(tx, { ...owner, kind: 'password-changed', ...origin })
      await noticeOf(call)(tx, owner, 'password-given')
    },
  })
  return { slips }
}
