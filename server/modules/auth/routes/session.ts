import type { FastifyInstance } from 'fastify'
import { scheduleCleanup } from '../../../jobs/cleanup.ts'
import { collectIdentity } from '../identity-upkeep.ts'
import { login, logout, me, refresh } from '../../../../contract/endpoints/session.ts'
import { unitConfig } from '../../../../contract/endpoints/tenant.ts'
import type { ErrorCode } from '../../../../contract/errors.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { readRoute, route, streamRoute } from '../../../http/route.ts'
import type { SignInDeps } from '../sign-in-deps.ts'
import { endSession, refreshSession } from '../sessions.ts'
import { SESSION_USER, findSessionUser } from '../session-user.ts'
import { recordSignInEvent } from '../sign-in-events.ts'
import { signIn } from '../sign-in.ts'
import { readUnitConfig } from '../../tenants/tenants.ts'
import {
  clearSessionCookies,
  readDeviceToken,
  readRefreshToken,
  setSessionCookies,
  setSignInCookies,
} from '../session-cookies.ts'
import { toLoginData } from '../login-data.ts'
import { originOf } from '../origin.ts'

/** Registers the sign-in by password, sign-out, the session's refresh, who is signed in, and what the login page shows of the unit. */
export function registerSessionRoutes(app: FastifyInstance, { passwords, limit, readStart }: SignInDeps): void {
  scheduleCleanup(app, { name: 'auth', everyHours: 1, run: () => app.database.asOwner(collectIdentity) })
  registerLogin(app, { passwords, limit, readStart })
  registerRefresh(app)

  readRoute(app, me, SESSION_USER, findSessionUser)

  route(app, logout, async (_, { tx, session, request, reply }) => {
    const refreshToken = readRefreshToken(request)
    const ended = await endSession(tx, {
      ...(session && { sessionId: session.sessionId }),
      ...(refreshToken !== undefined && { refresh: refreshToken }),
    })
    for (const owner of ended) await recordSignInEvent(tx, { ...owner, kind: 'signed-out', ...originOf(request) })
    clearSessionCookies(reply)
    return 'success' as const
  })

  route(app, unitConfig, async ({ unitId }, { tx, unit, request }) => {
    // The host decides; a unit in the call only repeats what it says.
    if (unitId !== undefined && unitId !== unit.unitId) throw new PortalError('access.denied')
    return readUnitConfig(tx, request.server.clientDownloads)
  })
}

function registerLogin(app: FastifyInstance, { passwords, limit, readStart }: SignInDeps): void {
  // Not `route`: a wrong password must not undo its own count, and no transaction may wait for the hashing.
  streamRoute(app, login, async (call) => {
    const { unit, session: earlier, request, reply } = call
    const input = call.parse({})
    const username = input.username.trim()
    const password = input.password.trim()
    requireFilled(username, password)
    await limit(request)

    const credentials = {
      unit,
      loginName: username,
      password,
      otp: input.otp,
      ...originOf(request),
      device: input.shared ? null : readDeviceToken(request),
      earlier,
    }
    const admitted = await signIn(app.database, { passwords, vault: app.vault }, credentials)
    const { unitId, userId } = admitted.session
    const start =
      input.withStart && (await app.database.inUnit({ unitId, userId }, (tx) => readStart(tx, admitted.session)))
    setSignInCookies(reply, admitted)
    return { ...toLoginData(admitted.session), ...(start && { start }) }
  })
}

function requireFilled(username: string, password: string): void {
  const fields: { field: string; code: ErrorCode }[] = []
  if (username === '') fields.push({ field: 'username', code: 'login.username_empty' })
  if (password === '') fields.push({ field: 'password', code: 'login.password_empty' })
  if (fields.length > 0) throw new PortalError('request.invalid', { fields })
}

function registerRefresh(app: FastifyInstance): void {
  // Not `route`: a token used twice is an error, and the end of the session that it causes must be committed nevertheless.
  streamRoute(app, refresh, async (call) => {
    const { request, reply } = call
    const token = readRefreshToken(request)
    if (token === undefined) throw new PortalError('session.required')
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
