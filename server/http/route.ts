import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod, RouteOptions } from 'fastify'
import * as z from 'zod/mini'
import type { ClientDownloads } from '../../contract/endpoints/units/tenant.ts'
import { DOWNLOAD_CHECK_HEADER } from '../../contract/download.ts'
import { BODY_LIMIT } from '../../contract/limits.ts'
import { LINKED_ACCOUNT_HEADER } from '../../contract/linked-account.ts'
import { PortalError } from '../../contract/portal-error.ts'
import type { AnyEndpoint, ResponseOf, ParsedRequestOf } from '../../contract/endpoint.ts'
import type { CallContext, Handler, Session, StreamHandler } from './call.ts'
import { isRecorded, openTrail, recordRefusal } from './admin-events.ts'
import { beginIn, beginOnce, checkAccess, openContext, openFreshness } from './begin-call.ts'
import { callHost } from './call-host.ts'
import {
  checkBodyHeaders,
  limitBody,
  parseInput,
  refuseSecretsInAddress,
  refuseWithoutProof,
  toRoutePath,
} from './read-input.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Database } from '../db/database.ts'
import type { HttpApplications } from '../runtime/http-applications.ts'
import type { OutgoingAddresses } from '../runtime/outgoing-addresses.ts'
import type { Vault } from '../runtime/vault.ts'

declare module 'fastify' {
  interface FastifyInstance {
    readonly database: Database
    readonly vault: Vault
    /** The hash of the access token of a call; null without one. By the module auth, which http does not import. */
    readonly readTokenHash: (request: FastifyRequest) => Buffer | null
    readonly now: Clock
    readonly clientDownloads: ClientDownloads
    /** Null where the portal writes spreadsheets itself. */
    readonly tableExportBase: string | null
    /** Where mail servers of units may be. */
    readonly mailAddresses: OutgoingAddresses
    /** Where sign-in providers of units may be. */
    readonly providerAddresses: OutgoingAddresses
    /** Where applications of units may be on plain http. */
    readonly httpApplications: HttpApplications
    readonly answeredEndpoints: Set<AnyEndpoint>
  }
  interface FastifyRequest {
    /** Null until the call has begun. */
    callContext: CallContext | null
  }
  interface FastifyContextConfig {
    readonly endpoint?: AnyEndpoint
    /** For routes without an endpoint; as the flag of an endpoint. */
    readonly serverToServer?: true
  }
}

export function registeredEndpoints(app: FastifyInstance): ReadonlySet<AnyEndpoint> {
  return app.answeredEndpoints
}

/** Runs the handler in one transaction in the caller's unit, which commits before the answer is sent, but not if the response breaks the contract. */
export function route<R extends AnyEndpoint>(app: FastifyInstance, endpoint: R, handler: Handler<R>): void {
  if (endpoint.rawResponse || endpoint.encoding === 'multipart') throw new Error(`${endpoint.name} needs streamRoute`)
  // Access is checked before a large body is read.
  const early = (endpoint.bodyLimit ?? 0) > BODY_LIMIT
  register(app, endpoint, early, async (request, reply) => {
    const trail = openTrail(endpoint, request)
    const { record } = trail
    const data = await app.database.transaction(async (tx) => {
      const context = await beginIn(tx, endpoint, request)
      const input = parseInput(endpoint, request)
      const { requireFresh, requireDecided } = openFreshness(endpoint, context)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- beginIn() made sure of a session for the endpoints that need one
      const call = { ...context, tx, request, reply, record, requireFresh } as Parameters<Handler<R>>[1]
      const answer = checkAnswer(endpoint, await handler(input, call))
      requireDecided()
      if (trail.isMissing()) await record(tx)
      return answer
    })
    trail.log()
    return envelope(data)
  })
}

/**
 * Answers an endpoint from one SQL expression, in one round trip for session, scope and data. `toAnswer` maps the expression's JSON to the response.
 */
export function readRoute(
  app: FastifyInstance,
  endpoint: AnyEndpoint,
  expression: string,
  toAnswer: (answer: unknown, session: Session) => unknown,
): void {
  if (endpoint.permission || endpoint.licence || endpoint.access === 'admin')
    throw new Error(`${endpoint.name} needs route`)
  register(app, endpoint, false, async (request) => {
    const token = app.readTokenHash(request)
    const { begun, answer } = await app.database.readInCall(callHost(request), token, expression)
    const { session } = checkAccess(endpoint, openContext(request, begun), token)
    parseInput(endpoint, request)
    if (!session) throw new PortalError('session.required')
    return envelope(checkAnswer(endpoint, toAnswer(answer, session)))
  })
}

/**
 * Runs before the body is read, by the headers alone: counts the request, and resolves to who the caller is where another proof than a session says so.
 * Throws what refuses the request.
 */
type Admit = (request: FastifyRequest, context: CallContext) => Promise<string | undefined>

/**
 * For endpoints that belong to no unit and are answered at every host, also at one without a unit. They have no session and no open transaction; the
 * handler itself proves the caller.
 */
export function portalRoute<R extends AnyEndpoint>(
  app: FastifyInstance,
  endpoint: R,
  handler: (input: ParsedRequestOf<R>, request: FastifyRequest) => Promise<ResponseOf<R> | void>,
): void {
  const { access, bodyLimit, rawResponse, encoding } = endpoint
  if (access !== 'public' || bodyLimit || rawResponse || encoding === 'multipart')
    throw new Error(`${endpoint.name} needs another route`)
  register(app, endpoint, false, async (request) => {
    const answer = await handler(parseInput(endpoint, request), request)
    return envelope(checkAnswer(endpoint, answer ?? undefined))
  })
}

