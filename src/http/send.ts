import wretch, { type ConfiguredMiddleware } from 'wretch'
import type { AnyEndpoint } from '../../contract/endpoint.ts'
import { envelopeSchema } from '../../contract/envelope.ts'
import { REQUEST_TIMEOUT } from '../../contract/limits.ts'
import { CallError } from './call-error.ts'
import { buildRequest } from './request.ts'

export interface SendOptions {
  readonly headers: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
  /** Put before the path; empty in the browser. */
  readonly origin?: string
  /** Sends the request in place of fetch. */
  readonly through?: ConfiguredMiddleware
  /** Called for each response, whatever it says. */
  readonly onResponse?: (response: Response) => void
}

const portal = wretch().options({ credentials: 'same-origin' })

/**
 * Makes a call of the contract once, and returns its data unchecked: that of the envelope, or the whole body of an endpoint without one. Rejects with
 * CallError.
 */
export async function send(
  endpoint: AnyEndpoint,
  input: unknown,
  { headers, signal, origin = '', through, onResponse }: SendOptions,
): Promise<unknown> {
  const { url, body, contentType } = buildRequest(endpoint, { ...Object(input) }, Date.now())
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT)
  try {
    const response = await portal
      .url(origin + url)
      .middlewares(through ? [through] : [])
      .headers({ ...headers, ...(contentType && { 'content-type': contentType }) })
      .options({ signal: signal ? AbortSignal.any([signal, timeout]) : timeout })
      .fetch(endpoint.method, '', body)
      .res()
    onResponse?.(response)
    return readResponse(endpoint, response, await readBody(endpoint, response))
  } catch (error) {
    if (error instanceof CallError) throw error
    if (error instanceof wretch.WretchError) {
      onResponse?.(error.response)
      return readResponse(endpoint, error.response, parseJson(error.text))
    }
    if (signal?.aborted) throw new CallError(endpoint.name, { kind: 'aborted' }, error)
    if (timeout.aborted) throw new CallError(endpoint.name, { kind: 'timeout', after: REQUEST_TIMEOUT }, error)
    throw new CallError(endpoint.name, { kind: 'network' }, error)
  }
}

/** Text endpoints are read as text whatever their type; the byte order mark stays, by which spreadsheets recognise UTF-8. */
async function readBody(endpoint: AnyEndpoint, response: Response): Promise<unknown> {
  if (endpoint.rawResponse && response.ok && endpoint.response._zod.def.type === 'string')
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer())
  return parseJson(await response.text())
}

function parseJson(text = ''): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The data of a response whose body was read. Server errors have the same envelope as refusals, at any HTTP status. Throws CallError. */
export function readResponse(endpoint: AnyEndpoint, response: Response, body: unknown): unknown {
  if (endpoint.rawResponse && response.ok) return body
  const { ok, status, statusText, headers } = response
  const http = { status, statusText }
  const retryAfter = readRetryAfter(headers.get('retry-after'))
  const envelope = envelopeSchema.safeParse(body)
  if (!envelope.success)
    throw new CallError(endpoint.name, ok ? { kind: 'answer' } : { kind: 'http', http, retryAfter })
  if (!ok || envelope.data.status !== 200)
    throw new CallError(endpoint.name, { kind: 'envelope', envelope: envelope.data, http, retryAfter })
  return envelope.data.data
}

/** Retry-After in seconds from now: HTTP allows seconds or a date. */
function readRetryAfter(value: string | null): number | null {
  if (!value) return null
  const seconds = Number(value)
  const wait = Number.isNaN(seconds) ? Math.ceil((Date.parse(value) - Date.now()) / 1000) : seconds
  return Number.isNaN(wait) ? null : Math.max(0, wait)
}
