import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PortalError } from '../../contract/portal-error.ts'
import { bilingual, type Envelope } from '../../contract/envelope.ts'
import { readInTurns } from './due-bodies.ts'
import { isCallPath, pathOf } from './request-log.ts'
import { callHost } from './call-host.ts'
import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'
import { bilingualErrorText, errorText } from '../../contract/error-texts.ts'
import { type ErrorCode, errorHttpStatus, errorStatus } from '../../contract/errors.ts'
import { failurePage, failurePagePolicy } from './failure-page.ts'
import { isDownloadCheck } from './route.ts'
import { isFormPost } from './security.ts'

export function answerFailures(app: FastifyInstance): void {
  app.setErrorHandler(answerFailure)
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, async (request, reply) =>
    answerFailure(new PortalError('request.not_found'), request, reply),
  )
}

/** Sends the response for a failure, and logs it when it is the server's fault. */
export async function answerFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const named = await nameSuspension(error, request)
  const { code, http, envelope, retryAfter } = describeFailure(named)
  request.outcome = code
  if (code === 'server.internal') request.log.error({ err: error }, 'a request failed')
  if (code === 'server.unavailable') request.log.warn({ err: error }, 'a request could not be served')
  if (retryAfter !== undefined) void reply.header('retry-after', retryAfter)
  await drainBody(request, reply)
  void reply.header('cache-control', 'no-store')
  // An event source cannot read an envelope; after 204 it does not reconnect (HTML standard, section 9.2), and the page's next call gets the reason.
  if (envelope.status === 401 && request.headers.accept === 'text/event-stream') return reply.code(204).send()
  const { endpoint } = request.routeOptions.config
  // Whether a browser saves or shows a raw response depends on the HTTP status alone, since nothing parses the body.
  const isRaw = endpoint?.rawResponse === true && !isDownloadCheck(request)
  const isPage = !isCallPath(pathOf(request)) || isFormPost(request) || (isRaw && isNavigation(request))
  void reply.code(http === 200 && (isRaw || isPage) ? envelope.status : http)
  if (!isPage) return reply.send(envelope)
  return reply
    .header('content-security-policy', failurePagePolicy)
    .type('text/html; charset=utf-8')
    .send(failurePage(code, named, isRaw && endpoint.method === 'GET' ? request.url : undefined))
}

/** Whether a window shows the response. Browsers say so where the connection is secure; elsewhere only a window asks for a page. */
function isNavigation({ headers }: FastifyRequest): boolean {
  const mode = headers['sec-fetch-mode']
  return mode === undefined ? headers.accept?.includes('text/html') === true : mode === 'navigate'
}

/** Makes 'tenant.unknown_host' into 'tenant.suspended' or 'tenant.archived', with the date, where the host belongs to such a unit. */
async function nameSuspension(thrown: unknown, request: FastifyRequest): Promise<unknown> {
  if (!(thrown instanceof PortalError) || thrown.code !== 'tenant.unknown_host') return thrown
  const found = await request.server.database.readFunction('portal_is_suspended', [callHost(request)]).catch(() => [])
  const { suspended, archived_at: since } = found[0] ?? {}
  if (suspended !== true) return thrown
  return typeof since === 'string'
    ? new PortalError('tenant.archived', { data: { since } })
    : new PortalError('tenant.suspended')
}

/** Bytes of a refused body that are read; beyond that the connection is closed. */
const DRAIN_LIMIT = 16 * 1024 * 1024

/**
 * Reads and drops the rest of a refused body: most clients miss the response when the connection is reset while they send. Waits a moment for the end of a
 * short body, after which the connection can be used again. Otherwise the response closes it; the rest is read as long as it comes fast enough, because
 * browsers read no response before they have sent all. While many are refused at once, their rest is not read.
 */
export async function drainBody(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { raw, headers, server } = request
  if (raw.readableEnded || raw.destroyed) return
  // The web server asks for closing when a body is too large; after draining there is no need.
  reply.removeHeader('connection')
  raw.unpipe()
  const wait = server.dueBodies.refused(request)
  let left = DRAIN_LIMIT
  raw.on('data', (piece: Buffer) => {
    left -= piece.length
    if (left < 0) raw.destroy()
    // Stays paused: when the response is sent, Node would read and drop a body of which nothing was read before.
    else if (wait === undefined) raw.pause()
    else readInTurns(raw)
  })
  raw.resume()
  const isShort = Number(headers['content-length']) <= DRAIN_LIMIT
  if (isShort && wait !== undefined) await endsWithin(raw, wait)
  // A client that disconnected needs no answer.
  if (!raw.readableEnded && !raw.destroyed) closeAfterBody(raw, reply)
}

/** Resolves at the end of the body, or of the connection, or after so many milliseconds. */
async function endsWithin(raw: IncomingMessage, wait: number): Promise<void> {
  const over = AbortSignal.timeout(wait)
  await finished(raw, { writable: false, signal: over }).catch(() => {})
}

/** Announces that the connection closes, and closes it at the end of the body: Node would close it with the response, and the reset would overtake that. */
function closeAfterBody(raw: IncomingMessage, reply: FastifyReply): void {
  const { socket } = raw
  void reply.header('connection', 'close')
  // Called when the response is sent. Not half-closed either: many clients stop sending, or fail, when they see that.
  socket.destroySoon = () => {
    const close = () => socket.end(() => socket.destroy())
    if (raw.readableEnded) close()
    else raw.once('end', close)
  }
}

/** Retry-After of 'server.unavailable', in seconds, where the failure names no time of its own. */
const UNAVAILABLE_SECONDS = 2

/** Turns any thrown value into an answer. An error that is not meant for callers becomes 'server.internal', without details. */
export function describeFailure(error: unknown) {
  const known = error instanceof PortalError ? error : new PortalError(classify(error))
  const fieldErrors = known.fields.map(({ field, code }) => ({ field, message: messageOf(code, field) }))
  const envelope: Envelope = {
    status: errorStatus(known.code),
    code: known.code,
    message: messageOf(known.code),
    ...(fieldErrors.length > 0 && { fieldErrors }),
    ...(known.data !== undefined && { data: known.data }),
  }
  const retryAfter = known.retryAfter ?? (known.code === 'server.unavailable' ? UNAVAILABLE_SECONDS : undefined)
  return { code: known.code, http: errorHttpStatus(known.code), retryAfter, envelope }
}

/** Puts the field's name before the text of 'request.invalid', because clients show these messages apart from the form. */
function messageOf(code: ErrorCode, field?: string): string {
  if (field === undefined || code !== 'request.invalid') return bilingualErrorText(code)
  return bilingual(`${field}：${errorText(code, 'zh-CN')}`, `${field}: ${errorText(code, 'en')}`)
}

/** Of failures of the web server, by their HTTP status. */
const WEB_SERVER_CODES: Readonly<Record<number, ErrorCode>> = {
  404: 'request.not_found',
  406: 'request.media_type',
  413: 'request.too_large',
  415: 'request.media_type',
  429: 'request.rate_limited',
}

function classify(error: unknown): ErrorCode {
  const { statusCode }: { statusCode?: unknown } = Object(error)
  if (typeof statusCode !== 'number') return 'server.internal'
  const isCallers = statusCode >= 400 && statusCode < 500
  return WEB_SERVER_CODES[statusCode] ?? (isCallers ? 'request.invalid' : 'server.internal')
}
