import { eq, inArray, sql } from 'drizzle-orm'
import type * as peopleEndpoints from '../../../../contract/endpoints/people/people.ts'
import type { PersonKey } from '../../../../contract/endpoints/people/people.ts'
import type { ParsedRequestOf, ResponseOf } from '../../../../contract/endpoint.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import type { Tx } from '../../../db/database.ts'
import { student, userAccount } from '../../../db/tables.generated.ts'
import type { Session } from '../../../http/call.ts'
import { endAllSessions } from '../../auth/own-sessions.ts'
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
  const { unitId } = administrator
  const people = await requirePeople(tx, keys)
  const accounts = people.flatMap(({ userId }) => userId ?? [])
  if (accounts.includes(administrator.userId)) throw new PortalError('account.oneself')
  await requireMayActFor(tx, administrator, accounts)
  const active = people.filter((person) => person.active)
  if (accounts.length > 0) {
    await tx.update(userAccount).set({ status: 0 }).where(inArray(userAccount.userId, accounts))
    await requireAdministratorLeft(tx)
    for (const userId of accounts) await endAllSessions(tx, { unitId, userId }, address)
  }
  const pupils = active.flatMap(({ kind, id }) => (kind === 'pupil' ? [id] : []))
  if (pupils.length > 0) {
    await tx
      .update(student)
      .set({ classId: null, leftOn: sql`(now() at time zone ${unitTimeZone})::date`, leftReason: 'left' })
      .where(inArray(student.studentId, pupils))
  }
  return { undo: active.map(({ kind, id, classId }) => ({ kind, id, classId })) }
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
