import type * as z from 'zod/mini'

/** How a call's input travels: in the query string, as a form body with dotted nested keys, as JSON, or as multipart form data. */
export type Encoding = 'query' | 'form' | 'json' | 'multipart'

/** Who may call: anybody, anybody signed in, or only the listed user types, or holders of the administrator role. */
export type Access = 'public' | 'session' | 'admin' | readonly UserType[]

/** 1 student, 2 teacher, 3 parent, 4 other staff. */
export type UserType = 1 | 2 | 3 | 4

type Schema = z.core.$ZodType

/** One row of the call table: everything that client, workers and server must agree on about a call. */
export interface Row<Input extends Schema = Schema, Answer extends Schema = Schema, Who extends Access = Access> {
  /** Dotted name, `domain.verb`. */
  readonly name: string
  readonly method: 'GET' | 'POST'
  /** Path with `{name}` segments, which are taken from the input. */
  readonly path: string
  readonly encoding: Encoding
  readonly access: Who
  /** What the caller gives. For multipart rows: the fields; the file itself is the field `file`. */
  readonly input: Input
  /** The shape of `data` in the envelope, or of the whole body when `bare`. */
  readonly answer: Answer
  /** The body is not wrapped in the envelope (static files, pictures, downloads). */
  readonly bare?: true
  /** The answer is a stream of server-sent events, the data of each of which is JSON of the shape of `answer`. Always bare. */
  readonly events?: true
  /** The caller handles every outcome itself: no notice, no refresh, no login redirect. */
  readonly noIntercept?: true
  /** A GET that changes something all the same: a link from another site must not. */
  readonly changes?: true
  /**
   * Called by another server, which proves itself in the body or by HTTP Basic and never by cookies: it is not asked where it comes from, and may send
   * JSON as well as a form.
   */
  readonly machine?: true
  /** GETs carry a cache-busting timestamp unless this is set. */
  readonly cache?: 'session' | 'http'
  /** A row of the portal's own that section 7 of the specification does not list. */
  readonly own?: true
  /** Largest accepted body in bytes; 64 KiB unless said. */
  readonly bodyLimit?: number
}

export type AnyRow = Row
export type InputOf<R extends AnyRow> = z.core.input<R['input']>
export type ParsedInputOf<R extends AnyRow> = z.core.output<R['input']>
export type AnswerOf<R extends AnyRow> = z.core.output<R['answer']>

/** Declares a row; exists so that the schemas' types are inferred and checked in one place. */
export function row<I extends Schema, A extends Schema, const W extends Access>(
  definition: Row<I, A, W>,
): Row<I, A, W> {
  return definition
}
