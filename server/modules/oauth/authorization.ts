import { eq, sql } from 'drizzle-orm'
import type { Session } from '../../http/call.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Tx } from '../../db/database.ts'
import { session as sessionTable } from '../../db/schema/identity.ts'
import { oauthConsent } from '../../db/schema/third-parties.ts'
import { type Scope, SCOPES } from './issuer-configuration.ts'
import { findClient } from './oauth-clients.ts'
import { type Origin, recordSignInEvent } from '../auth/sign-in-events.ts'
import type { ParsedRequestOf } from '../../../contract/endpoint.ts'
import type { authorization } from '../../../contract/endpoints/sign-in/sso.ts'

/** Once client and redirect URI match, failures (`fault`) may be sent there. Before, throws 'sso.client_unknown' and 'sso.redirect_mismatch'. */
export async function readRequest(tx: Tx, { userId }: Pick<Session, 'userId'>, request: AuthorizationRequest) {
  const client = await findClient(tx, request.client_id)
  // Exact comparison (RFC 9700, 2.1).
  if (!client.redirectUris.includes(request.redirect_uri)) throw new PortalError('sso.redirect_mismatch')
  const scopes = readScopes(request.scope)
  const fault = findFault(request, scopes, client.pkceRequired)
  const allowed = client.trusted || (await wasAllowed(tx, userId, client.clientId, scopes))
  return { client, scopes, fault, allowed }
}

/** Adds to the scopes that the person allowed before. */
export async function rememberConsent(
  tx: Tx,
  { unitId, userId }: Pick<Session, 'unitId' | 'userId'>,
  clientId: string,
  scopes: readonly Scope[],
): Promise<void> {
  const all = sql`array(select distinct unnest(${oauthConsent.scopes} || excluded.scopes) order by 1)`
  await tx
    .insert(oauthConsent)
    .values({ unitId, userId, clientId, scopes: [...scopes] })
    .onConflictDoUpdate({
      target: [oauthConsent.unitId, oauthConsent.userId, oauthConsent.clientId],
      set: { scopes: all, agreedAt: sql`now()` },
    })
}

/** Records the event, and returns when the person signed in. */
export async function noteAuthorized(tx: Tx, { unitId, userId, sessionId }: Session, origin: Origin): Promise<Date> {
  await recordSignInEvent(tx, { unitId, userId, kind: 'authorized', ...origin })
  const [found] = await tx
    .select({ signedInAt: sessionTable.createdAt })
    .from(sessionTable)
    .where(eq(sessionTable.sessionId, sessionId))
  if (!found) throw new PortalError('session.expired')
  return found.signedInAt
}

async function wasAllowed(tx: Tx, userId: string, clientId: string, scopes: readonly Scope[]): Promise<boolean> {
  const [consent] = await tx
    .select({ scopes: oauthConsent.scopes })
    .from(oauthConsent)
    .where(sql`${oauthConsent.userId} = ${userId} and ${oauthConsent.clientId} = ${clientId}`)
  return consent !== undefined && scopes.every((scope) => consent.scopes.includes(scope))
}

export type AuthorizationRequest = ParsedRequestOf<typeof authorization>

/** RFC 6749, 4.1.2.1. */
export interface AuthorizationFault {
  readonly error: 'access_denied' | 'invalid_request' | 'invalid_scope' | 'unsupported_response_type'
  readonly error_description: string
}

export const REFUSED: AuthorizationFault = { error: 'access_denied', error_description: 'The person refused.' }

/** An S256 challenge: a SHA-256 as base64url. */
const CHALLENGE = /^[\w-]{43}$/

/** The known scopes in display order. Without any: identity and name. */
export function readScopes(asked: string | undefined): Scope[] {
  if (asked === undefined || asked.trim() === '') return ['openid', 'profile']
  const words = new Set(asked.split(' '))
  return SCOPES.filter((scope) => words.has(scope))
}

export function findFault(
  request: AuthorizationRequest,
  scopes: readonly Scope[],
  pkceRequired: boolean,
): AuthorizationFault | undefined {
  const { response_type, code_challenge, code_challenge_method } = request
  if (response_type !== 'code')
    return { error: 'unsupported_response_type', error_description: 'Only response_type=code is supported.' }
  if (scopes.length === 0) return { error: 'invalid_scope', error_description: 'None of the scopes is known.' }
  if (code_challenge === undefined && code_challenge_method === undefined && !pkceRequired) return undefined
  // A client that begins with PKCE must complete it, also where it is optional. "plain", the default method, protects nothing.
  if (code_challenge === undefined)
    return { error: 'invalid_request', error_description: 'code_challenge is required (PKCE, RFC 7636).' }
  if (code_challenge_method !== 'S256')
    return { error: 'invalid_request', error_description: 'code_challenge_method must be S256.' }
  if (!CHALLENGE.test(code_challenge))
    return { error: 'invalid_request', error_description: 'code_challenge is no S256 challenge.' }
  return undefined
}

/** `iss` names the issuer (RFC 9207). */
export function answerAddress(
  { redirect_uri, state }: Pick<AuthorizationRequest, 'redirect_uri' | 'state'>,
  answer: { code: string } | AuthorizationFault,
  iss: string,
): string {
  return withParameters(redirect_uri, { ...answer, state, iss })
}

/** The existing query stays as it was registered (RFC 6749, 3.1.2). */
export function withParameters(address: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const added = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) added.set(name, value)
  const joint = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&'
  return `${address}${joint}${added.toString()}`
}
