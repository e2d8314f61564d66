import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import { describeFailure } from '../../../http/failures.ts'
import { type Issuers, ISSUER_PATH, SECRET_PATHS } from '../issuer.ts'
import { checkSecretWait } from '../../auth/login-limits.ts'
import { createRequestLimit } from '../../../http/request-limit.ts'
import { beginUnit } from '../../../http/begin-call.ts'

const CORS = 'OPTIONS' as const
/** Called by third parties directly; browsers go to a page of the portal. */
const ENDPOINTS = [
  ['/.well-known/openid-configuration', ['GET', CORS]],
  ['/.well-known/oauth-authorization-server', ['GET', CORS]],
  ['/jwks', ['GET', CORS]],
  ['/token', ['POST', CORS]],
  ['/me', ['GET', 'POST', CORS]],
  ['/revoke', ['POST', CORS]],
] as const

/** Of one address: third parties redeem codes for whole schools. */
const TOKENS_PER_MINUTE = 600

/** Proxies are believed as the web server believes them. */
export function portalOrigin(request: FastifyRequest): string {
  const host = request.host.toLowerCase().replace(/\.(?=:|$)/, '')
  // Leaves out the scheme's default port.
  return new URL(`${request.protocol}://${host}`).origin
}

export function registerIssuer(app: FastifyInstance, issuers: Issuers): void {
  const limit = createRequestLimit({ name: 'tokens', perMinute: TOKENS_PER_MINUTE })
  registerForms(app)
  void app.register(async (scope) => {
    // The library reads bodies itself.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.setErrorHandler((error, request, reply) => answerFault(error, request, reply))
    for (const [path, method] of ENDPOINTS) {
      scope.route({
        method: [...method],
        url: `${ISSUER_PATH}${path}`,
        config: { serverToServer: true },
        handler: async (request, reply) => {
          const { unit } = await app.database.transaction(async (tx) => {
            const begun = await beginUnit(tx, request)
            if (SECRET_PATHS.has(path)) await checkSecretWait(tx, request.ip)
            return begun
          })
          if (SECRET_PATHS.has(path)) await limit(request)
          return answer(await issuers.at(unit.unitId, portalOrigin(request)), request, reply)
        },
      })
    }
  })
}

/** Below the issuer's path: addresses of its pages to which a third party may send a browser by a form as well (OpenID Connect Core 1.0, 3.1.2.1). */
const FORM_PATHS = ['/authorize', '/logout'] as const
/** Bytes of such a form: what a web server takes as an address. */
const FORM_LIMIT = 14 * 1024

/** Sends a browser that comes with a form on to the page, whose address then has the form's fields. */
function registerForms(app: FastifyInstance): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_LIMIT },
      (_request, body, done) => done(null, body),
    )
    scope.setErrorHandler((error, request, reply) => answerFault(error, request, reply))
    for (const path of FORM_PATHS) {
      // Another site's form is what this is for: it changes nothing.
      scope.post(`${ISSUER_PATH}${path}`, { config: { serverToServer: true } }, async ({ body }, reply) => {
        const fields = new URLSearchParams(typeof body === 'string' ? body : '')
        return reply.header('cache-control', 'no-store').redirect(`${ISSUER_PATH}${path}?${fields.toString()}`, 303)
      })
    }
  })
}

async function answer(provider: Provider, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { raw } = request
  const { host, protocol } = new URL(portalOrigin(request))
  // Host and address as the web server determined them. The issuer needs no cookies.
  Object.assign(raw.headers, {
    host,
    'x-forwarded-host': host,
    'x-forwarded-proto': protocol.slice(0, -1),
    'x-forwarded-for': request.ip,
  })
  delete raw.headers.cookie
  Object.assign(raw, { originalUrl: raw.url, url: (raw.url ?? '').slice(ISSUER_PATH.length) })
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
  reply.hijack()
  await provider.callback()(raw, reply.raw)
  return reply
}

/** Failures before the library is called, in the form that third parties' libraries read. */
function answerFault(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { code, http, envelope, retryAfter } = describeFailure(error)
  request.outcome = code
  if (code === 'server.internal') request.log.error({ err: error }, 'a request failed')
  if (retryAfter !== undefined) void reply.header('retry-after', retryAfter)
  const status = http === 200 ? envelope.status : http
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .send({ error: status >= 500 ? 'server_error' : 'invalid_request', error_description: code })
}
