import { and, eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { PortalError } from '../../../contract/portal-error.ts'
import type { UserType } from '../../../contract/endpoint.ts'
import type { Session } from '../../http/call.ts'
import { type Tx, isRowId } from '../../db/database.ts'
import { queryValue } from '../../db/query.ts'
import { userAccount } from '../../db/tables.generated.ts'
import { requireMayActFor } from '../auth/may-act-for.ts'

/** By what right a caller manages a face: it is their own or a child's, or they administer faces, which the endpoint's permission says. */
export type FaceRight = 'family' | 'administrator'

/** A person whose face a caller manages, and their relation. */
export interface FacePerson {
  readonly userId: string
  readonly realName: string
  readonly englishName: string
  readonly userType: UserType
  readonly caller: 'oneself' | 'guardian' | 'administrator'
}

/**
 * The person of an id, for those who have the right. Throws 'access.denied' for all others, existing or not, and for an account out of the caller's reach: a face signs
 * in.
 */
export async function findFacePerson(tx: Tx, session: Session, userId: string, right: FaceRight): Promise<FacePerson> {
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
  const caller = found && (right === 'administrator' ? right : await findRelation(tx, session, found.userId))
  if (!found || !caller) throw new PortalError('access.denied')
  await requireMayActFor(tx, session, [found.userId])
  return { ...found, caller }
}

async function findRelation(tx: Tx, session: Session, userId: string): Promise<'oneself' | 'guardian' | undefined> {
  if (session.userId === userId) return 'oneself'
  const isGuardian = await queryValue(tx, z.boolean())`
    select exists (select from student s join guardian r using (student_id)
      where s.user_id = ${userId}::uuid and r.parent_id = ${session.userId}::uuid and r.may_consent)`
  return isGuardian ? 'guardian' : undefined
}
