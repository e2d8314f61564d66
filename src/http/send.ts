import wretch, { type ConfiguredMiddleware } from 'wretch'
import type { AnyEndpoint } from '../../contract/endpoint.ts'
import { envelopeSchema } from '../../contract/envelope.ts'
import { REQUEST_TIMEOUT } from '../../contract/limits.ts'
import { CallError } from './call-error.ts'
import { encodeForm } from './form-encoding.ts'

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

/**
 * Puts the input of a call into path segments, query string or body, as its endpoint says. Returns the address with its query, and the body with its
 * type. `now` bypasses caches for GETs that must not be cached.
 */
export function buildRequest(endpoint: AnyEndpoint, input: Record<string, unknown>, now: number) {
  const rest = { ...input }
  // A name may occur in the path more than once.
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    delete rest[name]
    return encodeURIComponent(String(input[name]))
  })
  if (endpoint.method === 'GET') {
    const query = encodeForm(rest)
    if (!endpoint.cache) query.append('_', String(now))
    const text = query.toString()
    return { url: text ? `${path}?${text}` : path, body: undefined, contentType: undefined }
  }
  switch (endpoint.encoding) {
    case 'json':
      return { url: path, body: JSON.stringify(rest), contentType: 'application/json' }
    case 'multipart': {
      const form = new FormData()
      // Text first: the server streams the file and needs the text fields before it.
      for (const [name, text] of encodeForm(rest)) form.append(name, text)
      for (const [name, value] of Object.entries(rest)) if (value instanceof Blob) form.append(name, value)
      return { url: path, body: form, contentType: undefined }
    }
    default:
      return {
        url: path,
        body: encodeForm(rest).toString(),
        contentType: 'application/x-www-form-urlencoded;charset=UTF-8',
      }
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
