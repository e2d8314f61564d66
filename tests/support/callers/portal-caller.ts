import * as z from 'zod/mini'
import * as session from '../../../contract/endpoints/sign-in/session.ts'
import { envelopeSchema, refusalText } from '../../../contract/envelope.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'

type Schema = z.core.$ZodType

/** A demo account that every school has. */
export const TEACHER = { username: 'teacher', password: 'Campus2026' } as const

/** A signed-in person who calls a running portal as the client does, from outside its process. */
export interface PortalCaller {
  /** Calls an endpoint with an envelope; throws CallFailure when the envelope reports an error, and the error of fetch when there is no response. */
  call<I extends Schema, A extends Schema>(
    row: Endpoint<I, A>,
    input: z.core.input<I>,
    file?: Blob,
  ): Promise<z.core.output<A>>
  /** The bytes of a bare GET. */
  download(path: string): Promise<Buffer>
  /** Any request with this person's cookies. */
  request(path: string, init?: RequestInit): Promise<Response>
  /** The Cookie header that this person's browser would send to a path. */
  cookiesFor(path: string): string
  /** The same browser, which reaches the portal at another address. */
  at(origin: string): PortalCaller
}

/** The portal answered, and refused. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure'
  /** Of the envelope; '' where a web server answered instead of the portal. */
  readonly code: string
  readonly status: number

  constructor(message: string, { code = '', status }: { code?: string; status: number }) {
    super(message)
    this.code = code
    this.status = status
  }
}

type CookieJar = Map<string, { value: string; path: string }>

/** Signs in at `http://localhost:port` and returns the person. */
export async function signIn(
  origin: string,
  person: { username: string; password: string } = TEACHER,
): Promise<PortalCaller> {
  const caller = createCaller(origin, new Map())
  await caller.call(session.login, { ...person })
  return caller
}

function createCaller(origin: string, jar: CookieJar): PortalCaller {
  async function request(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { 'x-portal-device': 'pc', origin, cookie: cookiesFor(path), ...init.headers }
    const response = await fetch(origin + path, { ...init, headers })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, { value, path: /;\s*path=([^;]*)/i.exec(line)?.[1] ?? '/' })
    }
    return response
  }

  function cookiesFor(path: string): string {
    const sent = [...jar].filter(([, cookie]) => path.startsWith(cookie.path))
    return sent.map(([name, cookie]) => `${name}=${cookie.value}`).join('; ')
  }

  async function call<I extends Schema, A extends Schema>(
    row: Endpoint<I, A>,
    input: z.core.input<I>,
    file?: Blob,
  ): Promise<z.core.output<A>> {
    const fields = fieldsOf(input)
    const path = row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(fields[name] ?? ''))
    const query = new URLSearchParams(fields)
    const response = await (row.method === 'GET'
      ? request(`${path}?${query}`)
      : row.encoding === 'json'
        ? request(path, {
            method: 'POST',
            body: JSON.stringify(input),
            headers: { 'content-type': 'application/json' },
          })
        : request(path, { method: 'POST', body: row.encoding === 'multipart' ? multipart(fields, file) : query }))
    if (!response.headers.get('content-type')?.startsWith('application/json')) {
      throw new CallFailure(`${row.name}: ${response.status}`, { status: response.status })
    }
    const envelope = z.parse(envelopeSchema, await response.json())
    if (envelope.status !== 200) {
      const said = refusalText('en', envelope) ?? ''
      throw new CallFailure(`${row.name}: ${envelope.status} ${envelope.code} ${said}`, envelope)
    }
    return z.parse(row.response, envelope.data)
  }

  return {
    call,
    request,
    cookiesFor,
    at: (other) => createCaller(other, jar),
    async download(path) {
      const response = await request(path)
      if (!response.ok) {
        const { status } = response
        throw new CallFailure(`${path}: ${status} ${await response.text()}`, { status })
      }
      return Buffer.from(await response.arrayBuffer())
    },
  }
}

function fieldsOf(input: unknown): Record<string, string> {
  if (typeof input !== 'object' || input === null) return {}
  const given = Object.entries(input).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]))
}

function multipart(fields: Record<string, string>, file: Blob | undefined): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  if (file) form.set('file', file, 'blob')
  return form
}
