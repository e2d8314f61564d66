import { safeParse } from 'zod/mini'
import { LINKED_ACCOUNT_HEADER } from '../../../../contract/linked-account.ts'
import { DOWNLOAD_CHECK_HEADER } from '../../../../contract/download.ts'
import type { ResponseOf, AnyEndpoint, RequestOf } from '../../../../contract/endpoint.ts'
import { CallError } from '../../../http/call-error.ts'
import { readResponse, send } from '../../../http/send.ts'
import { factorProof, isStaleFactor } from './stale-factor.ts'
import { sessionRenewal } from './unauthorized.ts'

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

/**
 * Makes a call of the contract and returns its checked response. Rejects with CallError; shows nothing. A 401 renews the session once for all waiting
 * calls, and repeats each of them; so does a refusal for want of a fresh second factor once it was proved.
 */
export async function call<R extends AnyEndpoint>(
  endpoint: R,
  input: RequestOf<R>,
  options: CallOptions = {},
): Promise<ResponseOf<R>> {
  const [renewals, proofs] = [sessionRenewal.count, factorProof.count]
  try {
    return await attempt(endpoint, input, options)
  } catch (error) {
    if (!(error instanceof CallError) || endpoint.noIntercept) throw error
    const isStale = isStaleFactor(endpoint, error)
    if (error.status !== 401 && !isStale) throw error
    if (!(await (isStale ? factorProof.renew(proofs) : sessionRenewal.renew(renewals)))) throw error
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
  try {
    const data = await send(endpoint, input, {
      origin: transport.origin,
      signal,
      headers: {
        ...callHeaders(app),
        ...(endpoint.checksDownload && { [DOWNLOAD_CHECK_HEADER]: '1' }),
        ...(account && { [LINKED_ACCOUNT_HEADER]: account }),
        ...headers,
      },
      onResponse({ ok }) {
        if (!ok || endpoint.cache !== 'http') transport.onAnswer()
      },
    })
    return checkAnswer(endpoint, data)
  } catch (error) {
    if (error instanceof CallError && error.failure.kind === 'network') transport.onNetworkFailure()
    if (error instanceof CallError && OUT_OF_USE.has(error.code)) transport.onSuspended()
    throw error
  }
}

/** Uploads need fields by name; a file alone is not a payload. */
function isPayload(input: unknown): boolean {
  return typeof input === 'object' && input !== null && !Array.isArray(input) && !(input instanceof Blob)
}

/** Reads a response that was not made by a call here. Throws CallError. */
export function checkResponse<R extends AnyEndpoint>(endpoint: R, response: Response, body: unknown): ResponseOf<R> {
  return checkAnswer(endpoint, readResponse(endpoint, response, body))
}

/** Checks data from outside against the endpoint's response schema. Throws CallError 'client.answer'. */
function checkAnswer<R extends AnyEndpoint>(endpoint: R, data: unknown): ResponseOf<R> {
  const answer = safeParse(endpoint.response, data)
  if (!answer.success) throw new CallError(endpoint.name, { kind: 'answer' }, answer.error)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema just vouched for it; ResponseOf names its output type
  return answer.data as ResponseOf<R>
}
