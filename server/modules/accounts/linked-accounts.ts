import { and, asc, eq, inArray, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { linkedAccounts } from '../../../contract/endpoints/family/family.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import type { Session } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import { secondStep, session as sessionTable, userAccount } from '../../db/tables.generated.ts'
import { readReach } from '../auth/may-act-for.ts'
import { type SignInContext, completeSignIn } from '../auth/sign-in.ts'
import type { SignInResult } from '../auth/session-tokens.ts'
import { endSession } from '../auth/sessions.ts'
import { inheritOrigin } from '../auth/session-origin.ts'
import { recordSignInEvent } from '../auth/sign-in-events.ts'

const teacher = alias(userAccount, 'teacher')
const parent = alias(userAccount, 'parent')

/** The open teacher and parent accounts of the caller's own person. Throws 'access.denied' when a given id contradicts the session or its links. */
export async function readLinkedAccounts(
  tx: Tx,
  session: Session,
  given: { parentId?: string | undefined; teacherId?: string | undefined },
): Promise<ResponseOf<typeof linkedAccounts>> {
  const pairs = await findPairs(tx, session.userId)
  const own = session.userType === 2 ? 'teacherId' : 'parentId'
  for (const which of ['parentId', 'teacherId'] as const) {
    const told = given[which]
    const isTrue = which === own ? told === session.userId : pairs.some((pair) => pair[which] === told)
    if (told !== undefined && !isTrue) throw new PortalError('access.denied')
  }
  return pairs.flatMap(({ parentStatus, teacherStatus, ...pair }) => {
    const isAsked =
      [undefined, pair.parentId].includes(given.parentId) && [undefined, pair.teacherId].includes(given.teacherId)
    return isAsked && parentStatus === 1 && teacherStatus === 1 ? [pair] : []
  })
}

/**
 * Replaces the caller's session by one of the same person's other account, parent or teacher. Throws 'access.denied' for any other or a closed account,
 * 'login.second_step_ahead' if only the new one has a second step, 'login.rights_ahead' if only the new one has a right of the administration, unless the session began with its
 * credentials, and 'session.expired' when another tab switched first.
 */
export async function switchAccount(
  tx: Tx,
  current: Session,
  userId: string,
  context: Omit<SignInContext, 'earlier'>,
): Promise<SignInResult> {
  const isOpen = (await findPairs(tx, current.userId)).some((pair) =>
    pair.teacherId === current.userId
      ? pair.parentId === userId && pair.parentStatus === 1
      : pair.teacherId === userId && pair.teacherStatus === 1,
  )
  if (!isOpen) throw new PortalError('access.denied')
  const secured = await tx
    .select({ userId: secondStep.userId })
    .from(secondStep)
    .where(inArray(secondStep.userId, [userId, current.userId]))
  const isSecured = (id: string) => secured.some((one) => one.userId === id)
  // Otherwise the weaker of the two accounts would open the other without its code.
  if (isSecured(userId) && !isSecured(current.userId)) throw new PortalError('login.second_step_ahead')
  const [own] = await tx
    .select({ beganAs: sessionTable.beganAs })
    .from(sessionTable)
    .where(eq(sessionTable.sessionId, current.sessionId))
  const beganAs = own?.beganAs ?? current.userId
  const beyond = beganAs === userId ? new Set() : await (await readReach(tx, current)).beyond([userId])
  if (beyond.size > 0) throw new PortalError('login.rights_ahead')
  const ended = await endSession(tx, { sessionId: current.sessionId })
  if (ended.length === 0) throw new PortalError('session.expired')
  const { address, userAgent } = context
  for (const owner of ended) await recordSignInEvent(tx, { ...owner, kind: 'role-switched', address, userAgent })
  const userType = current.userType === 2 ? 3 : 2
  const switched = await completeSignIn(
    tx,
    { ...context, earlier: null },
    { userId, userType },
    { secondFactor: false, kind: 'role-switched' },
  )
  await inheritOrigin(tx, current.sessionId, switched.session.sessionId)
  return switched
}

/** At most one: the database has one teacher account for a parent, and one parent account for a teacher. */
export function findPairs(tx: Tx, userId: string) {
  return tx
    .select({
      parentId: parent.userId,
      parentName: parent.realName,
      parentEnglishName: parent.englishName,
      parentStatus: parent.status,
      teacherId: teacher.userId,
      teacherName: teacher.realName,
      teacherEnglishName: teacher.englishName,
      teacherStatus: teacher.status,
    })
    .from(teacher)
    .innerJoin(parent, and(eq(parent.userId, teacher.parentId), eq(parent.userType, 3)))
    .where(and(eq(teacher.userType, 2), or(eq(teacher.userId, userId), eq(teacher.parentId, userId))))
    .orderBy(asc(teacher.realName), asc(teacher.userId))
}
