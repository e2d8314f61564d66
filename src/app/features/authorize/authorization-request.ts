import type { RequestOf } from '../../../../contract/endpoint.ts'
import type * as sso from '../../../../contract/endpoints/sign-in/sso.ts'

/** A third party's request from the address. */
export type AuthorizationRequest = RequestOf<typeof sso.authorization>

const OPTIONAL = [
  'response_type',
  'response_mode',
  'state',
  'scope',
  'nonce',
  'code_challenge',
  'code_challenge_method',
  'prompt',
  'max_age',
  'id_token_hint',
  'request',
  'request_uri',
  'registration',
] as const
const NAMES = ['client_id', 'redirect_uri', ...OPTIONAL]
const STARTED = '#started='

/** Reads the request from an address; absent and empty fields stay absent, and the server says what it needs. */
export function readRequest(search: string, hash = ''): AuthorizationRequest {
  const query = new URLSearchParams(search)
  const optional = OPTIONAL.flatMap((name) => {
    const value = query.get(name)
    return value ? [[name, value] as const] : []
  })
  const repeated = NAMES.find((name) => query.getAll(name).length > 1)
  return {
    client_id: query.get('client_id') ?? '',
    redirect_uri: query.get('redirect_uri') ?? '',
    ...Object.fromEntries(optional),
    ...(repeated !== undefined && { repeated }),
    ...(hash.startsWith(STARTED) && { started: hash.slice(STARTED.length) }),
  }
}

/** The part of an address that carries the start of a request through a sign-in, on this page or on another one. */
export function hashOf(started: string): string {
  return STARTED + started
}

/** Schemes that would run, or show foreign content, as a page of this origin. */
const FORBIDDEN = /^(?:javascript|data|blob|vbscript|file|about|filesystem):/i

/** Where the browser goes: the address from the server, or the requested one with code and state. Null for any other kind of address. */
export function addressOfAnswer(
  request: AuthorizationRequest,
  answer: string | { code: string; state?: string | undefined },
): string | null {
  if (!URL.canParse(request.redirect_uri)) return null
  const asked = new URL(request.redirect_uri)
  if (FORBIDDEN.test(asked.protocol)) return null
  if (typeof answer === 'string')
    return URL.canParse(answer) && new URL(answer).protocol === asked.protocol ? answer : null
  asked.searchParams.set('code', answer.code)
  if (answer.state !== undefined) asked.searchParams.set('state', answer.state)
  return asked.href
}
