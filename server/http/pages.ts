import { existsSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isPagePath } from '../../contract/pages.ts'
import { PortalError } from '../../contract/portal-error.ts'
import type { UnitConfig } from '../../contract/endpoints/tenant.ts'
import type { Tx } from '../db/database.ts'
import { normalizeHost } from './route.ts'
import { isCallPath, pathOf } from './request-log.ts'
import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { tintDeclarations } from '../../contract/rules/tints.ts'
import { hashInlineElements, contentSecurityPolicy } from './security.ts'
import { SHARE_PATH } from '../../contract/service-worker.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'
const REVALIDATE = 'no-cache'
/** Icons change with a release at most, and a day late is early enough. */
const ONE_DAY = 'public, max-age=86400'

/** What a document needs of its unit: what anybody may know of it, and the origins that it may show in frames. */
type ReadPage = (tx: Tx) => Promise<{ readonly unit: UnitConfig; readonly frames: readonly string[] }>

/**
 * Serves the built client: its files, and its document on the addresses that are pages, filled in for the unit of the host. Everything else is
 * not found, so that an unknown file never looks like a page. Without the build, pages answer 503.
 */
export async function servePages(app: FastifyInstance, folder: string | undefined, readPage: ReadPage): Promise<void> {
  const root = folder !== undefined && existsSync(folder) ? folder : undefined
  const documents = root === undefined ? undefined : createDocuments(root)
  if (root !== undefined) {
    await app.register(fastifyStatic, {
      root,
      serve: false,
      preCompressed: true,
      index: false,
      dotfiles: 'ignore',
      cacheControl: false,
      // The document is a template; as a file it would show its gaps. Compressed twins are only ever chosen by the server.
      allowedPath: (path) => path !== '/index.html' && !path.endsWith('.br'),
      setHeaders: (reply, path) => {
        const inside = (part: string) => path.startsWith(`${root}/${part}/`)
        reply.header('cache-control', inside('assets') ? IMMUTABLE : inside('icons') ? ONE_DAY : REVALIDATE)
      },
    })
  }

  app.get('/*', async (request, reply) => {
    const path = pathOf(request)
    if (isCallPath(path)) throw new PortalError('request.not_found')
    if (isPagePath(path)) return sendDocument(documents, readPage, request, reply)
    if (root === undefined || path.endsWith('/')) throw new PortalError('request.not_found')
    return reply.sendFile(path)
  })
}

/** Only a navigation tells: the service worker asks for the document without cookies, and keeps it for everybody. */
function visitorOf({ headers }: FastifyRequest): Visitor {
  return headers['sec-fetch-mode'] === 'navigate' && headers.cookie === undefined ? 'unknown' : 'known'
}

async function sendDocument(
  documents: Documents | undefined,
  readPage: ReadPage,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { unit, frames } = await request.server.database.transaction(async (tx) => {
    request.callContext = await request.server.sessionReader.begin(tx, normalizeHost(request.host), undefined)
    return readPage(tx)
  })
  if (!documents) {
    return reply
      .code(503)
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8')
      .send('The client is not built yet.\n')
  }
  const document = await documents.forUnit(unit, visitorOf(request), frames)
  void reply.headers({
    'content-security-policy': document.contentSecurityPolicy,
    'cache-control': REVALIDATE,
    vary: 'accept-encoding, cookie, sec-fetch-mode',
    etag: document.etag,
  })
  if (request.headers['if-none-match']?.includes(document.etag)) return reply.code(304).send()
  void reply.type('text/html; charset=utf-8')
  if (!/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(document.html)
  return reply.header('content-encoding', 'br').send(document.brotli)
}

const compress = promisify(brotliCompress)

/** The document of one unit, ready to send. */
interface PageDocument {
  readonly html: string
  readonly brotli: Buffer
  /** Quoted, as the header carries it. */
  readonly etag: string
  readonly contentSecurityPolicy: string
}

/** Whether the request for the document brought any trace of an earlier visit of the same browser. */
type Visitor = 'known' | 'unknown'

/** Makes the documents of units and keeps the last one of each. `frames`: the origins of other sites that the document may show in a frame. */
interface Documents {
  forUnit(unit: UnitConfig, visitor: Visitor, frames?: readonly string[]): Promise<PageDocument>
}

/** Documents from the template `index.html` of a folder, which is read again when a new build replaces it. */
export function createDocuments(folder: string): Documents {
  const file = join(folder, 'index.html')
  const kept = new Map<string, { madeFrom: string; document: Promise<PageDocument> }>()
  let template: { changed: number; text: Promise<string> } | undefined

  async function readTemplate(): Promise<{ changed: number; text: string }> {
    const { mtimeMs } = await stat(file)
    // A browser hashes inline scripts with plain line breaks, whatever the file had.
    if (template?.changed !== mtimeMs) {
      template = { changed: mtimeMs, text: readFile(file, 'utf8').then((text) => text.replaceAll('\r\n', '\n')) }
    }
    return { changed: mtimeMs, text: await template.text }
  }

  return {
    async forUnit(unit, visitor, frames = []) {
      const { changed, text } = await readTemplate()
      const madeFrom = `${changed} ${JSON.stringify([unit, frames])}`
      const key = `${unit.unitId} ${visitor}`
      const found = kept.get(key)
      if (found?.madeFrom === madeFrom) return found.document
      const document = makeDocument(fillTemplate(text, unit, visitor), frames)
      kept.set(key, { madeFrom, document })
      return document
    },
  }
}

/** Fills the template's places for a unit and a visitor: `%VISITOR%`, `%UNIT_NAME%`, `%UNIT_EN_NAME%`, `%UNIT_ID%`, `%THEME_COLOR%`, the tints derived from it and the JSON of its configuration. */
export function fillTemplate(template: string, unit: UnitConfig, visitor: Visitor): string {
  const values: Record<string, string> = {
    '%VISITOR%': visitor,
    '%UNIT_NAME%': escapeHtml(unit.unitName),
    '%UNIT_EN_NAME%': escapeHtml(unit.unitEnName),
    '%UNIT_ID%': escapeHtml(unit.unitId),
    '%THEME_COLOR%': escapeHtml(unit.themeColor),
    '--tints:0': tintDeclarations(unit.themeColor),
    // Inside a script element only "<" could end it or open a comment.
    '<!--unit-json-->': JSON.stringify(unit).replaceAll('<', '\\u003c'),
  }
  // In one pass, so that a unit named like a place stays as it is named.
  return template.replace(
    /%(?:VISITOR|UNIT_NAME|UNIT_EN_NAME|UNIT_ID|THEME_COLOR)%|--tints:0|<!--unit-json-->/g,
    (placeholder) => values[placeholder] ?? '',
  )
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

async function makeDocument(html: string, frames: readonly string[]): Promise<PageDocument> {
  const policy = contentSecurityPolicy(hashInlineElements(html), frames)
  return {
    html,
    brotli: await compress(html),
    // The policy too: a browser that keeps the document keeps the policy with it.
    etag: `"${createHash('sha256').update(policy).update(html).digest('base64url')}"`,
    contentSecurityPolicy: policy,
  }
}

/**
 * What the share sheet of a device sends is taken by the service worker. Where there is none yet, or it has no room, a person reads here what to
 * do; nothing is stored, so that anybody may send it.
 */
export function answerShares(app: FastifyInstance): void {
  app.route({
    method: 'POST',
    url: SHARE_PATH,
    config: { serverToServer: true },
    // Before the body: whatever it is, and however long, nobody reads it.
    onRequest: async () => {
      throw new PortalError('share.not_received')
    },
    handler: async () => undefined,
  })
}
