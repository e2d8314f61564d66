import type { ParsedRequestOf } from '../../../contract/endpoint.ts'
import type { authorization } from '../../../contract/endpoints/sso.ts'
import { SCOPES, type Scope } from './issuer-configuration.ts'
import { withParameters } from './redirect-uris.ts'

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
