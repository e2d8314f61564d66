import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  authorization,
  externalLoginUrl,
  issueTicket,
  ticket,
  webauth,
} from '../../../../contract/endpoints/sign-in/sso.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import type { ParsedRequestOf } from '../../../../contract/endpoint.ts'
import { normalizeHost } from '../../../http/call-host.ts'
import { route, streamRoute } from '../../../http/route.ts'
import {
  noteAuthorized,
  readRequest,
  rememberConsent,
  answerAddress,
  REFUSED,
  withParameters,
} from '../authorization.ts'
import { basicCredentials, issueTicket as issueLoginTicket, takeTicket, type TicketRequest } from '../tickets.ts'
import { createIssuers, issuerOf } from '../issuer.ts'
import { checkSecretWait, countWrongSecret } from '../../auth/login-limits.ts'
import { findEntry, requireApplicationOf } from '../oauth-clients.ts'
import { requireSignInMethod } from '../../tenants/tenants.ts'
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

  route(app, authorization, async (input, { tx, session }) => {
    const { client, scopes, fault, allowed } = await readRequest(tx, session, input)
    return {
      clientName: client.name,
      clientEnglishName: client.englishName,
      clientLogo: client.logo,
      redirectHost: new URL(input.redirect_uri).host,
      scopes: [...scopes],
      allowed: allowed || fault !== undefined,
    }
  })

  // Not `route`: the issuer writes the code in transactions of its own.
  streamRoute(app, webauth, async (call) => {
    const { session, request } = call
    const { consent, refuse, unitHost, ...input } = call.parse({})
    requireOwnHost(unitHost, request)
    const origin = portalOrigin(request)
    const decided = await call.inUnit(async (tx) => {
      const { client, scopes, fault, allowed } = await readRequest(tx, session, input)
      const refused = fault ?? (refuse ? REFUSED : undefined)
      if (refused) return { refused }
      if (!allowed && !consent) throw new PortalError('sso.consent_required')
      if (!allowed) await rememberConsent(tx, session, client.clientId, scopes)
      return { scopes, signedInAt: await noteAuthorized(tx, session, originOf(request)) }
    })
    if (decided.refused) return answerAddress(input, decided.refused, issuerOf(origin))
    const code = await issuers.issueCode(session.unitId, origin, {
      ...decided,
      userId: session.userId,
      sessionId: session.sessionId,
      clientId: input.client_id,
      redirectUri: input.redirect_uri,
      nonce: input.nonce,
      codeChallenge: input.code_challenge,
    })
    return answerAddress(input, { code }, issuerOf(origin))
  })

  // Not `route`, for the same reason.
  streamRoute(app, externalLoginUrl, async (call) => {
    const { session, request } = call
    const { clientId } = call.parse({})
    const origin = portalOrigin(request)
    const { client, signedInAt } = await call.inUnit(async (tx) => {
      const entry = await findEntry(tx, clientId)
      await requireApplicationOf(tx, session, entry.clientId)
      // An unrequested code has neither PKCE nor state, so only a trusted confidential client gets one; others get the issuer and begin there.
      const getsCode = entry.trusted && entry.secretHash !== null
      return { client: entry, signedInAt: getsCode ? await noteAuthorized(tx, session, originOf(request)) : null }
    })
    const iss = issuerOf(origin)
    if (signedInAt === null) return withParameters(client.loginUrl, { iss })
    const code = await issuers.issueCode(session.unitId, origin, {
      userId: session.userId,
      sessionId: session.sessionId,
      clientId: client.clientId,
      redirectUri: client.loginUrl,
      scopes: ['openid', 'profile'],
      signedInAt,
    })
    return withParameters(client.loginUrl, { code, iss })
  })

  registerTickets(app, limit)
}

function registerTickets(app: FastifyInstance, limit: RequestLimit): void {
  // Not `route`: a wrong secret must not undo its own count.
  streamRoute(app, ticket, async (call) => {
    const { request } = call
    const { ticket: secret, unitHost } = call.parse({})
    requireOwnHost(unitHost, request)
    await limit(request)
    const method = { method: 'ticket', take: takeTicket } as const
    // The device's cookie is not sent to this path.
    const result = await signInBySecret(app.database, method, secret, signInContext(call, false))
    return answerSignIn(call.reply, result)
  })

  streamRoute(app, issueTicket, async (call) => {
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
function readTicketRequest(given: ParsedRequestOf<typeof issueTicket>, { headers }: FastifyRequest): TicketRequest {
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
