import type * as z from 'zod/mini'
import { file, nothing, success } from './fields.ts'
import type { AdministrativeCode, PermissionCode } from './permissions.ts'

export type Encoding = 'query' | 'form' | 'json' | 'multipart'

/** All callers, all signed-in users, holders of the administrator role, or the listed user types. */
export type Access = 'public' | 'session' | 'admin' | readonly UserType[]

/** Services that a unit has a licence for. Whatever is of `storage` needs the licence of `base` as well. */
export type LicensedService = 'base' | 'storage'

/** 1 student, 2 teacher, 3 parent, 4 other staff. */
export type UserType = 1 | 2 | 3 | 4

/**
 * What an endpoint of administrators could be misused for. Where the unit asks administrators for a second factor, all kinds but 'ordinary' need one that was
 * proved within the last minutes (`FACTOR_FRESH_SECONDS`): an unattended window must not be enough.
 */
export const RISKS = [
  'ordinary',
  /** Gives or withdraws rights. */
  'changes-rights',
  /** Gives passwords, codes, secrets or tokens, or decides where those go or who may sign in by them. */
  'gives-credentials',
  'removes-protection',
  /** Hands out data of many people, or all data of one. */
  'takes-data-out',
  /** Deletes, or rewrites much at once. */
  'hard-to-undo',
] as const
export type Risk = (typeof RISKS)[number]

type Schema = z.core.$ZodType

/** An endpoint without what its function below adds. */
interface Call<Request extends Schema, Response extends Schema, Who extends Access> {
  readonly name: string
  /** Segments `{name}` are taken from the input. */
  readonly path: string
  /** 'session' by default. */
  readonly access?: Who
  /** What the caller must have been granted besides; null where every caller with access may. Not for public endpoints. */
  readonly permission?: PermissionCode | null
  /**
   * Answers also holders of the permission in a part of the unit: the handler narrows what it shows and changes to `scope` of the call. Without this the
   * permission is needed in the whole unit.
   */
  readonly scoped?: true
  /** Of each endpoint of administrators, and of no other. */
  readonly risk?: Risk
  /** Only some calls are of that risk, by their input or by whom they concern: the handler says which, by `requireFresh` of the call. */
  readonly riskInPart?: true
  /**
   * May be called on behalf of a linked account at another school (header `LINKED_ACCOUNT_HEADER`): access, permission and licence are those of that account.
   * All other endpoints refuse the header.
   */
  readonly linked?: true
  /** Refused when the unit's licence has expired; a GET only after the unit's days of grace. */
  readonly licence?: LicensedService
  /** None by default. For multipart endpoints: the fields; the file itself is the field `file`. */
  readonly request?: Request
  /** By default what it `saves`, as it is then; 'success' where it saves over nothing. */
  readonly response?: Response
  /**
   * For what saves over a record that was read before: its shape as it is read. The request has the record's `version`; where another is current, the call is
   * refused as 'record.changed', with data of the shape `changedRecord(saves)`.
   */
  readonly saves?: Schema
  /** The body is not wrapped in the envelope (static files, pictures, downloads). */
  readonly rawResponse?: true
  /** The raw response is a file that browsers save, by `getFile`: a request with `DOWNLOAD_CHECK_HEADER` is answered without it. */
  readonly download?: true
  /** A call of `checkOf`. */
  readonly checksDownload?: true
  /** The response is a stream of server-sent events, whose data is JSON of the shape of `response`. Always a raw response. */
  readonly events?: true
  /** The caller handles every outcome itself: no notice, no refresh, no login redirect. */
  readonly noIntercept?: true
  /** A GET with side effects: refused for links from another site. */
  readonly changes?: true
  /**
   * Called by another server, which authenticates in the body or by HTTP Basic, never by cookies: its origin is not checked, and it may send JSON as
   * well as a form.
   */
  readonly serverToServer?: true
  /** GETs carry a cache-busting timestamp unless this is set. */
  readonly cache?: 'session' | 'http'
  /** Bytes of the largest accepted body, above 64 KiB only of callers with a session or another proof in the headers; 64 KiB by default. */
  readonly bodyLimit?: number
  /** The same of all other callers, who then have to state a body's length; 64 KiB by default. */
  readonly unprovedBodyLimit?: number
}

