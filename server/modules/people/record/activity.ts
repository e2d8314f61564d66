import { eq, inArray, sql } from 'drizzle-orm'
import type * as peopleEndpoints from '../../../../contract/endpoints/people/people.ts'
import type { PersonKey } from '../../../../contract/endpoints/people/people.ts'
import type { ParsedRequestOf, ResponseOf } from '../../../../contract/endpoint.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import type { Tx } from '../../../db/database.ts'
import { student, userAccount } from '../../../db/tables.generated.ts'
import type { Session } from '../../../http/call.ts'
import { endSessionsOf } from '../../auth/own-sessions.ts'
import { unitTimeZone } from '../../units/unit-time-zone.ts'
import { requirePeople } from '../list/list-people.ts'
import { requireAdministratorLeft } from '../../auth/last-administrator.ts'
import { readReach, requireMayActFor } from '../../auth/may-act-for.ts'
import { requireClass } from './save-person.ts'

/** Returns what brings them back. Throws what the endpoint says. */
export async function deactivatePeople(
  tx: Tx,
  administrator: Session,
  keys: readonly PersonKey[],
  address: string,
): Promise<ResponseOf<typeof peopleEndpoints.deactivate>> {
  const people = await requirePeople(tx, keys)
  await closeAccounts(
    tx,
    administrator,
    people.flatMap(({ userId }) => userId ?? []),
    address,
  )
  const active = people.filter((person) => person.active)
  const pupils = active.flatMap(({ kind, id }) => (kind === 'pupil' ? [id] : []))
  if (pupils.length > 0) {
    await tx
      .update(student)
      .set({ classId: null, leftOn: sql`(now() at time zone ${unitTimeZone})::date`, leftReason: 'left' })
      .where(inArray(student.studentId, pupils))
  }
  return { undo: active.map(({ kind, id, classId }) => ({ kind, id, classId })) }
}

/** Throws 'account.oneself', 'access.denied' for an account out of the caller's reach, and what the last administrator is refused with. */
export async function closeAccounts(tx: Tx, caller: Session, ids: readonly string[], address: string): Promise<void> {
  if (ids.length === 0) return
  if (ids.includes(caller.userId)) throw new PortalError('account.oneself')
  await requireMayActFor(tx, caller, ids)
  await tx
    .update(userAccount)
    .set({ status: 0 })
    .where(inArray(userAccount.userId, [...ids]))
  await requireAdministratorLeft(tx)
  await endSessionsOf(tx, ids, address)
}

/** Throws what the endpoint says. */
export async function bringPeopleBack(
  tx: Tx,
  caller: Session,
  { people: wanted }: ParsedRequestOf<typeof peopleEndpoints.bringBack>,
): Promise<void> {
  const people = await requirePeople(tx, wanted)
  const accounts = people.flatMap(({ userId }) => userId ?? [])
  const reach = await readReach(tx, caller)
  await reach.require(accounts)
  if (accounts.length > 0) await tx.update(userAccount).set({ status: 1 }).where(inArray(userAccount.userId, accounts))
  for (const { kind, id, classId } of people) {
    if (kind !== 'pupil' || classId !== null) continue
    const into = await requireClass(tx, wanted.find((one) => one.id === id)?.classId ?? null)
    await tx.update(student).set({ classId: into, leftOn: null, leftReason: null }).where(eq(student.studentId, id))
  }
  await reach.requireUnraised(accounts)
}
