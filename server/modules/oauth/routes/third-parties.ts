import type { FastifyInstance, FastifyRequest } from 'fastify'
import { externalLoginUrl } from '../../../../contract/endpoints/desktop/desktop.ts'
import * as sso from '../../../../contract/endpoints/sign-in/sso.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import type { ParsedRequestOf } from '../../../../contract/endpoint.ts'
import { normalizeHost } from '../../../http/call-host.ts'
import type { Session, StreamCall } from '../../../http/call.ts'
import { streamRoute } from '../../../http/route.ts'
import { noteAuthorized, readRequest, rememberConsent } from '../authorization.ts'
import { answerAddress, type AuthorizationRequest, LOGIN_REQUIRED, REFUSED } from '../authorization-request.ts'
import { readLogoutRequest } from '../logout-request.ts'
import { hostOf, withParameters } from '../redirect-address.ts'
import { basicCredentials, issueTicket as issueLoginTicket, takeTicket, type TicketRequest } from '../tickets.ts'
import { createIssuers, issuerOf } from '../issuer.ts'
import { checkSecretWait, countWrongSecret } from '../../auth/login-limits.ts'
import { findEntry, requireApplicationOf } from '../oauth-clients.ts'
import { requireSignInMethod } from '../../units/unit-config.ts'
import { answerSignIn } from '../../auth/session-tokens.ts'
import { signInContext } from '../../auth/sign-in.ts'
import { signInBySecret } from '../../auth/secret-sign-in.ts'
import { registerLogoutDelivery } from '../logout-delivery.ts'
import { portalOrigin, registerIssuer } from './issuer.ts'
import { originOf } from '../../auth/sign-in-events.ts'
import type { OutgoingAddresses } from '../../../runtime/outgoing-addresses.ts'
import type { RequestLimit } from '../../../http/request-limit.ts'

/** `addresses`: where applications may be told that a session ended. */
export function registerThirdParties(app: FastifyInstance, limit: RequestLimit, addresses: OutgoingAddresses): void {
  const issuers = createIssuers({ database: app.database, vault: app.vault, log: app.log })
  registerIssuer(app, issuers)
  registerLogoutDelivery(app, issuers, addresses)

  /** What is asked of the issuer about the request of a call, whose transactions are its own. */
  const readHint = (
    { unit, request }: Pick<StreamCall<Session | null>, 'unit' | 'request'>,
    asked: AuthorizationRequest,
  ) =>
    asked.id_token_hint === undefined
      ? undefined
      : issuers.readHint(unit.unitId, portalOrigin(request), asked.id_token_hint, asked.client_id)

  streamRoute(app, sso.authorization, async (call) => {
    const { started: given, ...asked } = call.parse({})
    const hint = await readHint(call, asked)
    const { client, scopes, step, started, fault } = await call.inUnit((tx) =>
      readRequest(tx, app.vault, call, { request: asked, started: given, hint }),
    )
    return {
      step,
      address: fault ? answerAddress(asked, fault, issuerOf(portalOrigin(call.request))) : null,
      started,
      clientName: client.name,
      clientEnglishName: client.englishName,
      clientLogo: client.logo,
      redirectHost: hostOf(asked.redirect_uri),
      scopes: [...scopes],
    }
  })

  // `streamRoute`, because the issuer writes the code in transactions of its own.
  streamRoute(app, sso.webauth, async (call) => {
    const { session, request } = call
    const { consent, chosen, refuse, unitHost, started, ...asked } = call.parse({})
    requireOwnHost(unitHost, request)
    const origin = portalOrigin(request)
    const hint = await readHint(call, asked)
    const decided = await call.inUnit(async (tx) => {
      const decisions = { consent, chosen }
      const read = await readRequest(tx, app.vault, call, { request: asked, started, hint, decisions })
      const { client, scopes, step } = read
      const isOther = step === 'sign-in' || step === 'other-account'
      const refused = read.fault ?? (refuse ? (isOther ? LOGIN_REQUIRED : REFUSED) : undefined)
      if (refused) return { refused }
      if (step === 'consent') throw new PortalError('sso.consent_required')
      if (step !== 'go-on') throw new PortalError('sso.sign_in_due')
      if (consent) await rememberConsent(tx, session, client.clientId, scopes)
      return { scopes, ...(await noteAuthorized(tx, session, originOf(request))) }
    })
    if (decided.refused) return answerAddress(asked, decided.refused, issuerOf(origin))
    const code = await issuers.issueCode(session.unitId, origin, {
      ...decided,
      userId: session.userId,
      sessionId: session.sessionId,
      clientId: asked.client_id,
      redirectUri: asked.redirect_uri,
      nonce: asked.nonce,
      codeChallenge: asked.code_challenge,
    })
    return answerAddress(asked, { code }, issuerOf(origin))
  })

  streamRoute(app, sso.logoutRequest, async (call) => {
    const { id_token_hint: token, client_id, ...asked } = call.parse({})
    const origin = portalOrigin(call.request)
    const hint = token === undefined ? undefined : await issuers.readHint(call.unit.unitId, origin, token, client_id)
    return call.inUnit((tx) => readLogoutRequest(tx, call.session, { ...asked, hint, clientId: client_id }))
  })

  // `streamRoute`, for the same reason.
  streamRoute(app, externalLoginUrl, async (call) => {
    const { session, request } = call
    const { clientId } = call.parse({})
    const origin = portalOrigin(request)
    const { client, proof } = await call.inUnit(async (tx) => {
      const entry = await findEntry(tx, clientId)
      await requireApplicationOf(tx, session, entry.clientId)
      // An unrequested code has neither PKCE nor state, so only a trusted confidential client gets one; others get the issuer and begin there.
      const getsCode = entry.trusted && entry.secretHash !== null
      return { client: entry, proof: getsCode ? await noteAuthorized(tx, session, originOf(request)) : null }
    })
    const iss = issuerOf(origin)
    if (proof === null) return withParameters(client.loginUrl, { iss })
    const code = await issuers.issueCode(session.unitId, origin, {
      userId: session.userId,
      sessionId: session.sessionId,
      clientId: client.clientId,
      redirectUri: client.loginUrl,
      scopes: ['openid', 'profile'],
      ...proof,
    })
    return withParameters(client.loginUrl, { code, iss })
  })

  registerTickets(app, limit)
}

