import { eq, sql } from 'drizzle-orm'
import type { Session } from '../../http/call.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Tx } from '../../db/database.ts'
import { session as sessionTable } from '../../db/schema/identity.ts'
import { oauthConsent } from '../../db/schema/third-parties.ts'
import { type Scope, SCOPES } from './issuer-configuration.ts'
import { type Client, findClient } from './oauth-clients.ts'
import { type Origin, recordSignInEvent } from '../auth/sign-in-events.ts'
import type { ParsedRequestOf } from '../../../contract/endpoint.ts'
import type { authorization } from '../../../contract/endpoints/sso.ts'

/** An authorization request whose client and address are known to belong together: from here on, failures may be told there. */
export interface KnownRequest {
  readonly client: Client
  readonly scopes: readonly Scope[]
  /** What the client is told instead of a code. */
  readonly fault: AuthorizationFault | undefined
  /** The person allowed this before, or is not asked. */
  readonly allowed: boolean
}

/** Looks at a request on behalf of a person. Throws 'sso.client_unknown' and 'sso.redirect_mismatch': nobody is ever sent to the address then. */
export async function readRequest(
  tx: Tx,
  { userId }: Pick<Session, 'userId'>,
  request: AuthorizationRequest,
): Promise<KnownRequest> {
  const client = await findClient(tx, request.client_id)
  // Letter by letter (RFC 9700, 2.1): whatever is cleverer has been outwitted.
  if (!client.redirectUris.includes(request.redirect_uri)) throw new PortalError('sso.redirect_mismatch')
  const scopes = readScopes(request.scope)
  const fault = findFault(request, scopes, client.pkceRequired)
  const allowed = client.trusted || (await wasAllowed(tx, userId, client.clientId, scopes))
  return { client, scopes, fault, allowed }
}

/** Remembers that a person allowed a client these scopes, beside what they allowed it before. */
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

/** Notes on the person's list that a third party is let in, and returns when the person signed in. */
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

/** What a third party sent along with the browser. */
export type AuthorizationRequest = ParsedRequestOf<typeof authorization>

/** An error as RFC 6749 (4.1.2.1) has it. */
export interface AuthorizationFault {
  readonly error: 'access_denied' | 'invalid_request' | 'invalid_scope' | 'unsupported_response_type'
  readonly error_description: string
}

/** What the client is told when the person says no. */
export const REFUSED: AuthorizationFault = { error: 'access_denied', error_description: 'The person refused.' }

/** An S256 challenge: a SHA-256 as base64url. */
const CHALLENGE = /^[\w-]{43}$/

/** The scopes that are known, in the order in which a person reads them. Without any, who they are and what they are called. */
export function readScopes(asked: string | undefined): Scope[] {
  if (asked === undefined || asked.trim() === '') return ['openid', 'profile']
  const words = new Set(asked.split(' '))
  return SCOPES.filter((scope) => words.has(scope))
}

/** What is wrong with a request of a known client, if anything. */
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
  // A client that begins with PKCE must go on with it, whether or not it has to. "plain", the method when none is named, protects nothing.
  if (code_challenge === undefined)
    return { error: 'invalid_request', error_description: 'code_challenge is required (PKCE, RFC 7636).' }
  if (code_challenge_method !== 'S256')
    return { error: 'invalid_request', error_description: 'code_challenge_method must be S256.' }
  if (!CHALLENGE.test(code_challenge))
    return { error: 'invalid_request', error_description: 'code_challenge is no S256 challenge.' }
  return undefined
}

/** Where the browser goes with a code or an error; `iss` tells the client who answers (RFC 9207). */
export function answerAddress(
  { redirect_uri, state }: Pick<AuthorizationRequest, 'redirect_uri' | 'state'>,
  answer: { code: string } | AuthorizationFault,
  iss: string,
): string {
  return withParameters(redirect_uri, { ...answer, state, iss })
}

/** An address with parameters added to whatever query it has already, which stays as it was registered (RFC 6749, 3.1.2). */
export function withParameters(address: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const added = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) added.set(name, value)
  const joint = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&'
  return `${address}${joint}${added.toString()}`
}
