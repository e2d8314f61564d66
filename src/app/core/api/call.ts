import wretch from 'wretch'
import { safeParse } from 'zod/mini'
import { envelopeSchema } from '../../../../contract/envelope.ts'
import { LINKED_ACCOUNT_HEADER } from '../../../../contract/linked-account.ts'
import { REQUEST_TIMEOUT } from '../../../../contract/limits.ts'
import { DOWNLOAD_CHECK_HEADER } from '../../../../contract/download.ts'
import type { ResponseOf, AnyEndpoint, RequestOf } from '../../../../contract/endpoint.ts'
import { CallError } from './call-error.ts'
import { buildRequest } from './request.ts'
import { afterStaleFactor, isStaleFactor, proofCount } from './stale-factor.ts'
import { afterUnauthorized, renewalCount } from './unauthorized.ts'

export interface CallOptions {
  readonly signal?: AbortSignal
  /** The application that makes the call; by default the current one. */
  readonly app?: string
  readonly headers?: Readonly<Record<string, string>>
  /** The linked account on whose behalf it is; for endpoints with `linked`. */
  readonly account?: string | null | undefined
}

/** A unit that is not in use just now answers nothing else. */
const OUT_OF_USE: ReadonlySet<string> = new Set(['tenant.suspended', 'tenant.archived'])

/** Settings and callbacks of the transport, set by the shell at start. */
export const transport = {
  /** Put before every path; empty in the browser. */
  origin: '',
  device: (): 'app' | 'h5' | 'pc' => 'pc',
  /** The current application: that of the page, 'app' for the desktop. */
  appCode: '',
  /** Called for each response, except where it may come from the service worker's cache. */
  onAnswer: (): void => {},
  onNetworkFailure: (): void => {},
  /** Called when the unit is not in use any more. */
  onSuspended: (): void => {},
}

/** Makes an application the current one, until the returned function is called. */
export function enterApp(code: string): () => void {
  const before = transport.appCode
  transport.appCode = code
  return () => (transport.appCode = before)
}

/** The headers of every call: the kind of device and the current application. */
export function callHeaders(app = transport.appCode): { 'x-portal-device': string; 'x-portal-app': string } {
  return { 'x-portal-device': transport.device(), 'x-portal-app': app }
}

const portal = wretch().options({ credentials: 'same-origin' })

/**
 * Makes a call of the contract and returns its checked response. Rejects with CallError; shows nothing. A 401 renews the session once for all waiting
 * calls, and repeats each of them; so does a refusal for want of a fresh second factor once it was proved.
 */
export async function call<R extends AnyEndpoint>(
  endpoint: R,
  input: RequestOf<R>,
  options: CallOptions = {},
): Promise<ResponseOf<R>> {
  const renewalsBefore = renewalCount()
  const proofsBefore = proofCount()
  try {
    return await attempt(endpoint, input, options)
  } catch (error) {
    if (!(error instanceof CallError) || endpoint.noIntercept) throw error
    const isStale = isStaleFactor(endpoint, error)
    if (error.status !== 401 && !isStale) throw error
    if (!(await (isStale ? afterStaleFactor(proofsBefore) : afterUnauthorized(renewalsBefore)))) throw error
    return attempt(endpoint, input, options)
  }
}

async function attempt<R extends AnyEndpoint>(
  endpoint: R,
  input: RequestOf<R>,
  { signal, app, headers, account }: CallOptions,
): Promise<ResponseOf<R>> {
  const method: string = endpoint.method
  if (method !== 'GET' && method !== 'POST') throw new CallError(endpoint.name, { kind: 'method', method })
  if (endpoint.encoding === 'multipart' && !isPayload(input)) throw new CallError(endpoint.name, { kind: 'payload' })
  const request = buildRequest(endpoint, { ...Object(input) }, Date.now())
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT)
  try {
    const response = await portal
      .url(transport.origin + request.url)
      .headers({
        ...callHeaders(app),
        ...(endpoint.checksDownload && { [DOWNLOAD_CHECK_HEADER]: '1' }),
        ...(account && { [LINKED_ACCOUNT_HEADER]: account }),
        ...headers,
        ...(request.contentType ? { 'content-type': request.contentType } : {}),
      })
      .options({ signal: signal ? AbortSignal.any([signal, timeout]) : timeout })
      .fetch(method, '', request.body)
      .res()
    if (endpoint.cache !== 'http') transport.onAnswer()
    return readAnswer(endpoint, response, await readBody(endpoint, response))
  } catch (error) {
    if (error instanceof CallError) throw error
    if (error instanceof wretch.WretchError) {
      transport.onAnswer()
      return readAnswer(endpoint, error.response, error.json)
    }
    if (signal?.aborted) throw new CallError(endpoint.name, { kind: 'aborted' }, error)
    if (timeout.aborted) throw new CallError(endpoint.name, { kind: 'timeout', after: REQUEST_TIMEOUT }, error)
    transport.onNetworkFailure()
    throw new CallError(endpoint.name, { kind: 'network' }, error)
  }
}

/** Uploads need fields by name; a file alone is not a payload. */
function isPayload(input: unknown): boolean {
  return typeof input === 'object' && input !== null && !Array.isArray(input) && !(input instanceof Blob)
}

/** Text endpoints are read as text whatever their type; the byte order mark stays, by which spreadsheets recognise UTF-8. */
async function readBody(endpoint: AnyEndpoint, response: Response): Promise<unknown> {
  if (endpoint.rawResponse && response.ok && endpoint.response._zod.def.type === 'string')
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer())
  return response.headers.get('content-type')?.includes('json') ? response.json() : null
}

/** Turns a response into the endpoint's result. Server errors have the same envelope as refusals, at any HTTP status. */
function readAnswer<R extends AnyEndpoint>(endpoint: R, response: Response, body: unknown): ResponseOf<R> {
  const retryAfter = Number(response.headers.get('retry-after')) || null
  const http = { status: response.status, statusText: response.statusText }
  if (endpoint.rawResponse && response.ok) return checkAnswer(endpoint, body)
  const envelope = envelopeSchema.safeParse(body)
  if (!envelope.success)
    throw new CallError(endpoint.name, response.ok ? { kind: 'answer' } : { kind: 'http', http, retryAfter })
  if (OUT_OF_USE.has(envelope.data.code)) transport.onSuspended()
  if (envelope.data.status !== 200 || !response.ok)
    throw new CallError(endpoint.name, { kind: 'envelope', envelope: envelope.data, http, retryAfter })
  return checkAnswer(endpoint, envelope.data.data)
}

/** Checks data from outside against the endpoint's response schema. Throws CallError 'client.answer'. */
export function checkAnswer<R extends AnyEndpoint>(endpoint: R, data: unknown): ResponseOf<R> {
  const answer = safeParse(endpoint.response, data)
  if (!answer.success) throw new CallError(endpoint.name, { kind: 'answer' }, answer.error)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema just vouched for it; ResponseOf names its output type
  return answer.data as ResponseOf<R>
}
