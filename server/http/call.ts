import type { SQL } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ResponseOf, AnyEndpoint, ParsedRequestOf, UserType } from '../../contract/endpoint.ts'
import type { Tx } from '../db/database.ts'
import { PortalError } from '../../contract/portal-error.ts'

/** The unit that the request's host belongs to. */
export interface HostUnit {
  readonly unitId: string
  readonly unitType: '1' | '2'
}

/** Who is signed in, as the session cookie proves. */
export interface Session {
  readonly sessionId: string
  readonly userId: string
  readonly unitId: string
  readonly unitType: '1' | '2'
  readonly userType: UserType
  readonly admin: boolean
}

/** Where a call runs and for whom. */
export interface CallContext {
  readonly unit: HostUnit
  readonly session: Session | null
}

/** What every handler gets beside its checked input. */
export interface CallBase<S extends Session | null> {
  readonly unit: HostUnit
  readonly session: S
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** For ordinary endpoints: `tx` is one transaction in the session's (or, for public endpoints, the host's) unit, committed before the answer is sent. */
export interface Call<S extends Session | null = Session> extends CallBase<S> {
  readonly tx: Tx
}

/** For raw and multipart endpoints, which must not hold a transaction while bytes flow: opens one when it needs one, in the same unit. */
export interface StreamCall<S extends Session | null = Session> extends CallBase<S> {
  inUnit<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** One statement in the same unit, in a single round trip. */
  onceInUnit(statement: SQL): Promise<readonly Record<string, unknown>[]>
}

type SessionOf<R extends AnyEndpoint> = R['access'] extends 'public' ? Session | null : Session

/** Answers an ordinary endpoint: returns `data`, or throws PortalError. Registered with `route(app, endpoint, handler)`. */
export type Handler<R extends AnyEndpoint> = (
  input: ParsedRequestOf<R>,
  call: Call<SessionOf<R>>,
) => Promise<ResponseOf<R>>

/**
 * Answers a raw or multipart endpoint. Registered with `streamRoute(app, endpoint, handler)`. For multipart endpoints `input` is absent: the handler reads
 * `call.request.parts()` and gives the fields to `parse`. Enveloped endpoints return `data`; raw endpoints use `call.reply` and return it.
 */
export type StreamHandler<R extends AnyEndpoint> = (
  call: StreamCall<SessionOf<R>> & { parse(fields: Record<string, unknown>): ParsedRequestOf<R> },
) => Promise<ResponseOf<R> | FastifyReply>

/** Finds out where a call runs and who makes it. Handed in by app.ts: what sessions are is the module auth's. */
export interface SessionReader {
  /** The access token that a request carries. */
  readonly readToken: (request: FastifyRequest) => string | undefined
  /** As the database knows a token. */
  readonly hashToken: (token: string) => Buffer
  /** Limits the transaction to the unit of the host and to the person whose token this is. Throws 'tenant.unknown_host'. */
  readonly begin: (tx: Tx, host: string, token: string | undefined) => Promise<CallContext>
  /** The same from the answer of `portal_begin`. */
  readonly readContext: (rows: readonly unknown[]) => CallContext
}

/** Identifiers in a call only repeat what the session says. Throws 'access.denied' for anything else. */
export function requireOwn(session: Session, given: { userId?: string; unitId?: string }): void {
  const isOwnUser = given.userId === undefined || given.userId === session.userId
  const isOwnUnit = given.unitId === undefined || given.unitId === session.unitId
  if (!isOwnUser || !isOwnUnit) throw new PortalError('access.denied')
}

/** A login name without spaces around it. Throws 'request.invalid' when nothing is left. */
export function requireName(username: string): string {
  const loginName = username.trim()
  if (loginName !== '') return loginName
  throw new PortalError('request.invalid', { fields: [{ field: 'username', code: 'login.username_empty' }] })
}

/**
 * Leaves a line in the log about what an administrator has changed: who, by which call, and `what`, which never holds a secret. To be called once the change
 * is committed. `about` is what the line is found by.
 */
export function logAdminChange(
  { session, request }: StreamCall,
  row: AnyEndpoint,
  what: object,
  about: 'sign-in settings' | 'storage quotas' | 'stations' = 'sign-in settings',
): void {
  const { userId: actor, unitId } = session
  request.log.info({ actor, unitId, action: row.name, address: request.ip, ...what }, about)
}
