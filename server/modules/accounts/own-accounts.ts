import * as z from 'zod/mini'
import type { FastifyInstance } from 'fastify'
import { createTeacherCode, linkParent, unlinkParent } from '../../../contract/endpoints/family/own-accounts.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { queryValues } from '../../db/query.ts'
import type { CallBase, Session } from '../../http/call.ts'
import { createRequestLimit } from '../../http/request-limit.ts'
import { route, streamRoute } from '../../http/route.ts'
import { joinAccounts, type LinkChange, separateAccounts } from '../auth/account-links.ts'
import { noticeOf } from '../auth/account-notices.ts'
import { checkSecretWait, countWrongSecret } from '../auth/login-limits.ts'
import { originOf } from '../auth/sign-in-events.ts'
import { hashCode } from '../auth/written-code.ts'
import { findPairs, readLinkedAccounts } from './linked-accounts.ts'
import { makeLinkCode } from './linked-schools.ts'

/** Codes that an account may make or try in a minute. */
const PER_MINUTE = 10

/** The link between the teacher and the parent account of one person; each side is proved by its own session. */
export function registerOwnAccounts(app: FastifyInstance): void {
  const limit = createRequestLimit({ name: 'own account link', perMinute: PER_MINUTE })
  route(app, createTeacherCode, async (_, { tx, session, request }) => {
    await limit(request, tx)
    return makeLinkCode(tx, session, 'teacher')
  })
  // Not `route`: wrong codes must be counted.
  streamRoute(app, linkParent, async (call) => {
    const { code } = call.parse({})
    const { session, request } = call
    await limit(request)
    const isGood = await call.inUnit(async (tx) => {
      await checkSecretWait(tx, request.ip)
      const [parentId] = await queryValues(
        tx,
        z.string(),
      )`select user_id from portal_take_teacher_code(${hashCode(code)})`
      if (parentId === undefined) await countWrongSecret(tx, request.ip)
      else await joinAccounts(tx, { teacherId: session.userId, parentId }, changeOf(call))
      return parentId !== undefined
    })
    if (!isGood) throw new PortalError('link.code_wrong')
    return call.inUnit((tx) => readLinkedAccounts(tx, session, {}))
  })
  route(app, unlinkParent, async (_, call) => {
    const { tx, session } = call
    const [pair] = await findPairs(tx, session.userId)
    if (!pair) throw new PortalError('link.none')
    await separateAccounts(tx, pair.teacherId, changeOf(call), session)
    return readLinkedAccounts(tx, session, {})
  })
}

const changeOf = (call: CallBase<Session>): LinkChange => ({
  unitId: call.session.unitId,
  origin: originOf(call.request),
  note: noticeOf(call),
})
