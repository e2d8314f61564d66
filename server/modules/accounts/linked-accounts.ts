import * as z from 'zod/mini'
import { accountLinks } from '../../../contract/account-links.ts'
import type { linkedAccounts } from '../../../contract/endpoints/family/family.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import type { Session } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import { queryRows, queryValues } from '../../db/query.ts'
import { readReach } from '../auth/may-act-for.ts'
import { type SignInContext, completeSignIn } from '../auth/sign-in.ts'
import type { SignInResult } from '../auth/session-tokens.ts'
import { endSession } from '../auth/sessions.ts'
import { inheritOrigin } from '../auth/session-origin.ts'
import { recordSignInEvent } from '../auth/sign-in-events.ts'

const pair = z.extend(accountLinks.def.element, { parentStatus: z.number(), teacherStatus: z.number() })

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
    const isTrue = which === own ? told === session.userId : pairs.some((one) => one[which] === told)
    if (told !== undefined && !isTrue) throw new PortalError('access.denied')
  }
  return pairs.flatMap(({ parentStatus, teacherStatus, ...link }) => {
    const isAsked =
      [undefined, link.parentId].includes(given.parentId) && [undefined, link.teacherId].includes(given.teacherId)
    return isAsked && parentStatus === 1 && teacherStatus === 1 ? [link] : []
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
  const isOpen = (await findPairs(tx, current.userId)).some((one) =>
    one.teacherId === current.userId
      ? one.parentId === userId && one.parentStatus === 1
      : one.teacherId === userId && one.teacherStatus === 1,
  )
  if (!isOpen) throw new PortalError('access.denied')
  const secured = await queryValues(tx, z.string())`
    select user_id from second_step where user_id in (${userId}, ${current.userId})`
  // Otherwise the weaker of the two accounts would open the other without its code.
  if (secured.includes(userId) && !secured.includes(current.userId)) throw new PortalError('login.second_step_ahead')
  const [own] = await queryValues(tx, z.nullable(z.string()))`
    select began_as from session where session_id = ${current.sessionId}`
  const beganAs = own ?? current.userId
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
  return queryRows(tx, pair)`
    select p.user_id as "parentId", p.real_name as "parentName", p.english_name as "parentEnglishName", p.status as "parentStatus",
      t.user_id as "teacherId", t.real_name as "teacherName", t.english_name as "teacherEnglishName", t.status as "teacherStatus"
    from user_account t join user_account p on p.user_id = t.parent_id and p.user_type = 3
    where t.user_type = 2 and (t.user_id = ${userId} or t.parent_id = ${userId}) order by t.real_name, t.user_id`
}
