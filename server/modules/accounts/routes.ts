import { sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as account from '../../../contract/endpoints/account.ts'
import * as family from '../../../contract/endpoints/family/family.ts'
import { saveLanguage } from '../../../contract/endpoints/language.ts'
import { switchLogin } from '../../../contract/endpoints/sign-in/session.ts'
import { LINKED_ACCOUNT_HEADER } from '../../../contract/linked-account.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { StorageDeps } from '../../blobs/byte-store.ts'
import { requireOwn, type StreamCall } from '../../http/call.ts'
import type { RequestLimit } from '../../http/request-limit.ts'
import { route, streamRoute } from '../../http/route.ts'
import { noticeOf } from '../auth/account-notices.ts'
import { proveOneself } from '../auth/own-proof.ts'
import type { SignInDeps } from '../auth/sign-in-limit.ts'
import { endOtherSessions, endOwnSession, readOwnSessions } from '../auth/own-sessions.ts'
import { answerSignIn } from '../auth/session-tokens.ts'
import { originOf, readSignInEvents } from '../auth/sign-in-events.ts'
import { readOwnApplications, revokeOwnApplication } from '../desktop/own-applications.ts'
import { findAccountPicture, findChildPicture, removeAccountPicture } from './account-picture.ts'
import { readContact, saveEmail, saveOwnNumbers } from './contact.ts'
import { chooseChild, readChildren, readCurrentChild, readOverview } from './family.ts'
import { readLinkedAccounts, switchAccount } from './linked-accounts.ts'

/** No call takes a person's id: the session says whose sign-ins they are. */
export function registerAccountRoutes(
  app: FastifyInstance,
  { passwords, limit }: Pick<SignInDeps, 'passwords' | 'limit'>,
): void {
  route(app, account.ownSessions, (_, { tx, session }) => readOwnSessions(tx, session))
  route(app, account.endOwnSession, ({ sessionId }, { tx, session, request }) =>
    endOwnSession(tx, session, sessionId, request.ip),
  )
  route(app, account.endOtherSessions, async (_, { tx, session, request }) => ({
    ended: await endOtherSessions(tx, session, request.ip),
  }))
  route(app, account.ownApplications, (_, { tx, session }) => readOwnApplications(tx, session))
  route(app, account.revokeApplication, (which, { tx, session }) => revokeOwnApplication(tx, session, which))
  route(app, account.ownContact, (_, { tx, session }) => readContact(tx, session.userId))
  route(app, account.saveOwnContact, (given, { tx, session }) => saveOwnNumbers(tx, session, given))
  // Not `route`: no transaction waits for the hashing.
  streamRoute(app, account.saveOwnEmail, async (call) => {
    const { email, ...proof } = call.parse({})
    const { session, request } = call
    await limit(request)
    await proveOneself(call, passwords, proof)
    await call.inUnit(async (tx) => {
      const before = await saveEmail(tx, session, email, originOf(request))
      // To the address before, which a thief of the account does not read.
      if (before !== null && before !== email) await noticeOf(call)(tx, session, 'email-changed', before)
    })
    return call.inUnit((tx) => readContact(tx, session.userId))
  })
  // A language that is not chosen counts while there is no choice.
  route(app, saveLanguage, async ({ language, chosen }, { tx, session }) => {
    await tx.execute(sql`
      update user_account set language = ${language}, language_chosen_at = case when ${chosen} then now() end
      where user_id = ${session.userId} and (${chosen} or language_chosen_at is null)`)
  })
  route(app, account.ownSignInEvents, (_, { tx, session }) => readSignInEvents(tx, session.userId))
}

export function registerFamilyRoutes(app: FastifyInstance): void {
  route(app, family.children, async ({ parentId }, { tx, session }) => {
    requireOwn(session, { userId: parentId })
    return readChildren(tx, session)
  })
  route(app, family.currentChild, async ({ parentId }, { tx, session }) => {
    requireOwn(session, { userId: parentId })
    return readCurrentChild(tx, session)
  })
  route(app, family.setCurrentChild, async ({ parentId, id }, { tx, session }) => {
    requireOwn(session, { userId: parentId })
    await chooseChild(tx, session, id)
  })
  route(app, family.overview, (_, { tx, session }) => readOverview(tx, session))
}

export function registerLinkedAccounts(app: FastifyInstance, limit: RequestLimit): void {
  // Not `route`: cookies of a session that could not be committed would sign the person out.
  streamRoute(app, switchLogin, async (call) => {
    const { session, request } = call
    const { userId } = call.parse({})
    await limit(request)
    // The device's cookie is not sent to this path.
    const context = { unit: call.unit, device: null, ...originOf(request) }
    const result = await call.inUnit((tx) => switchAccount(tx, session, userId, context))
    return answerSignIn(call.reply, result)
  })

  route(app, family.linkedAccounts, (input, { tx, session }) => readLinkedAccounts(tx, session, input))
}

/** The picture is saved by the upload of pictures. */
export function registerAccountPicture(app: FastifyInstance, deps: StorageDeps): void {
  streamRoute(app, account.removeOwnPicture, (call) => removeAccountPicture(deps, call))
  streamRoute(app, account.ownPicture, async (call) => {
    // Another person's picture is answered like a missing one.
    const isOwn = call.parse({}).userId === call.session.userId
    return sendPicture(call, isOwn ? await findAccountPicture(deps.bytes, call) : undefined)
  })
  streamRoute(app, family.childPicture, async (call) =>
    sendPicture(call, await findChildPicture(deps.bytes, call, call.parse({}).studentId)),
  )
}

/** Throws 'request.not_found' without a picture. */
async function sendPicture(
  { request, reply }: Pick<StreamCall, 'request' | 'reply'>,
  picture: Awaited<ReturnType<typeof findAccountPicture>>,
): Promise<FastifyReply> {
  if (!picture) throw new PortalError('request.not_found')
  void reply.headers({
    etag: picture.etag,
    // Cached, but revalidated on each use: the next user of the browser must not see it.
    'cache-control': 'private, no-cache',
    vary: LINKED_ACCOUNT_HEADER,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  if (request.headers['if-none-match']?.includes(picture.etag)) return reply.code(304).send()
  return reply.type(picture.mediaType).send(await picture.open())
}
