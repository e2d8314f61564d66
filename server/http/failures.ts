import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PortalError } from '../../contract/portal-error.ts'
import { OPEN_SEARCH } from '../../contract/pages.ts'
import { bilingual, type Envelope } from '../../contract/envelope.ts'
import { readInTurns } from './due-bodies.ts'
import { isCallPath, pathOf } from './request-log.ts'
import { callHost } from './call-host.ts'
import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'
import { type ErrorCode, errorTexts } from '../../contract/errors.ts'
import { dateLocale } from '../../contract/rules/date-locale.ts'
import { hashInlineElements, contentSecurityPolicy, isFormPost } from './security.ts'

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
  if (isCallPath(pathOf(request)) && !isFormPost(request)) return reply.code(http).send(envelope)
  return reply
    .code(http === 200 ? envelope.status : http)
    .header('content-security-policy', failurePagePolicy)
    .type('text/html; charset=utf-8')
    .send(failurePage(code, named))
}

/** At the address of a unit that is not in use just now there is a unit: the failure says so, and since when it is archived. */
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
    // Paused for good: Node would read a body that was never begun when the answer is sent.
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

const STYLE = `:root{color-scheme:light dark;--page:#f5f8fd;--sky:#c8dbf7;--card:#fff;--text:#1d2430;--soft:#4c535e;--blue:#2b58a5;--on:#fff;--p1:#e4edfb;--p2:#c6d8f5;--p4:#739de2;--p5:#457cd6}
@media (prefers-color-scheme:dark){:root{--page:#101620;--sky:#182232;--card:#1a212c;--text:#e3e8f0;--soft:#a9b4c4;--blue:#74a2ec;--on:#101620;--p1:#223148;--p2:#2e456a;--p4:#3c609b;--p5:#5185d9}}
body{margin:0;min-height:100vh;display:grid;place-items:center;font:16px/1.6 system-ui,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif;color:var(--text);background:linear-gradient(172deg,var(--sky),var(--page) 60%)}
main{max-width:30rem;margin:1.5rem;padding:2.5rem 2rem;text-align:center;background:var(--card);border-radius:16px;box-shadow:0 8px 28px #141e3222}
svg{width:200px;height:150px;max-width:100%;fill:none;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}.g{fill:var(--p1)}.c{fill:var(--card);stroke:var(--p4)}.s{fill:var(--p2)}.a{fill:var(--p5)}.l{stroke:var(--p4)}.d{stroke:var(--p4);stroke-dasharray:4 4}
h1{margin:.5rem 0 0;font-size:22px;line-height:1.25;font-weight:600}p{margin:.5rem 0 0;color:var(--soft)}nav{display:flex;flex-wrap:wrap;gap:12px;justify-content:center;margin-top:1.5rem}
a{display:inline-flex;gap:6px;align-items:center;min-height:44px;padding:0 18px;font-weight:600;color:var(--blue);text-decoration:none;border:1px solid var(--p4);border-radius:8px}a.main{color:var(--on);background:var(--blue);border-color:var(--blue)}a:hover{text-decoration:underline}a:focus-visible{outline:2px solid var(--blue);outline-offset:2px}`

/** As the empty places of the interface draw what is missing: a signpost, with one arm that points nowhere. */
const SIGNPOST =
  '<svg viewBox="0 0 160 120" aria-hidden="true"><ellipse class="g" cx="80" cy="104" rx="62" ry="8"/><path class="l" d="M80 22v82"/>' +
  '<path class="c" d="M46 30h52l14 11-14 11H46a4 4 0 0 1-4-4V34a4 4 0 0 1 4-4z"/><path class="l" d="M54 41h30"/>' +
  '<path class="d" d="M114 60H66L52 71l14 11h48a4 4 0 0 0 4-4V64a4 4 0 0 0-4-4z"/><circle class="a" cx="80" cy="20" r="5"/>' +
  '<path class="s" d="M66 104c0-6 6-10 14-10s14 4 14 10z"/></svg>'

/** Since when a unit is archived, as a day in both languages. The server knows no time zone of its visitors. */
function sinceWhen(error: unknown): string {
  const { since } = Object(error instanceof PortalError ? error.data : undefined)
  if (typeof since !== 'string') return ''
  const day = (language: string) =>
    new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'long', timeZone: 'Asia/Shanghai' }).format(
      new Date(since),
    )
  return `<p>归档日期：${day('zh-CN')} <span lang="en">Archived on ${day('en')}</span></p>`
}

/** At the addresses of these there is no start page to link to. */
const WITHOUT_START = new Set<ErrorCode>(['tenant.unknown_host', 'tenant.suspended', 'tenant.archived'])

function failurePage(code: ErrorCode, error: unknown): string {
  const { zh, en } = errorTexts[code]
  const home = '<a class="main" href="/">回到桌面 <span lang="en">Desktop</span></a>'
  const search = `<a href="/?${OPEN_SEARCH}">搜索 <span lang="en">Search</span></a>`
  const ways = WITHOUT_START.has(code) ? '' : `<nav>${home}${code === 'request.not_found' ? search : ''}</nav>`
  return `<!doctype html>
<html lang="zh-CN">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${zh} · ${en}</title><style>${STYLE}</style></head>
<body><main>${SIGNPOST}<h1>${zh}</h1><p lang="en">${en}</p>${sinceWhen(error)}${ways}</main></body>
</html>
`
}

const failurePagePolicy = contentSecurityPolicy(hashInlineElements(`<style>${STYLE}</style>`))

/** After which a call may come again, unless its failure says otherwise. */
const UNAVAILABLE_SECONDS = 2

/** Turns any thrown value into an answer. An error that is not meant for callers becomes 'server.internal', without details. */
export function describeFailure(error: unknown) {
  const known = error instanceof PortalError ? error : new PortalError(classify(error))
  const text = errorTexts[known.code]
  const fieldErrors = known.fields.map(({ field, code }) => ({ field, message: messageOf(code, field) }))
  const envelope: Envelope = {
    status: text.status,
    code: known.code,
    message: messageOf(known.code),
    ...(fieldErrors.length > 0 && { fieldErrors }),
    ...(known.data !== undefined && { data: known.data }),
  }
  const retryAfter = known.retryAfter ?? (known.code === 'server.unavailable' ? UNAVAILABLE_SECONDS : undefined)
  // Usually 200: failures that a correct client can meet in normal use.
  return { code: known.code, http: text.http ?? 200, retryAfter, envelope }
}

/** Names a field that is merely "not valid", since the client shows such messages without their form. */
function messageOf(code: ErrorCode, field?: string): string {
  const { zh, en } = errorTexts[code]
  return field !== undefined && code === 'request.invalid'
    ? bilingual(`${field}：${zh}`, `${field}: ${en}`)
    : bilingual(zh, en)
}

function classify(error: unknown): ErrorCode {
  const status = statusOf(error)
  if (status === 413) return 'request.too_large'
  if (status === 415 || status === 406) return 'request.media_type'
  if (status === 404) return 'request.not_found'
  if (status === 429) return 'request.rate_limited'
  if (status >= 400 && status < 500) return 'request.invalid'
  return 'server.internal'
}

function statusOf(error: unknown): number {
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : undefined
  return typeof status === 'number' ? status : 500
}
