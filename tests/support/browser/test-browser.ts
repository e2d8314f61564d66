import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import * as z from 'zod/mini'
import type { AnyEndpoint, RequestOf } from '../../../contract/endpoint.ts'
import { VERSION_LENGTH } from '../../../contract/record-version.ts'
import { endpoints } from '../../../contract/table.ts'
import { type Envelope, envelopeSchema } from '../../../contract/envelope.ts'

/** Where a browser is and what it visits. */
export interface BrowserOptions {
  readonly host?: string
  readonly address?: string
}

/** One request beyond what a browser sends by itself. */
export interface RequestOptions {
  readonly headers?: Record<string, string | undefined>
  readonly payload?: string | Buffer
  /** Sends a save without a version as it is, and not as a page that has just read the record. */
  readonly asIs?: true
}

/** An answer and its envelope. */
export interface Answer {
  readonly response: LightMyRequestResponse
  readonly envelope: Envelope
}

interface Cookie {
  readonly value: string
  readonly path: string
}

/** As much of a browser as the server can tell: cookies with their paths, the headers of a page of the same origin, and an address. */
export interface TestBrowser {
  readonly cookies: Map<string, Cookie>
  /** Any request; the envelope is not looked at. */
  request(
    method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    options?: RequestOptions,
  ): Promise<LightMyRequestResponse>
  /** A call by GET; throws when the answer is no envelope. */
  get(path: string, options?: RequestOptions): Promise<Answer>
  /** A call by POST with a form body; throws when the answer is no envelope. */
  post(path: string, form?: Record<string, string>, options?: RequestOptions): Promise<Answer>
}

/** A browser of its own, without cookies. */
export function createTestBrowser(
  app: FastifyInstance,
  { host = 'localhost', address = '192.0.2.1' }: BrowserOptions = {},
): TestBrowser {
  const cookies = new Map<string, Cookie>()

  async function request(
    method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    { asIs, ...options }: RequestOptions = {},
  ): Promise<LightMyRequestResponse> {
    const unversioned = asIs ? null : saveWithoutVersion(path, options.payload)
    if (unversioned === null) return send(method, path, options)
    const withVersion = (version: string) =>
      send(method, path, { ...options, payload: JSON.stringify({ ...unversioned, version }) })
    const response = await withVersion(NO_VERSION)
    const { data } = changed.safeParse(response.json())
    return data ? withVersion(data.data.current.version) : response
  }

  async function send(
    method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    { headers = {}, payload }: RequestOptions,
  ): Promise<LightMyRequestResponse> {
    const pathname = path.split('?')[0] ?? path
    const sent = [...cookies].filter(([, cookie]) => matches(pathname, cookie.path))
    const all: Record<string, string | undefined> = {
      host,
      'sec-fetch-site': 'same-origin',
      'x-portal-device': 'pc',
      cookie: sent.length === 0 ? undefined : sent.map(([name, { value }]) => `${name}=${value}`).join('; '),
      ...headers,
    }
    const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
    const response = await app.inject({
      method,
      url: path,
      headers: given,
      remoteAddress: address,
      ...(payload !== undefined && { payload }),
    })
    for (const { name, value, path: at, maxAge, expires } of response.cookies) {
      const gone = maxAge === 0 || (expires !== undefined && expires.getTime() <= Date.now())
      if (gone) cookies.delete(name)
      else cookies.set(name, { value, path: typeof at === 'string' ? at : '/' })
    }
    return response
  }

  return {
    cookies,
    request,
    get: (path, options) => read(request('GET', path, options)),
    post: (path, form = {}, options = {}) =>
      read(
        request('POST', path, {
          payload: new URLSearchParams(form).toString(),
          ...options,
          headers: { 'content-type': 'application/x-www-form-urlencoded', ...options.headers },
        }),
      ),
  }
}

/** The version of nothing. */
const NO_VERSION = '0'.repeat(VERSION_LENGTH)

const changed = z.object({
  code: z.literal('record.changed'),
  data: z.object({ current: z.object({ version: z.string() }) }),
})

/** The input of an endpoint that saves over a record, where it has no version; null for all else. */
function saveWithoutVersion(path: string, payload: string | Buffer | undefined): object | null {
  if (typeof payload !== 'string' || !endpoints.some((one) => one.saves && one.path === path)) return null
  const input = readJson(payload)
  return typeof input === 'object' && input !== null && !Array.isArray(input) && !('version' in input) ? input : null
}

/** Undefined for what is no JSON, which some tests send. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What a test sends to an endpoint: a save without its version is sent as by a page that has just read the record. */
export type SentTo<R extends AnyEndpoint> =
  RequestOf<R> extends { version: infer Version }
    ? Omit<RequestOf<R>, 'version'> & { readonly version?: Version }
    : RequestOf<R>

/** Everything of an answer by which two refusals could differ. */
export function refusalOf({ response }: Answer) {
  return { http: response.statusCode, body: response.body, cookies: response.cookies }
}

async function read(response: Promise<LightMyRequestResponse>): Promise<Answer> {
  const answered = await response
  return { response: answered, envelope: z.parse(envelopeSchema, answered.json()) }
}

function matches(pathname: string, cookiePath: string): boolean {
  return pathname === cookiePath || pathname.startsWith(cookiePath.endsWith('/') ? cookiePath : `${cookiePath}/`)
}
