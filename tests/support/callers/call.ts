import type { LightMyRequestResponse } from 'fastify'
import * as z from 'zod/mini'
import type { AnyEndpoint, ResponseOf } from '../../../contract/endpoint.ts'
import { type Envelope, envelopeSchema } from '../../../contract/envelope.ts'
import { LINKED_ACCOUNT_HEADER } from '../../../contract/linked-account.ts'
import type { SentTo, TestBrowser } from '../browser/test-browser.ts'

/** What a call needs beyond its input. */
interface CallOptions {
  readonly headers?: Readonly<Record<string, string | undefined>>
  /** The linked account at another school on whose behalf it is made. */
  readonly account?: string | undefined
  /** Sends a save without a version as it is, and not as a page that has just read the record. */
  readonly asIs?: true
}

/** Those endpoints that need no input. */
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- an input without fields is what is asked about
type WithoutInput<R extends AnyEndpoint> = Record<never, never> extends SentTo<R> ? R : never

/** Calls an endpoint as the person of a browser, and returns its data. Throws when the call is refused, with the name of the endpoint and the code. */
export async function call<R extends AnyEndpoint>(
  browser: TestBrowser,
  endpoint: WithoutInput<R>,
): Promise<ResponseOf<R>>
export async function call<R extends AnyEndpoint>(
  browser: TestBrowser,
  endpoint: R,
  input: SentTo<R>,
  options?: CallOptions,
): Promise<ResponseOf<R>>
export async function call(
  browser: TestBrowser,
  endpoint: AnyEndpoint,
  input?: unknown,
  options?: CallOptions,
): Promise<unknown> {
  const { code, data, message } = await ask(browser, endpoint, input, options)
  if (code !== 'ok') throw new Error(`${endpoint.name}: ${code} ${message}`)
  return z.parse(endpoint.response, data)
}

/** Calls an endpoint with whatever input, right or wrong, and returns the envelope of the answer. Throws when the answer is none. */
export async function ask(
  browser: TestBrowser,
  endpoint: AnyEndpoint,
  input?: unknown,
  options?: CallOptions,
): Promise<Envelope> {
  return z.parse(envelopeSchema, (await send(browser, endpoint, input, options)).json())
}

/** Sends a call as its endpoint says: path, encoding and, where it takes one, a small file. Any answer is returned as it is. */
export function send(
  browser: TestBrowser,
  endpoint: AnyEndpoint,
  input: unknown = {},
  { headers, account, asIs }: CallOptions = {},
): Promise<LightMyRequestResponse> {
  const fields = z.parse(z.record(z.string(), z.unknown()), input)
  const inPath = new Set<string>()
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    inPath.add(name)
    return encodeURIComponent(String(fields[name]))
  })
  const rest = Object.fromEntries(Object.entries(fields).filter(([name]) => !inPath.has(name)))
  const form = new URLSearchParams(pairsOf(rest)).toString()
  const more = { ...(account !== undefined && { [LINKED_ACCOUNT_HEADER]: account }), ...headers }
  if (endpoint.method === 'GET')
    return browser.request('GET', form === '' ? path : `${path}?${form}`, { headers: more })
  const payloads = { query: '', form, json: JSON.stringify(rest), multipart: multipart(pairsOf(rest)) }
  return browser.request('POST', path, {
    payload: payloads[endpoint.encoding],
    headers: { 'content-type': TYPES[endpoint.encoding], ...more },
    ...(asIs && { asIs }),
  })
}

const TYPES = {
  form: 'application/x-www-form-urlencoded',
  json: 'application/json',
  multipart: 'multipart/form-data; boundary=b',
  query: '',
}

/** Sends a call without any input, as whoever only tries its address; `partOf` gives the named parts of its path. */
export function sendEmpty(
  browser: TestBrowser,
  { path, method, encoding }: AnyEndpoint,
  partOf: (name: string) => string = () => '00000000-0000-4000-8000-000000000000',
): Promise<LightMyRequestResponse> {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => partOf(name))
  if (method === 'GET') return browser.request('GET', filled)
  const payload = encoding === 'json' ? '{}' : ''
  return browser.request('POST', filled, { payload, headers: { 'content-type': TYPES[encoding] } })
}

/** The fields of a form: with dots for what is nested, repeated for a list, without those that are undefined. */
function pairsOf(value: unknown, name = ''): [string, string][] {
  if (Array.isArray(value)) return value.flatMap((each) => pairsOf(each, name))
  if (typeof value !== 'object' || value === null) return [[name, String(value)]]
  const given = Object.entries(value).filter(([, each]) => each !== undefined)
  return given.flatMap(([key, each]) => pairsOf(each, name === '' ? key : `${name}.${key}`))
}

/** A body of multipart form data with the fields and one small file; its boundary is `b`. */
export function multipart(fields: readonly (readonly [string, string])[], fileName = 'x.txt'): string {
  const parts = fields.map(
    ([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = `content-disposition: form-data; name="file"; filename="${fileName}"\r\ncontent-type: text/plain`
  return `${parts.join('')}--b\r\n${head}\r\n\r\nx\r\n--b--\r\n`
}