/** Everything that client, workers and server must agree on about a call. */
export interface Endpoint<
  Request extends Schema = Schema,
  Response extends Schema = Schema,
  Who extends Access = Access,
> extends Call<Request, Response, Who> {
  readonly method: 'GET' | 'POST'
  readonly encoding: Encoding
  readonly access: Who
  readonly request: Request
  readonly response: Response
}

export type AnyEndpoint = Endpoint
export type DownloadEndpoint = AnyEndpoint & { readonly download: true }
export type RequestOf<R extends AnyEndpoint> = z.core.input<R['request']>
export type ParsedRequestOf<R extends AnyEndpoint> = z.core.output<R['request']>
export type ResponseOf<R extends AnyEndpoint> = z.core.output<R['response']>

/** An endpoint that saves over a record of this shape. */
export interface SavingEndpoint<Saved extends Schema = Schema> extends AnyEndpoint {
  readonly saves: Saved
}

/** Infers and checks the schemas' types. Without side effects, so that a bundle gets only the endpoints that it uses. */
type Declare = <
  const W extends Access = 'session',
  const P extends PermissionCode | null = null,
  I extends Schema = typeof nothing,
  S extends Schema | undefined = undefined,
  A extends Schema = (S extends Schema ? S : typeof success) & Schema,
>(
  call: Omit<Call<I, A, W>, 'saves'> & { readonly permission?: P; readonly saves?: S } & (W extends 'public'
      ? { permission?: never }
      : { permission: P }) &
    (Administers<W, P> extends true ? { risk: Risk } : { risk?: never }),
) => Endpoint<I, A, W> & (S extends Schema ? { readonly saves: S } : unknown)

/** As `Declare`, of a file. */
type DeclareFile = <
  const W extends Access = 'session',
  const P extends PermissionCode | null = null,
  I extends Schema = typeof nothing,
>(
  call: Omit<Call<I, typeof file, W>, 'response' | 'saves' | 'rawResponse' | 'download' | 'cache'> & {
    readonly permission?: P
  } & (W extends 'public' ? { permission?: never } : { permission: P }) &
    (Administers<W, P> extends true ? { risk: Risk } : { risk?: never }),
) => Endpoint<I, typeof file, W> & { readonly download: true }

type Administers<W extends Access, P> = W extends 'admin' ? true : P extends AdministrativeCode ? true : false

/** The answer of a GET whose bytes browsers show by its address, such as a picture. */
export const shownBytes = { rawResponse: true, cache: 'http', response: file } as const

export const get: Declare = /* @__NO_SIDE_EFFECTS__ */ (call) => declare(call, 'GET', 'query')
/** A file that browsers save; links have its address as it is. */
export const getFile: DeclareFile = /* @__NO_SIDE_EFFECTS__ */ (call) =>
  declare({ ...call, response: file, rawResponse: true, download: true, cache: 'http' }, 'GET', 'query')
export const postForm: Declare = /* @__NO_SIDE_EFFECTS__ */ (call) => declare(call, 'POST', 'form')
export const postJson: Declare = /* @__NO_SIDE_EFFECTS__ */ (call) => declare(call, 'POST', 'json')
/** As multipart form data. */
export const postFile: Declare = /* @__NO_SIDE_EFFECTS__ */ (call) => declare(call, 'POST', 'multipart')

/** Whether calls, or some of them, need a fresh second factor. */
export const needsFresh = ({ risk = 'ordinary' }: Pick<AnyEndpoint, 'risk'>): boolean => risk !== 'ordinary'

function declare(call: object, method: Endpoint['method'], encoding: Encoding) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type parameters have the same defaults
  return {
    access: 'session',
    request: nothing,
    response: 'saves' in call ? call.saves : success,
    ...call,
    method,
    encoding,
  } as never
}
