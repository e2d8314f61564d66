import type { FastifyInstance } from 'fastify'
import { cleanUpIdentity } from '../cleanup.ts'
import * as sessionEndpoints from '../../../../contract/endpoints/sign-in/session.ts'
import { unitConfig } from '../../../../contract/endpoints/units/tenant.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { checkLoginForm } from '../../../../contract/rules/sign-in/login.ts'
import { readRoute, route, streamRoute } from '../../../http/route.ts'
import type { SignInDeps } from '../sign-in-limit.ts'
import { endSession, findSessionUser, refreshSession, SESSION_USER } from '../sessions.ts'
import type { Session, StreamCall } from '../../../http/call.ts'
import { proveOneself } from '../own-proof.ts'
import {
  BY_CLIENT,
  BY_HANDOVER,
  issueHandover,
  registerClient,
  signInBySecret,
  type SecretMethod,
} from '../secret-sign-in.ts'
import { recordSignInEvent, originOf } from '../sign-in-events.ts'
import { signIn, signInContext } from '../sign-in.ts'
import { readUnitConfig } from '../../units/unit-config.ts'
import {
  clearSessionCookies,
  hasSessionMark,
  readRefreshToken,
  setSessionCookies,
  answerSignIn,
} from '../session-tokens.ts'

/**
 * Also what the page cannot reach, as pictures in the HTTP cache, and what it did not get to before it was closed. Cookies are ended by name: those of
 * other schools on subdomains of this host would go with them.
 */
const CLEARED_WHERE_SHARED = '"cache", "storage"'

export function registerSessionRoutes(app: FastifyInstance, { passwords, limit, readStart }: SignInDeps): void {
  app.jobs.schedule({ name: 'auth', everyHours: 1, run: (signal) => cleanUpIdentity(app.database, signal) })
  registerLogin(app, { passwords, limit, readStart })
  registerRefresh(app)
  registerSecretSignIn(app, { passwords, limit })

  readRoute(app, sessionEndpoints.me, SESSION_USER, findSessionUser)

  route(app, sessionEndpoints.logout, async ({ shared }, { tx, session, request, reply }) => {
    const ended = await endSession(tx, { sessionId: session?.sessionId, refresh: readRefreshToken(request) })
    for (const owner of ended) await recordSignInEvent(tx, { ...owner, kind: 'signed-out', ...originOf(request) })
    clearSessionCookies(reply)
    if (shared) void reply.header('clear-site-data', CLEARED_WHERE_SHARED)
  })

  route(app, unitConfig, async ({ unitId }, { tx, unit, request }) => {
    // The host decides; a unit in the call only repeats it.
    if (unitId !== undefined && unitId !== unit.unitId) throw new PortalError('access.denied')
    return readUnitConfig(tx, request.server)
  })
}

function registerLogin(app: FastifyInstance, { passwords, limit, readStart }: SignInDeps): void {
  // `streamRoute`, because a wrong password must not roll back its own count, and no transaction may wait for the hashing.
  streamRoute(app, sessionEndpoints.login, async (call) => {
    const { username, password, otp, shared, withStart } = call.parse({})
    const checked = checkLoginForm({ username, password })
    if (!checked.ok) throw new PortalError('request.invalid', { fields: checked.errors })
    const credentials = {
      ...signInContext(call, !shared),
      loginName: checked.form.username,
      password: checked.form.password,
      otp,
      rate: limit.rateOf(call.request),
    }
    const result = await signIn(app.database, { passwords, vault: app.vault }, credentials)
    return answerSignIn(call.reply, result, withStart && readStart)
  })
}

function registerRefresh(app: FastifyInstance): void {
  // `streamRoute`, because a reused token ends the session, and that must be committed although the call is refused.
  streamRoute(app, sessionEndpoints.refresh, async (call) => {
    const { request, reply } = call
    const token = readRefreshToken(request)
    if (token === undefined) {
      // Its mark would make each page ask again.
      if (hasSessionMark(request)) clearSessionCookies(reply)
      throw new PortalError('session.required')
    }
    const refreshed = await call.inUnit(async (tx) => {
      const outcome = await refreshSession(tx, token)
      if (outcome.outcome === 'reused')
        await recordSignInEvent(tx, { ...outcome.owner, kind: 'token-reused', ...originOf(request) })
      return outcome
    })
    if (refreshed.outcome === 'renewed') {
      setSessionCookies(reply, refreshed.tokens)
      return refreshed.person
    }
    clearSessionCookies(reply)
    throw new PortalError(refreshed.outcome === 'reused' ? 'session.reused' : 'session.expired')
  })
}

function registerSecretSignIn(
  app: FastifyInstance,
  { passwords, limit }: Pick<SignInDeps, 'passwords' | 'limit'>,
): void {
  route(app, sessionEndpoints.handover, async (_, { tx, session, request }) => ({
    accessToken: await issueHandover(tx, session, originOf(request)),
  }))
  // `streamRoute`, because no transaction may wait for the hashing.
  streamRoute(app, sessionEndpoints.registerClient, async (call) => {
    const { session, request } = call
    const { name, ...proof } = call.parse({})
    await proveOneself(call, passwords, proof)
    return {
      userClientId: await call.inUnit((tx) => registerClient(tx, session, { name }, originOf(request))),
    }
  })

  // `streamRoute`, because a wrong secret must not roll back its own count.
  const signInBy = async (call: SignInCall, method: SecretMethod, secret: string) => {
    await limit(call.request)
    return answerSignIn(call.reply, await signInBySecret(app.database, method, secret, signInContext(call, true)))
  }
  streamRoute(app, sessionEndpoints.relogin, (call) => signInBy(call, BY_HANDOVER, call.parse({}).accessToken))
  streamRoute(app, sessionEndpoints.loginUserClient, (call) => signInBy(call, BY_CLIENT, call.parse({}).userClientId))
}

type SignInCall = Pick<StreamCall<Session | null>, 'unit' | 'session' | 'request' | 'reply'>
