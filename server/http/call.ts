import type { SQL } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '../../contract/errors.ts'
import type { UnitType } from '../../contract/fields.ts'
import { type ResponseOf, type AnyEndpoint, type ParsedRequestOf, type UserType } from '../../contract/endpoint.ts'
import type { Tx } from '../db/database.ts'
import type { RecordChange } from './admin-events.ts'
import { PortalError } from '../../contract/portal-error.ts'

export interface HostUnit {
  readonly unitId: string
  readonly unitType: UnitType
}

export interface Session {
  readonly sessionId: string
  readonly userId: string
  readonly unitId: string
  readonly unitType: UnitType
  readonly userType: UserType
  readonly admin: boolean
}

/** The classes in which the endpoint's permission is held; null: in the whole unit. */
export type ClassScope = readonly string[] | null

export interface CallContext {
  readonly unit: HostUnit
  readonly session: Session | null
  /** Whether the person holds the endpoint's permission, and the unit its licence; true where the endpoint needs none. */
  readonly permitted: boolean
  /** The permission is held, but in a part of the unit alone, and the endpoint needs it in the whole. */
  readonly inPart: boolean
  /** For endpoints with `scoped`; null for all others. */
  readonly scope: ClassScope
  readonly licensed: boolean
  /** Why the unit's administration refuses this session or its address; null for endpoints that are not of the administration. */
  readonly adminRefusal: Extract<ErrorCode, 'admin.network' | 'admin.second_factor' | 'admin.factor_stale'> | null
  /** The person's password is one that the school gave: only `DURING_FIRST_PASSWORD` is answered. */
  readonly firstPassword: boolean
  /** The session's own account, where unit and session are those of a linked one; null otherwise. */
  readonly linkedFrom: string | null
  /** Why the call cannot act for the linked account that it names. */
  readonly linkProblem: Extract<
    ErrorCode,
    'link.gone' | 'link.suspended' | 'link.second_step' | 'link.first_password'
  > | null
}

/** What a handler is told of its call's context; of `scope`, for endpoints with `scoped`: what it narrows its work to. */
type Opened = 'unit' | 'scope' | 'firstPassword' | 'linkProblem'

export interface CallBase<S extends Session | null> extends Pick<CallContext, Opened> {
  readonly session: S
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Writes an event into the trail of what administrators do, in the transaction of the change. A call that must leave one and does not, leaves a bare one. */
  readonly record: RecordChange
  /**
   * For endpoints with `riskInPart`, whose handlers must call it before they change anything: `applies` says whether this call is of the endpoint's risk. Throws
   * 'admin.factor_stale' where it is and the second factor was not proved lately.
   */
  readonly requireFresh: (applies: boolean) => void
}

/** For ordinary endpoints: `tx` is one transaction in the session's (or, for public endpoints, the host's) unit, committed before the answer is sent. */
export interface Call<S extends Session | null = Session> extends CallBase<S> {
  readonly tx: Tx
}

/** For raw and multipart endpoints, which must not hold a transaction while bytes flow: opens one when it needs one, in the same unit. */
export interface StreamCall<S extends Session | null = Session> extends CallBase<S> {
  /** Interactive unless told otherwise. */
  inUnit<T>(work: (tx: Tx) => Promise<T>, kind?: 'export'): Promise<T>
  /**
   * Of downloads, called once nothing can refuse the call any more, before the work and before what is counted or recorded: a request that only asks for the checks
   * ends here (it throws, so that a transaction around it is rolled back). Every other call goes on.
   */
  checked(): void
  /** In a single round trip. */
  onceInUnit(statement: SQL): Promise<readonly Record<string, unknown>[]>
}

type SessionOf<R extends AnyEndpoint> = R['access'] extends 'public' ? Session | null : Session

/** `data`, or nothing where the endpoint returns 'success'. */
type HandlerResult<R extends AnyEndpoint> = ResponseOf<R> | (ResponseOf<R> extends 'success' ? void : never)

export type Handler<R extends AnyEndpoint> = (
  input: ParsedRequestOf<R>,
  call: Call<SessionOf<R>>,
) => Promise<HandlerResult<R>>

/** For multipart endpoints the handler reads `call.request.parts()` and gives the fields to `parse`. Raw endpoints use `call.reply` and return it. */
export type StreamHandler<R extends AnyEndpoint> = (
  call: StreamCall<SessionOf<R>> & { parse(fields: Record<string, unknown>): ParsedRequestOf<R> },
) => Promise<HandlerResult<R> | FastifyReply>

/** Throws 'access.denied' when identifiers in a call differ from the session's. */
export function requireOwn(session: Session, given: { userId?: string; unitId?: string }): void {
  const isOwnUser = given.userId === undefined || given.userId === session.userId
  const isOwnUnit = given.unitId === undefined || given.unitId === session.unitId
  if (!isOwnUser || !isOwnUnit) throw new PortalError('access.denied')
}

/** The error for one field of a form. `code` is the field's; the error itself has the same unless given. */
export function fieldError(field: string, code: ErrorCode, error = code): PortalError {
  return new PortalError(error, { fields: [{ field, code }] })
}

/** Trims a text. Throws 'request.invalid' with the field when it is empty. */
export function requireText(field: string, text: string, code: ErrorCode = 'request.invalid'): string {
  const trimmed = text.trim()
  if (trimmed === '') throw fieldError(field, code, 'request.invalid')
  return trimmed
}

/** As `requireText`, for a login name. */
export const requireName = (username: string): string => requireText('username', username, 'login.username_empty')
