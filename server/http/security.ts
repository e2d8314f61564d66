import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { PortalError } from '../../contract/portal-error.ts'
import rateLimit from '@fastify/rate-limit'
import { REPORT_PATH } from './csp-reports.ts'
import { addressKey } from './network-address.ts'
import { callHost } from './call-host.ts'

const HSTS = 'max-age=31536000'

/** Origins of other sites that a document may show in a frame, send forms to, and connect to. */
export interface OtherOrigins {
  readonly frames?: readonly string[]
  readonly forms?: readonly string[]
  readonly connections?: readonly string[]
}

const ORIGIN = /^(?:https?|wss?):\/\/[\w.:[\]-]+$/

/** Those that cannot end an entry of the policy; what is refused at saving may have been stored before. */
const onlyOrigins = (origins: readonly string[]) => origins.filter((origin) => ORIGIN.test(origin))

/** The policy with the hashes of a document's inline parts. */
export function contentSecurityPolicy(
  inline: ReturnType<typeof hashInlineElements> = { scripts: [], styles: [] },
  { frames = [], forms = [], connections = [] }: OtherOrigins = {},
): string {
  return [
    "default-src 'self'",
    ["script-src 'self' 'wasm-unsafe-eval'", ...inline.scripts].join(' '),
    ["style-src 'self'", ...inline.styles].join(' '),
    "img-src 'self' data: blob:",
    ["connect-src 'self'", ...onlyOrigins(connections)].join(' '),
    "worker-src 'self'",
    ...(frames.length > 0 ? [["frame-src 'self'", ...onlyOrigins(frames)].join(' ')] : []),
    "frame-ancestors 'none'",
    "base-uri 'none'",
    ["form-action 'self'", ...onlyOrigins(forms)].join(' '),
    "object-src 'none'",
    // Browsers that know the second one leave the first one alone.
    `report-uri ${REPORT_PATH}`,
    'report-to csp',
  ].join('; ')
}

/** Documents replace the content-security policy by one with their own hashes. */
export async function sendSecurityHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    // Written below, so that documents share its text.
    contentSecurityPolicy: false,
    // Over https only, below: localhost must not be caught by it.
    strictTransportSecurity: false,
    frameguard: { action: 'deny' },
    // Both make the browser start another process for the first page, which costs a slow phone 40 ms. No window of another site gets a handle here:
    // outgoing links have noopener, and frame-ancestors is 'none'.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    referrerPolicy: { policy: 'same-origin' },
    // For browsers and plug-ins that cannot run the portal.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xDnsPrefetchControl: false,
    xXssProtection: false,
  })
  const policy = contentSecurityPolicy()
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('content-security-policy', policy)
    void reply.header('reporting-endpoints', `csp="${REPORT_PATH}"`)
    void reply.header('permissions-policy', 'camera=(self), microphone=(self)')
    if (request.protocol === 'https') void reply.header('strict-transport-security', HSTS)
  })
}

const ELEMENT = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1\s*>/gi
/** Types that a browser runs, or that control what it runs; others, such as JSON, are data. */
const EXECUTABLE = /^(|module|text\/javascript|application\/javascript|importmap|speculationrules)$/i

export function hashInlineElements(html: string): { scripts: string[]; styles: string[] } {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  for (const [, name = '', attributes = '', content = ''] of html.matchAll(ELEMENT)) {
    if (name.toLowerCase() === 'style') styles.add(hash(content))
    else if (!/\ssrc\s*=/i.test(attributes) && EXECUTABLE.test(readType(attributes))) scripts.add(hash(content))
  }
  return { scripts: [...scripts], styles: [...styles] }
}

function readType(attributes: string): string {
  const [, double, single, bare] = /\stype\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(attributes) ?? []
  return double ?? single ?? bare ?? ''
}

function hash(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`
}

/**
 * Refuses a request with several Host headers (RFC 9112, section 3.2) or with one that is no host and port ('request.host'): a proxy may choose another one
 * than the portal, and addresses of units are made of it.
 */
export function refuseBadHosts(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: { rawHeaders }, host }) => {
    const isHost = (name: string, at: number) => at % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host'
    const isValid = host === '' || URL.canParse(`http://${host}`)
    if (!isValid || rawHeaders.filter(isHost).length > 1) throw new PortalError('request.host')
  })
}

const DEVICE_HEADER = 'x-portal-device'
const DEVICES: readonly unknown[] = ['app', 'h5', 'pc']
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Posted by a real form, which cannot set headers. */
const FORM_POSTS = new Set(['export.tableToSpreadsheet'])

/** Refuses calls that another site made a browser send ('request.cross_site'): a change needs this origin and a header that no form can set. */
export function refuseCrossSite(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const { endpoint, serverToServer } = request.routeOptions.config
    if (SAFE_METHODS.has(request.method) && !endpoint?.changes) return
    // The call is not authorized by a cookie, so no other site can make a browser send it.
    if (serverToServer || endpoint?.serverToServer) return
    const hasDevice = DEVICES.includes(request.headers[DEVICE_HEADER])
    if (!isOwnOrigin(request, hasDevice) || (!hasDevice && !isFormPost(request)))
      throw new PortalError('request.cross_site')
  })
}

/** Whether a page's form may have sent this, whose answer the browser then shows as a page of its own. */
export function isFormPost({ routeOptions, headers }: FastifyRequest): boolean {
  return headers[DEVICE_HEADER] === undefined && FORM_POSTS.has(routeOptions.config.endpoint?.name ?? '')
}

/** Old browsers and plain http send only Origin; a client that sends neither is no browser. */
function isOwnOrigin(request: FastifyRequest, hasDevice: boolean): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const { origin } = request.headers
  if (origin === undefined) return hasDevice
  // The scheme differs behind a proxy that ends TLS. A browser leaves the default port out of both.
  return URL.canParse(origin) && new URL(origin).host === request.host.toLowerCase()
}

/**
 * Limits the requests of one address at one unit, in this process, which is what they load. Requests to hosts that no unit is known to have answer
 * at count together, since a caller could invent any number of them. Too many answer 'request.rate_limited' with Retry-After.
 */
export async function limitRates(app: FastifyInstance, requestsPerMinute: number): Promise<void> {
  const unitOf = new Map<string, string>()
  app.addHook('onResponse', async (request) => {
    const { callContext } = request
    if (callContext) unitOf.set(callHost(request), callContext.unit.unitId)
  })
  await app.register(rateLimit, {
    max: requestsPerMinute,
    timeWindow: 60_000,
    keyGenerator: (request) => `${unitOf.get(callHost(request)) ?? ''} ${addressKey(request.ip)}`,
    addHeaders: {
      'retry-after': false,
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
    },
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    errorResponseBuilder: (_request, { ttl }) =>
      new PortalError('request.rate_limited', { retryAfter: Math.ceil(ttl / 1000) }),
  })
}
