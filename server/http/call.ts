import type { SQL } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ResponseOf, AnyEndpoint, ParsedRequestOf, UserType } from '../../contract/endpoint.ts'
import type { Tx } from '../db/database.ts'

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
