import type * as z from 'zod/mini'

/** How a call's input travels: in the query string, as a form body with dotted nested keys, as JSON, or as multipart form data. */
export type Encoding = 'query' | 'form' | 'json' | 'multipart'

/** Who may call: anybody, anybody signed in, or only the listed user types, or holders of the administrator role. */
export type Access = 'public' | 'session' | 'admin' | readonly UserType[]

/** 1 student, 2 teacher, 3 parent, 4 other staff. */
export type UserType = 1 | 2 | 3 | 4

type Schema = z.core.$ZodType

/** One call: everything that client, workers and server must agree on about a call. */
export interface Endpoint<
  Request extends Schema = Schema,
  Response extends Schema = Schema,
  Who extends Access = Access,
> {
  /** Dotted name, `domain.verb`. */
  readonly name: string
  readonly method: 'GET' | 'POST'
  /** Path with `{name}` segments, which are taken from the input. */
  readonly path: string
  readonly encoding: Encoding
  readonly access: Who
  /** What the caller gives. For multipart endpoints: the fields; the file itself is the field `file`. */
  readonly request: Request
  /** The shape of `data` in the envelope, or of the whole body when `rawResponse`. */
  readonly response: Response
  /** The body is not wrapped in the envelope (static files, pictures, downloads). */
  readonly rawResponse?: true
  /** The answer is a stream of server-sent events, the data of each of which is JSON of the shape of `response`. Always a raw response. */
  readonly events?: true
  /** The caller handles every outcome itself: no notice, no refresh, no login redirect. */
  readonly noIntercept?: true
  /** A GET that changes something all the same: a link from another site must not. */
  readonly changes?: true
  /**
   * Called by another server, which proves itself in the body or by HTTP Basic and never by cookies: it is not asked where it comes from, and may send
   * JSON as well as a form.
   */
  readonly serverToServer?: true
  /** GETs carry a cache-busting timestamp unless this is set. */
  readonly cache?: 'session' | 'http'
  /** An endpoint of the portal's own that section 7 of the specification does not list. */
  readonly own?: true
  /** Largest accepted body in bytes; 64 KiB unless said. */
  readonly bodyLimit?: number
}

export type AnyEndpoint = Endpoint
export type RequestOf<R extends AnyEndpoint> = z.core.input<R['request']>
export type ParsedRequestOf<R extends AnyEndpoint> = z.core.output<R['request']>
export type ResponseOf<R extends AnyEndpoint> = z.core.output<R['response']>

/** Declares an endpoint; exists so that the schemas' types are inferred and checked in one place. */
export function endpoint<I extends Schema, A extends Schema, const W extends Access>(
  definition: Endpoint<I, A, W>,
): Endpoint<I, A, W> {
  return definition
}
