import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as sso from '../../../../contract/endpoints/sign-in/sso.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { checkLoginForm } from '../../../../contract/rules/sign-in/login.ts'
import { errorMessage } from '../../../runtime/errors.ts'
import { fieldError } from '../../../http/call.ts'
import { siteOrigin } from '../../../http/portal-address.ts'
import { createRequestLimit } from '../../../http/request-limit.ts'
import { route, streamRoute } from '../../../http/route.ts'
import { signInContext } from '../../auth/sign-in.ts'
import { type SignInResult, answerSignIn } from '../../auth/session-tokens.ts'
import { proveOneself } from '../../auth/own-proof.ts'
import { bindByPassword } from '../bind-identity.ts'
import { readOwnIdentities, unbindIdentity as unbind } from '../identities.ts'
import { readAppId, readDrawnProviders } from '../providers.ts'
import { deleteOldLogoutTokens } from '../external-sessions.ts'
import { createExternalSignIn } from '../external-sign-in.ts'
import { socialBrowser } from '../attempts.ts'
import { noticeOf } from '../../auth/account-notices.ts'
import { originOf } from '../../auth/sign-in-events.ts'
import { type SignInDeps, createSignInLimit } from '../../auth/sign-in-limit.ts'

export function registerSocial(
  app: FastifyInstance,
  { passwords, limit }: Pick<SignInDeps, 'passwords' | 'limit'>,
): void {
  const externalSignIn = createExternalSignIn(app.database, app.vault, app.providerAddresses)
  const keys = { passwords, vault: app.vault }
  // A limit of its own, because a login page with a QR box begins an attempt each time that it is opened.
  const limitBegun = createSignInLimit('external sign-in begun')

  // The device's cookie is not sent to these paths. `streamRoute`, because no transaction may wait for a provider or for hashing, and refusals are counted.
  streamRoute(app, sso.beginSocial, async (call) => {
    const { unit, request, reply } = call
    const { provider, returnTo } = call.parse({})
    await limitBegun(request)
    const browser = socialBrowser.keep(reply)
    const given = { provider, returnTo, callback: `${siteOrigin(request)}/login`, browser }
    return { url: await externalSignIn.begin(unit.unitId, given).catch(logged(request)) }
  })

  streamRoute(app, sso.social, async (call) => {
    const { request, reply } = call
    const { state, code, token, iss, deviceId } = call.parse({})
    if (!code && !token) throw fieldError('code', 'request.invalid')
    await limit(request)
    const back = { state, code: code || undefined, token, issuer: iss, deviceId, browser: socialBrowser.read(request) }
    const context = { ...signInContext(call, false), note: noticeOf(call) }
    const result = await externalSignIn.finish(context, back).catch(logged(request))
    return { ...(await answer(reply, result)), ...result.ids }
  })

  streamRoute(app, sso.bindIdentity, async (call) => {
    const { request, reply } = call
    const { id, username, password, otp } = call.parse({})
    const checked = checkLoginForm({ username, password })
    if (!checked.ok) throw new PortalError('request.invalid', { fields: checked.errors })
    await limit(request)
    const { username: loginName, password: typed } = checked.form
    const credentials = { ...signInContext(call, false), loginName, password: typed, otp }
    const key = { id, browser: socialBrowser.read(request) }
    const result = await bindByPassword(app.database, keys, credentials, key, noticeOf(call))
    return answer(reply, result)
  })

  registerBackchannelLogout(app, externalSignIn)

  route(app, sso.ownIdentities, (_, { tx, session }) => readOwnIdentities(tx, session.userId))
  // `streamRoute`, because no transaction may wait for the hashing.
  streamRoute(app, sso.unbindIdentity, async (call) => {
    const { session, request } = call
    const { identityId, ...proof } = call.parse({})
    await proveOneself(call, passwords, proof)
    await call.inUnit(async (tx) => {
      await unbind(tx, session, identityId, originOf(request))
      await noticeOf(call)(tx, session, 'identity-unbound')
    })
  })

  route(app, sso.providers, (_, { tx }) => readDrawnProviders(tx))
  route(app, sso.weComInfo, async (_, { tx }) => ({ providerAppId: await readAppId(tx, 'wecom') }))
  route(app, sso.weChatInfo, async (_, { tx }) => ({ providerAppId: await readAppId(tx, 'wechat_mp') }))
}

/** A provider with many users signs them all out from one address. */
const LOGOUTS_PER_MINUTE = 600

function registerBackchannelLogout(
  app: FastifyInstance,
  externalSignIn: ReturnType<typeof createExternalSignIn>,
): void {
  const limit = createRequestLimit({ name: 'logout by a provider', perMinute: LOGOUTS_PER_MINUTE })
  // `streamRoute`, because no transaction may wait for the provider's keys.
  streamRoute(app, sso.backchannelLogout, async (call) => {
    const { unit, request } = call
    await limit(request)
    try {
      const { providerId: provider, logout_token: token } = call.parse({})
      await externalSignIn.end(unit.unitId, { provider, token, address: request.ip })
    } catch (error) {
      if (!(error instanceof PortalError)) throw error
      request.log.warn({ code: error.code, reason: errorMessage(error.cause ?? error) }, 'a logout token was refused')
      // Whatever is wrong, providers know HTTP 400 alone.
      throw new PortalError('sso.logout_refused', { cause: error })
    }
  })
  app.jobs.schedule({
    name: 'logout tokens of providers',
    everyHours: 1,
    run: (signal) => deleteOldLogoutTokens(app.database, signal),
  })
}

/** Without the provider's own message, which may hold personal data. */
function logged(request: FastifyRequest) {
  return (error: unknown): never => {
    if (error instanceof PortalError && error.code.startsWith('sso.provider_') && error.cause !== undefined)
      request.log.warn({ code: error.code, reason: errorMessage(error.cause) }, 'a provider of accounts was of no use')
    throw error
  }
}

async function answer(reply: FastifyReply, result: SignInResult & { returnTo: string | null }) {
  const { returnTo } = result
  return { ...(await answerSignIn(reply, result)), ...(returnTo !== null && { returnTo }) }
}