function registerTickets(app: FastifyInstance, limit: RequestLimit): void {
  // `streamRoute`, because a wrong secret must not roll back its own count.
  streamRoute(app, sso.ticket, async (call) => {
    const { request } = call
    const { ticket: secret, unitHost } = call.parse({})
    requireOwnHost(unitHost, request)
    await limit(request)
    const method = { method: 'ticket', take: takeTicket } as const
    // The device's cookie is not sent to this path.
    const result = await signInBySecret(app.database, method, secret, signInContext(call, false))
    return answerSignIn(call.reply, result)
  })

  streamRoute(app, sso.issueTicket, async (call) => {
    const { request } = call
    const { clientId, clientSecret, loginName } = readTicketRequest(call.parse({}), request)
    await limit(request)
    const issued = await call.inUnit(async (tx) => {
      await requireSignInMethod(tx, 'ticket')
      await checkSecretWait(tx, request.ip)
      const outcome = await issueLoginTicket(tx, { clientId, clientSecret, loginName })
      if (outcome.outcome === 'wrong-client') await countWrongSecret(tx, request.ip)
      return outcome
    })
    // Thrown here, because the count must be committed.
    if (issued.outcome === 'administrator') throw new PortalError('sso.ticket_admin')
    if (issued.outcome !== 'issued') throw new PortalError('sso.ticket_refused')
    return { ticket: issued.ticket, url: withParameters(`${portalOrigin(request)}/login/`, { ticket: issued.ticket }) }
  })
}

/** From HTTP Basic or the body (RFC 6749, 2.3.1). Throws 'request.invalid'. */
function readTicketRequest(given: ParsedRequestOf<typeof sso.issueTicket>, { headers }: FastifyRequest): TicketRequest {
  const { client_id, client_secret, loginName } = given
  const basic = basicCredentials(headers.authorization)
  const clientId = basic?.clientId ?? client_id
  const clientSecret = basic?.clientSecret ?? client_secret
  if (clientId === undefined || clientSecret === undefined)
    throw new PortalError('request.invalid', {
      fields: [{ field: clientId === undefined ? 'client_id' : 'client_secret', code: 'request.invalid' }],
    })
  return { clientId, clientSecret, loginName }
}

/** Throws 'access.denied' when the caller names another host. */
function requireOwnHost(unitHost: string | undefined, request: FastifyRequest): void {
  if (unitHost !== undefined && normalizeHost(unitHost) !== normalizeHost(request.host))
    throw new PortalError('access.denied')
}