interface StreamOptions {
  readonly admit?: Admit
  /** The header in which `admit` looks for another proof than a session. */
  readonly proof?: string
}

/** For raw, multipart and slow endpoints: no transaction is open while the handler runs. `parse` checks path, query, form body and the given multipart fields. */
export function streamRoute<R extends AnyEndpoint>(
  app: FastifyInstance,
  endpoint: R,
  handler: StreamHandler<R>,
  options: StreamOptions = {},
): void {
  register(app, endpoint, options, async (request, reply) => {
    const context = request.callContext
    if (!context) throw new Error(`${endpoint.name} was not begun`)
    const scope = { unitId: context.unit.unitId, userId: context.session?.userId ?? null }
    const trail = openTrail(endpoint, request)
    const { requireFresh, requireDecided } = openFreshness(endpoint, context)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
    const call = {
      ...context,
      request,
      reply,
      record: trail.record,
      requireFresh,
      inUnit: (work, kind) => app.database.inUnit(scope, work, kind),
      checked: () => {
        if (isDownloadCheck(request)) throw new DownloadChecked()
      },
      onceInUnit: (statement) => app.database.onceInUnit(scope, statement),
      parse: (fields) => parseInput(endpoint, request, fields),
    } as Parameters<StreamHandler<R>>[0]
    let answer: Awaited<ReturnType<typeof handler>>
    try {
      answer = await handler(call)
    } catch (error) {
      if (!(error instanceof DownloadChecked)) throw error
      requireDecided()
      return envelope('success')
    }
    requireDecided()
    // The file was sent: the page that asked would take it for an envelope.
    if (isDownloadCheck(request)) request.log.error({ action: endpoint.name }, 'a download has no end of its checks')
    if (trail.isMissing()) {
      // The change is committed already, so the trail gets its event in a transaction of its own.
      request.log.error({ action: endpoint.name }, 'a change of an administrator was recorded outside its transaction')
      await app.database.inUnit(scope, (tx) => trail.record(tx))
    }
    trail.log()
    // Awaiting a reply waits until it is sent.
    if (reply.sent) return reply
    if (endpoint.rawResponse) throw new Error(`the handler of ${endpoint.name} sent nothing`)
    return envelope(checkAnswer(endpoint, answer))
  })
}

/** Whether a request wants to know whether a download would be answered, and not the file. */
export function isDownloadCheck({ routeOptions, headers }: FastifyRequest): boolean {
  return routeOptions.config.endpoint?.download === true && headers[DOWNLOAD_CHECK_HEADER] !== undefined
}

/** Ends the handler of a download that was only to be checked. */
class DownloadChecked extends Error {
  override readonly name = 'DownloadChecked'
}

/**
 * For JSON. Raw responses are not compressed: files and pictures are compressed already, or requested in ranges, and events must not wait. These are all
 * the options: those that the plugin is registered with do not reach a route that has its own.
 */
export const JSON_COMPRESSION: RouteOptions['compress'] = {
  // Bytes; a smaller answer fits into one packet anyway.
  threshold: 1200,
  // Bytes. Up to here at once, which takes a third less processor time than a stream or another thread: 0.2 ms for 12 kB.
  syncThreshold: 64 * 1024,
  // Brotli has the level 4.
  encodings: ['br', 'gzip'],
  zlibOptions: { level: 4 },
}

/** `early`: whether access is checked before the body is read, and what else admits the request then. */
function register(
  app: FastifyInstance,
  endpoint: AnyEndpoint,
  early: boolean | StreamOptions,
  handler: RouteHandlerMethod,
): void {
  if ([...app.answeredEndpoints].some(({ name }) => name === endpoint.name))
    throw new Error(`${endpoint.name} has a handler already`)
  app.answeredEndpoints.add(endpoint)
  const bodyLimit = endpoint.bodyLimit ?? BODY_LIMIT
  app.route({
    method: endpoint.method,
    url: toRoutePath(endpoint.path),
    bodyLimit,
    config: { endpoint },
    ...(!endpoint.rawResponse && { compress: JSON_COMPRESSION }),
    // Without content negotiation, because the endpoint sends events only.
    ...(endpoint.events && { sse: 'manual' as const }),
    onRequest: async (request, reply) => {
      void reply.header('cache-control', 'no-store')
      if (LINKED_ACCOUNT_HEADER in request.headers && !endpoint.linked) throw new PortalError('link.unsupported')
      refuseSecretsInAddress(endpoint, request)
      checkBodyHeaders(endpoint, request, bodyLimit)
    },
    ...(early && {
      preParsing: async (request: FastifyRequest) => {
        const { admit, proof } = early === true ? {} : early
        if (proof === undefined || !(proof in request.headers)) refuseWithoutProof(endpoint, request)
        const context = await beginOnce(endpoint, request)
        const admitted = await admit?.(request, context)
        limitBody(endpoint, request, context.linkedFrom ?? context.session?.userId ?? admitted)
      },
    }),
    ...(isRecorded(endpoint) && {
      onError: async (request: FastifyRequest, _reply: FastifyReply, error: Error) =>
        recordRefusal(endpoint, request, error),
    }),
    handler,
  })
}

function envelope(data: unknown): { status: number; code: string; message: string; data: unknown } {
  return { status: 200, code: 'ok', message: '', data }
}

/** The response ('success' unless given) without fields that the contract does not name. Throws when it breaks the contract. */
function checkAnswer<R extends AnyEndpoint>(endpoint: R, answer: unknown = 'success'): ResponseOf<R> {
  const checked = z.core.safeParse<R['response']>(endpoint.response, answer)
  if (checked.success) return checked.data
  const where = checked.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')
  throw new Error(`the answer of ${endpoint.name} breaks the contract (${where})`)
}
