import { and, eq } from 'drizzle-orm'
import { PortalError } from '../../../contract/portal-error.ts'
import type { UserType } from '../../../contract/endpoint.ts'
import type { Session } from '../../http/call.ts'
import { type Tx, isRowId } from '../../db/database.ts'
import { userAccount } from '../../db/schema/identity.ts'
import { guardian, student } from '../../db/schema/portal.ts'
import { requireMayActFor } from '../auth/may-act-for.ts'
import { heldPermissions } from '../tenants/permissions.ts'

/** A person whose face a caller manages, and their relation. */
export interface FacePerson {
  readonly userId: string
  readonly realName: string
  readonly englishName: string
  readonly userType: UserType
  /** An administrator who is this person or their guardian counts as that. */
  readonly caller: 'oneself' | 'guardian' | 'admin'
}

/**
 * The person of an id, for themselves, their guardian or an administrator. Throws 'access.denied' for all others, existing or not, and for an account out of the caller's
 * reach: a face signs in.
 */
export async function findFacePerson(tx: Tx, session: Session, userId: string): Promise<FacePerson> {
  const [found] = isRowId(userId)
    ? await tx
        .select({
          userId: userAccount.userId,
          realName: userAccount.realName,
          englishName: userAccount.englishName,
          userType: userAccount.userType,
        })
        .from(userAccount)
        .where(and(eq(userAccount.userId, userId), eq(userAccount.status, 1)))
        // Changes of a person's face run one after the other: photos are counted, and deleted with the consent.
        .for('no key update')
    : []
  const caller = found && (await callerOf(tx, session, found.userId))
  if (!found || !caller) throw new PortalError('access.denied')
  await requireMayActFor(tx, session, [found.userId])
  return { ...found, caller }
}

async function callerOf(tx: Tx, session: Session, userId: string): Promise<FacePerson['caller'] | undefined> {
  if (session.userId === userId) return 'oneself'
  const children = await tx
    .select({ studentId: student.studentId })
    .from(student)
    .innerJoin(guardian, eq(guardian.studentId, student.studentId))
    .where(and(eq(student.userId, userId), eq(guardian.parentId, session.userId), guardian.mayConsent))
  if (children.length > 0) return 'guardian'
  const held = await heldPermissions(tx, session, ['base_face'])
  return held.has('base_face') ? 'admin' : undefined
}
