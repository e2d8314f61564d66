import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify'
import type { ClientDownloads } from '../../contract/calls/tenant.ts'
import { BODY_LIMIT } from '../../contract/limits.ts'
import { PortalError } from '../../contract/portal-error.ts'
import type { AnyRow } from '../../contract/row.ts'
import type { CallFacts, Handler, Session, StreamHandler } from './call.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Database, Tx } from '../db/database.ts'
import { checkAnswer, checkBodyHeaders, parseInput } from './route-input.ts'
import { toRoutePath } from './route-path.ts'
import { normalizeHost } from './host.ts'
import type { SessionReader } from './session-reader.ts'
import type { Vault } from '../runtime/vault.ts'

declare module 'fastify' {
  interface FastifyInstance {
    readonly database: Database
    readonly vault: Vault
    readonly sessionReader: SessionReader
    /** By which days and hours are told. */
    readonly now: Clock
    readonly clientDownloads: ClientDownloads
    /** The rows that have a handler. */
    readonly answeredRows: Set<AnyRow>
  }
  interface FastifyRequest {
    /** Known once the call has begun. */
    callFacts: CallFacts | null
  }
  interface FastifyContextConfig {
    readonly row?: AnyRow
    /** No row, but called like one with `machine`. */
    readonly machine?: true
  }
}

/** The rows that this application answers. */
export function registeredRows(app: FastifyInstance): ReadonlySet<AnyRow> {
  return app.answeredRows
}

/**
 * Answers an enveloped row: checks access, parses the input, and runs the handler inside one transaction in the caller's unit, which is
 * committed before the answer is sent and rolled back by anything thrown, be it only an answer that breaks the contract.
 */
export function route<R extends AnyRow>(app: FastifyInstance, row: R, handler: Handler<R>): void {
  if (row.bare || row.encoding === 'multipart') throw new Error(`${row.name} needs streamRoute`)
  // Nobody without the right may make the server read, and keep, a large body.
  const early = (row.bodyLimit ?? 0) > BODY_LIMIT
  register(app, row, early, async (request, reply) => {
    const data = await app.database.transaction(async (tx) => {
      const facts = await beginIn(tx, row, request)
      const input = parseInput(row, request)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- beginIn() made sure of a session for the rows that need one
      const call = { ...facts, tx, request, reply } as Parameters<Handler<R>>[1]
      return checkAnswer(row, await handler(input, call))
    })
    return envelope(data)
  })
}

/**
 * Answers a row whose data are what one expression of SQL gives for whoever calls: one round trip for session, scope and data. For the calls that every page
 * makes; `toAnswer` gets the expression's JSON, and what it gives is checked against the row.
 */
export function readRoute(
  app: FastifyInstance,
  row: AnyRow,
  expression: string,
  toAnswer: (answer: unknown, session: Session) => unknown,
): void {
  register(app, row, false, async (request) => {
    const { answer, session } = await read(app, row, request, expression)
    parseInput(row, request)
    if (!session) throw new PortalError('session.required')
    return envelope(checkAnswer(row, toAnswer(answer, session)))
  })
}

/** Reads in the caller's scope, in one round trip, and checks that they may call. */
async function read(
  app: FastifyInstance,
  row: AnyRow,
  request: FastifyRequest,
  expression: string,
): Promise<{ answer: unknown; session: Session | null }> {
  const { readToken, hashToken, readFacts } = app.sessionReader
  const token = readToken(request)
  const hash = token === undefined ? null : hashToken(token)
  const { begun, answer } = await app.database.readInCall(normalizeHost(request.host), hash, expression)
  const facts = readFacts(begun)
  request.callFacts = facts
  return { answer, session: checkAccess(row, facts, token).session }
}

/**
 * Answers a bare or multipart row, or another one that must not hold a transaction while it works. Access is checked before the body is read;
 * `parse(fields)` checks the input: path, query and form body, and the given fields of a multipart body.
 */
export function streamRoute<R extends AnyRow>(app: FastifyInstance, row: R, handler: StreamHandler<R>): void {
  register(app, row, true, async (request, reply) => {
    const facts = request.callFacts
    if (!facts) throw new Error(`${row.name} was not begun`)
    const scope = { unitId: facts.unit.unitId, userId: facts.session?.userId ?? null }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
    const call = {
      ...facts,
      request,
      reply,
      inUnit: (work) => app.database.inUnit(scope, work),
      onceInUnit: (statement) => app.database.onceInUnit(scope, statement),
      parse: (fields) => parseInput(row, request, fields),
    } as Parameters<StreamHandler<R>>[0]
    const answer = await handler(call)
    // Awaiting a reply waits until it is sent, and gives nothing.
    if (reply.sent) return reply
    if (row.bare) throw new Error(`the handler of ${row.name} sent nothing`)
    return envelope(checkAnswer(row, answer))
  })
}

function register(app: FastifyInstance, row: AnyRow, early: boolean, handler: RouteHandlerMethod): void {
  if ([...app.answeredRows].some(({ name }) => name === row.name)) throw new Error(`${row.name} has a handler already`)
  app.answeredRows.add(row)
  const bodyLimit = row.bodyLimit ?? BODY_LIMIT
  app.route({
    method: row.method,
    url: toRoutePath(row.path),
    bodyLimit,
    config: { row },
    // No negotiation: whoever asks for this row asks for its events.
    ...(row.events && { sse: 'manual' as const }),
    onRequest: async (request, reply) => {
      void reply.header('cache-control', 'no-store')
      checkBodyHeaders(row, request, bodyLimit)
    },
    ...(early && {
      preParsing: async (request: FastifyRequest) => {
        await beginOnce(app, row, request)
      },
    }),
    handler,
  })
}

/** Finds out where a call runs and for whom, and checks that they may call, without a transaction that lasts. */
async function beginOnce(app: FastifyInstance, row: AnyRow, request: FastifyRequest): Promise<void> {
  const { readToken, hashToken, readFacts } = app.sessionReader
  const token = readToken(request)
  const hash = token === undefined ? null : hashToken(token)
  const facts = readFacts(await app.database.callFunction('portal_begin', [normalizeHost(request.host), hash]))
  request.callFacts = facts
  checkAccess(row, facts, token)
}

/** Limits the transaction to the caller's unit and checks that they may call. */
async function beginIn(tx: Tx, row: AnyRow, request: FastifyRequest): Promise<CallFacts> {
  const { readToken, begin } = request.server.sessionReader
  const token = readToken(request)
  const facts = await begin(tx, normalizeHost(request.host), token)
  request.callFacts = facts
  return checkAccess(row, facts, token)
}

/** Throws 'session.required', 'session.expired' or 'access.denied' unless this person may make the call. */
function checkAccess(row: AnyRow, facts: CallFacts, token: string | undefined): CallFacts {
  if (row.access === 'public') return facts
  if (!facts.session) throw new PortalError(token === undefined ? 'session.required' : 'session.expired')
  const allowed =
    row.access === 'admin'
      ? facts.session.admin
      : row.access === 'session' || row.access.includes(facts.session.userType)
  if (!allowed) throw new PortalError('access.denied')
  return facts
}

function envelope(data: unknown): { status: number; code: string; message: string; data: unknown } {
  return { status: 200, code: 'ok', message: '', data }
}
