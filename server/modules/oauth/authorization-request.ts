import type { ParsedRequestOf } from '../../../contract/endpoint.ts'
import type * as sso from '../../../contract/endpoints/sign-in/sso.ts'
import { type Prompt, PROMPTS, type Scope, SCOPES } from './issuer-configuration.ts'
import { withParameters } from './redirect-address.ts'

/** A request for authorization as a third party made it. */
export type AuthorizationRequest = Omit<ParsedRequestOf<typeof sso.authorization>, 'started'>

/** RFC 6749, 4.1.2.1, and OpenID Connect Core 1.0, 3.1.2.6. */
export interface AuthorizationFault {
  readonly error:
    | 'access_denied'
    | 'invalid_request'
    | 'invalid_scope'
    | 'unsupported_response_type'
    | 'login_required'
    | 'consent_required'
    | 'interaction_required'
    | 'request_not_supported'
    | 'request_uri_not_supported'
    | 'registration_not_supported'
  readonly error_description: string
}

export const REFUSED = fault('access_denied', 'The person refused.')
export const LOGIN_REQUIRED = fault('login_required', 'The person has to sign in first.')
export const CONSENT_REQUIRED = fault('consent_required', 'The person has to agree first.')
export const INTERACTION_REQUIRED = fault('interaction_required', 'The person has to do something in the portal first.')
export const HINT_INVALID = invalid('id_token_hint is no ID token of this issuer for this client.')

/** An S256 challenge: a SHA-256 as base64url. */
const CHALLENGE = /^[\w-]{43}$/
/** Seconds of at most three years. */
const MAX_AGE = /^\d{1,8}$/

/** The known scopes in display order. Without any: identity and name. */
export function readScopes(asked: string | undefined): Scope[] {
  if (asked === undefined || asked.trim() === '') return ['openid', 'profile']
  const words = new Set(asked.split(' '))
  return SCOPES.filter((scope) => words.has(scope))
}

/** What the third party wants the person to be asked; undefined when it says something unknown, or `none` with others. */
export function readPrompts(asked = ''): ReadonlySet<Prompt> | undefined {
  const words = new Set(asked.split(' ').filter((word) => word !== ''))
  const known = new Set(PROMPTS.filter((prompt) => words.has(prompt)))
  if (known.size < words.size || (known.has('none') && known.size > 1)) return undefined
  return known
}

export function findFault(
  request: AuthorizationRequest,
  scopes: readonly Scope[],
  pkceRequired: boolean,
): AuthorizationFault | undefined {
  const { response_type, response_mode, max_age } = request
  if (request.repeated !== undefined) return invalid(`The parameter ${request.repeated} is there more than once.`)
  if (request.request !== undefined) return unsupported('request')
  if (request.request_uri !== undefined) return unsupported('request_uri')
  if (request.registration !== undefined) return unsupported('registration')
  if (response_type === undefined) return invalid('response_type is required.')
  if (response_type !== 'code') return fault('unsupported_response_type', 'Only response_type=code is supported.')
  if (response_mode !== undefined && response_mode !== 'query') return invalid('Only response_mode=query is supported.')
  if (scopes.length === 0) return fault('invalid_scope', 'None of the scopes is known.')
  if (!readPrompts(request.prompt)) return invalid('prompt is none, or any of login, consent and select_account.')
  if (max_age !== undefined && !MAX_AGE.test(max_age)) return invalid('max_age is a number of seconds.')
  return findPkceFault(request, pkceRequired)
}

function findPkceFault(
  { code_challenge, code_challenge_method }: AuthorizationRequest,
  isRequired: boolean,
): AuthorizationFault | undefined {
  if (code_challenge === undefined && code_challenge_method === undefined && !isRequired) return undefined
  // A client that begins with PKCE must complete it, also where it is optional. "plain", the default method, protects nothing.
  if (code_challenge === undefined) return invalid('code_challenge is required (PKCE, RFC 7636).')
  if (code_challenge_method !== 'S256') return invalid('code_challenge_method must be S256.')
  return CHALLENGE.test(code_challenge) ? undefined : invalid('code_challenge is no S256 challenge.')
}

function fault(error: AuthorizationFault['error'], error_description: string): AuthorizationFault {
  return { error, error_description }
}

function invalid(description: string): AuthorizationFault {
  return fault('invalid_request', description)
}

function unsupported(parameter: 'request' | 'request_uri' | 'registration'): AuthorizationFault {
  return fault(`${parameter}_not_supported`, `The parameter ${parameter} is not supported.`)
}

/** `iss` names the issuer (RFC 9207). */
export function answerAddress(
  { redirect_uri, state }: Pick<AuthorizationRequest, 'redirect_uri' | 'state'>,
  answer: { code: string } | AuthorizationFault,
  iss: string,
): string {
  return withParameters(redirect_uri, { ...answer, state, iss })
}
