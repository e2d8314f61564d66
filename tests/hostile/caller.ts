import { signIn, TEACHER } from '../support/callers/portal-caller.ts'
import type { AnyEndpoint } from '../../contract/endpoint.ts'
import { envelopeSchema } from '../../contract/envelope.ts'

/** What came of one call: its code in the envelope, HTTP status, wait and time. */
export interface Outcome {
  readonly code: string
  readonly http: number
  readonly retryAfter: string | null
  readonly ms: number
}

/** Calls a portal from outside and returns whatever it answers; a request without an answer rejects. */
export async function ask(
  origin: string,
  endpoint: Pick<AnyEndpoint, 'method' | 'path'>,
  fields: Record<string, string> = {},
  cookie = '',
): Promise<Outcome> {
  const began = performance.now()
  const isGet = endpoint.method === 'GET'
  const body = new URLSearchParams(fields)
  const response = await fetch(`${origin}${endpoint.path}${isGet && body.size > 0 ? `?${body}` : ''}`, {
    method: endpoint.method,
    headers: { 'x-portal-device': 'pc', origin, cookie },
    ...(!isGet && { body }),
  })
  const text = await response.text()
  const ms = performance.now() - began
  const code = text.startsWith('{') ? envelopeSchema.parse(JSON.parse(text)).code : text
  return { code, http: response.status, retryAfter: response.headers.get('retry-after'), ms }
}

/** The cookies of the demo's teacher. */
export async function signInTeacher(origin: string): Promise<string> {
  return (await signIn(origin, TEACHER)).cookiesFor('/api/')
}
