import { and, asc, eq } from 'drizzle-orm'
import type { OwnFace } from '../../../contract/endpoints/face.ts'
import type { Session } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import { userAccount } from '../../db/schema/identity.ts'
import { guardian, student } from '../../db/schema/portal.ts'
import { readConsents } from './face-consents.ts'

/** The caller's own face, and those of their children who have an account. */
export async function readOwnFaces(tx: Tx, session: Session): Promise<OwnFace[]> {
  const children = await tx
    .select({ userId: userAccount.userId })
    .from(guardian)
    .innerJoin(student, eq(student.studentId, guardian.studentId))
    .innerJoin(userAccount, and(eq(userAccount.userId, student.userId), eq(userAccount.status, 1)))
    .where(eq(guardian.parentId, session.userId))
    .orderBy(asc(student.studentNumber))
  const faces: OwnFace[] = [{ ...(await readConsents(tx, session, session.userId)), relation: 'oneself' }]
  for (const { userId } of children) faces.push({ ...(await readConsents(tx, session, userId)), relation: 'child' })
  return faces
}
