import type { SQL } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnswerOf, AnyRow, ParsedInputOf, UserType } from '../../contract/row.ts'
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
export interface CallFacts {
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

/** For ordinary rows: `tx` is one transaction in the session's (or, for public rows, the host's) unit, committed before the answer is sent. */
export interface Call<S extends Session | null = Session> extends CallBase<S> {
  readonly tx: Tx
}

/** For bare and multipart rows, which must not hold a transaction while bytes flow: opens one when it needs one, in the same unit. */
export interface StreamCall<S extends Session | null = Session> extends CallBase<S> {
  inUnit<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** One statement in the same unit, in a single round trip. */
  onceInUnit(statement: SQL): Promise<readonly Record<string, unknown>[]>
}

type SessionOf<R extends AnyRow> = R['access'] extends 'public' ? Session | null : Session

/** Answers an ordinary row: returns `data`, or throws PortalError. Registered with `route(app, row, handler)`. */
export type Handler<R extends AnyRow> = (input: ParsedInputOf<R>, call: Call<SessionOf<R>>) => Promise<AnswerOf<R>>

/**
 * Answers a bare or multipart row. Registered with `streamRoute(app, row, handler)`. For multipart rows `input` is absent: the handler reads
 * `call.request.parts()` and gives the fields to `parse`. Enveloped rows return `data`; bare rows use `call.reply` and return it.
 */
export type StreamHandler<R extends AnyRow> = (
  call: StreamCall<SessionOf<R>> & { parse(fields: Record<string, unknown>): ParsedInputOf<R> },
) => Promise<AnswerOf<R> | FastifyReply>
