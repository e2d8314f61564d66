import * as z from 'zod/mini'
import { accountName, userType } from '../../../contract/fields.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Session } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import { asId, queryAny, queryRows } from '../../db/query.ts'
import { requireMayActFor } from '../auth/may-act-for.ts'

/** By what right a caller manages a face: it is their own or a child's, or they administer faces, which the endpoint's permission says. */
export type FaceRight = 'family' | 'administrator'

const facePerson = z.object({ userId: z.string(), ...accountName.shape, userType })

/** A person whose face a caller manages, and their relation. */
export interface FacePerson extends z.infer<typeof facePerson> {
  readonly caller: 'oneself' | 'guardian' | 'administrator'
}

/**
 * The person of an id, for those who have the right. Throws 'access.denied' for all others, existing or not, and for an account out of the caller's reach: a face signs
 * in.
 */
export async function findFacePerson(tx: Tx, session: Session, userId: string, right: FaceRight): Promise<FacePerson> {
  // Changes of a person's face run one after the other: photos are counted, and deleted with the consent.
  const [found] = await queryRows(tx, facePerson)`
    select user_id as "userId", real_name as "realName", english_name as "englishName", user_type as "userType"
    from user_account where user_id = ${asId(userId)} and status = 1 for no key update`
  const caller = found && (right === 'administrator' ? right : await findRelation(tx, session, found.userId))
  if (!found || !caller) throw new PortalError('access.denied')
  await requireMayActFor(tx, session, [found.userId])
  return { ...found, caller }
}

async function findRelation(tx: Tx, session: Session, userId: string): Promise<'oneself' | 'guardian' | undefined> {
  if (session.userId === userId) return 'oneself'
  const isGuardian = await queryAny(tx)`
    select from student s join guardian r using (student_id)
    where s.user_id = ${userId}::uuid and r.parent_id = ${session.userId}::uuid and r.may_consent`
  return isGuardian ? 'guardian' : undefined
}
