import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'
import { PortalError } from '../../contract/portal-error.ts'
import { addressKey } from './network-address.ts'

/** Where browsers report what the content-security policy of a page refused. */
export const REPORT_PATH = '/api/csp_report'

/** Bytes; a batch of a browser has some thousand. */
const BODY_LIMIT = 16 * 1024
const REPORTS_MAX = 20
const MINUTE = 60_000
const PER_MINUTE = { address: 60, all: 600 }
/** Addresses whose requests are counted; the longest unused are forgotten. */
const ADDRESSES_MAX = 10_000
/** Milliseconds. */
const FLUSH_INTERVAL = 3_600_000
/** In an hour; all others are counted together, so that invented reports do not fill the log. */
const KINDS_MAX = 100

/** What is said of a violation: no query, and of what was refused the origin alone. */
interface Kind {
  readonly directive: string
  readonly blocked: string
  readonly page: string
}

/** Takes reports in both formats that browsers send, and logs each kind at most once an hour, with how often it came. */
export async function takeCspReports(app: FastifyInstance): Promise<void> {
  const count = createCounter()
  const kinds = createKindLog((fields) => app.log.warn(fields, 'a page broke its content-security policy'))
  const flushing = setInterval(() => kinds.flush(), FLUSH_INTERVAL).unref()
  app.addHook('onClose', async () => {
    clearInterval(flushing)
    kinds.flush()
  })
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    for (const type of ['application/csp-report', 'application/reports+json'])
      scope.addContentTypeParser(type, { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
        done(null, readJson(String(body))),
      )
    scope.post(
      REPORT_PATH,
      {
        bodyLimit: BODY_LIMIT,
        // Browsers send reports without the header of the portal's own calls; nothing is changed by them.
        config: { serverToServer: true },
        onRequest: async ({ ip }) => count(addressKey(ip)),
      },
      async (request, reply) => {
        for (const report of readReports(request.body)) {
          const kind = describeReport(report, request)
          if (kind) kinds.add(kind)
        }
        return reply.code(204).header('cache-control', 'no-store').send()
      },
    )
  })
}

/** Throws 'request.rate_limited'. In this process alone: it protects its time and its log. */
function createCounter(): (address: string) => void {
  const counts = new LRUCache<string, number>({ max: ADDRESSES_MAX, ttl: MINUTE, noUpdateTTL: true })
  const add = (key: string, most: number) => {
    const times = (counts.get(key) ?? 0) + 1
    counts.set(key, times)
    if (times > most) throw new PortalError('request.rate_limited', { retryAfter: MINUTE / 1000 })
  }
  return (address) => {
    add(address, PER_MINUTE.address)
    add('', PER_MINUTE.all)
  }
}

/** `flush`, once an hour, says how often each kind came since it was first logged. */
export function createKindLog(log: (fields: Kind & { readonly times: number }) => void) {
  const kinds = new Map<string, { readonly kind: Kind; times: number }>()
  return {
    add(given: Kind): void {
      const known = kinds.has(JSON.stringify(given)) || kinds.size < KINDS_MAX
      const kind = known ? given : { directive: 'any', blocked: 'any', page: 'any' }
      const key = JSON.stringify(kind)
      const found = kinds.get(key)
      if (found) {
        found.times += 1
        return
      }
      kinds.set(key, { kind, times: 1 })
      log({ ...kind, times: 1 })
    },
    flush(): void {
      for (const { kind, times } of kinds.values()) if (times > 1) log({ ...kind, times })
      kinds.clear()
    },
  }
}

const text = z.string().check(z.maxLength(8192))
const optional = z.optional(z.nullable(text))

/** Of `report-uri`. */
const oldReport = z.pipe(
  z.object({
    'csp-report': z.object({
      'document-uri': text,
      'blocked-uri': z.optional(text),
      'effective-directive': z.optional(text),
      'violated-directive': z.optional(text),
      'source-file': optional,
    }),
  }),
  z.transform(({ 'csp-report': report }) => ({
    document: report['document-uri'],
    blocked: report['blocked-uri'] ?? '',
    // Older browsers name the directive with its sources.
    directive: report['effective-directive'] ?? report['violated-directive']?.split(' ')[0] ?? '',
    source: report['source-file'] ?? '',
  })),
)
/** Of the Reporting API. */
const newReport = z.pipe(
  z.object({
    type: z.literal('csp-violation'),
    body: z.object({ documentURL: text, blockedURL: optional, effectiveDirective: text, sourceFile: optional }),
  }),
  z.transform(({ body }) => ({
    document: body.documentURL,
    blocked: body.blockedURL ?? '',
    directive: body.effectiveDirective,
    source: body.sourceFile ?? '',
  })),
)
type Report = z.output<typeof oldReport>

/** Of `report-uri` (an object) or of the Reporting API (a list); what has another form is left out. */
function readReports(body: unknown): Report[] {
  const [form, reports] = Array.isArray(body) ? [newReport, body.slice(0, REPORTS_MAX)] : [oldReport, [body]]
  return reports.flatMap((one) => z.safeParse(form, one).data ?? [])
}

const DIRECTIVE = /^[a-z-]{3,40}$/
/** Add-ons of the browser change pages, and are refused as they should be. */
const ADD_ON = /^(?:[a-z]+(?:-[a-z]+)*-extension|webkit-masked-url|safari-resource|user-script)(?::|$)/i
const PAGE_LENGTH = 100

function describeReport({ document, blocked, directive, source }: Report, { host }: FastifyRequest): Kind | undefined {
  if (ADD_ON.test(blocked) || ADD_ON.test(source) || !DIRECTIVE.test(directive) || !URL.canParse(document))
    return undefined
  const page = new URL(document)
  if (page.host !== host.toLowerCase()) return undefined
  return { directive, blocked: originOf(blocked, page.origin), page: (page.host + page.pathname).slice(0, PAGE_LENGTH) }
}

/** 'inline', 'eval' and the like stay as they are; of other schemes (data, blob) the scheme is left. */
function originOf(blocked: string, own: string): string {
  if (!URL.canParse(blocked)) return /^[a-z-]{1,30}$/.test(blocked) ? blocked : 'unknown'
  const { origin, protocol } = new URL(blocked)
  if (!/^(?:http|ws)s?:$/.test(protocol)) return protocol.slice(0, PAGE_LENGTH)
  return origin === own ? 'self' : origin.slice(0, PAGE_LENGTH)
}

function readJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
