import { existsSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isPagePath, pageOf, SUSPENDED_PATH } from '../../contract/pages.ts'
import { DEFAULT_THEME_COLOR } from '../../contract/limits.ts'
import { PortalError } from '../../contract/portal-error.ts'
import type { UnitConfig } from '../../contract/endpoints/units/tenant.ts'
import type { Tx } from '../db/database.ts'
import { escapeHtml } from './escape-html.ts'
import { beginUnit } from './begin-call.ts'
import { isCallPath, pathOf } from './request-log.ts'
import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { decorationOf } from '../../contract/rules/appearance/decoration.ts'
import { loginTextDeclarations } from '../../contract/rules/appearance/login-text.ts'
import { tintDeclarations } from '../../contract/rules/appearance/tints.ts'
import { footerHtml } from '../../contract/rules/appearance/unit-footer.ts'
import { hashInlineElements, contentSecurityPolicy, type OtherOrigins } from './security.ts'
import { SHARE_PATH } from '../../contract/service-worker.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'
const REVALIDATE = 'no-cache'
/** Icons change with a release at most. */
const ONE_DAY = 'public, max-age=86400'

type ReadPage = (
  tx: Tx,
  request: FastifyRequest,
) => Promise<{ readonly unit: UnitConfig; readonly origins: OtherOrigins }>

/** Serves the client's files, and its document for the host's unit at the addresses of pages; all else is not found. Without a build, pages answer 503. */
export async function servePages(app: FastifyInstance, folder: string | undefined, readPage: ReadPage): Promise<void> {
  const root = folder !== undefined && existsSync(folder) ? folder : undefined
  const documents = root === undefined ? undefined : createDocuments(root)
  // Scripts and styles of the build before this one, which open pages still load.
  const previous = join(root ?? '', '../previous')
  if (root !== undefined) {
    await app.register(fastifyStatic, {
      root,
      serve: false,
      preCompressed: true,
      index: false,
      dotfiles: 'ignore',
      cacheControl: false,
      // The document is a template. Compressed twins are only chosen by the server.
      allowedPath: (path) => path !== '/index.html' && !path.endsWith('.br'),
      setHeaders: (reply, path) => {
        const inside = (part: string) => [root, previous].some((from) => path.startsWith(`${from}/${part}/`))
        reply.header('cache-control', inside('assets') ? IMMUTABLE : inside('icons') ? ONE_DAY : REVALIDATE)
      },
    })
  }

  // Pages that are open when their unit is suspended come here; the service worker has no document for it.
  app.get(SUSPENDED_PATH, async (request, reply) => {
    await app.database.transaction((tx) => beginUnit(tx, request))
    return reply.header('cache-control', 'no-store').redirect('/')
  })

  app.get('/*', async (request, reply) => {
    const path = pathOf(request)
    if (isCallPath(path)) throw new PortalError('request.not_found')
    if (isPagePath(path)) return sendDocument(documents, readPage, request, reply)
    if (root === undefined || path.endsWith('/')) throw new PortalError('request.not_found')
    // This folder is not a second root, because the plugin would look there before it sends a file that has no compressed twin.
    return ASSET.test(path) && !(await isFile(join(root, path))) ? reply.sendFile(path, previous) : reply.sendFile(path)
  })
}

const ASSET = /^\/assets\/[\w.-]+$/

function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  )
}

/** Only a navigation counts: the service worker requests the document without cookies and caches it for all users. */
function visitorOf({ headers }: FastifyRequest): Visitor {
  return headers['sec-fetch-mode'] === 'navigate' && headers.cookie === undefined ? 'unknown' : 'known'
}

/** Stands in the document of the set-up page, which belongs to no unit. */
const SETUP_UNIT: UnitConfig = {
  unitId: 'setup',
  unitName: '设置平台',
  unitEnName: 'Set up the portal',
  unitType: '2',
  footer: null,
  link: null,
  decorationSet: null,
  themeColor: DEFAULT_THEME_COLOR,
  loginTickitConifg: { apipath: null, name: 'ticket' },
}

async function sendDocument(
  documents: Documents | undefined,
  readPage: ReadPage,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { unit, origins } =
    pageOf(pathOf(request))?.kind === 'setup'
      ? { unit: SETUP_UNIT, origins: {} }
      : await request.server.database.transaction(async (tx) => {
          await beginUnit(tx, request)
          return readPage(tx, request)
        })
  if (!documents) {
    return reply
      .code(503)
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8')
      .send('The client is not built yet.\n')
  }
  const year = new Date(request.server.now()).getFullYear()
  const document = await documents.forUnit(unit, visitorOf(request), year, origins)
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

type PageDocument = Awaited<ReturnType<typeof makeDocument>>

/** Whether the request carries a trace of an earlier visit by the same browser. */
type Visitor = 'known' | 'unknown'

type Documents = ReturnType<typeof createDocuments>

/** Fills the template `index.html` of a folder, which is read again when a new build replaces it. Caches the last document of each unit. */
export function createDocuments(folder: string) {
  const file = join(folder, 'index.html')
  const kept = new Map<string, { madeFrom: string; document: Promise<PageDocument> }>()
  let template: { changed: number; text: Promise<string> } | undefined

  async function readTemplate(): Promise<{ changed: number; text: string }> {
    const { mtimeMs } = await stat(file)
    // A browser hashes inline scripts with plain line breaks.
    if (template?.changed !== mtimeMs) {
      template = { changed: mtimeMs, text: readFile(file, 'utf8').then((text) => text.replaceAll('\r\n', '\n')) }
    }
    return { changed: mtimeMs, text: await template.text }
  }

  return {
    /** `year`: the current one, for the copyright. */
    async forUnit(unit: UnitConfig, visitor: Visitor, year: number, origins: OtherOrigins = {}): Promise<PageDocument> {
      const { changed, text } = await readTemplate()
      const madeFrom = `${changed} ${year} ${JSON.stringify([unit, origins])}`
      const key = `${unit.unitId} ${visitor}`
      const found = kept.get(key)
      if (found?.madeFrom === madeFrom) return found.document
      const document = makeDocument(fillTemplate(text, unit, visitor, year), origins)
      kept.set(key, { madeFrom, document })
      return document
    },
  }
}

export function fillTemplate(template: string, unit: UnitConfig, visitor: Visitor, year: number): string {
  const decoration = decorationOf(unit)
  const values: Record<string, string> = {
    '%VISITOR%': visitor,
    '%UNIT_NAME%': escapeHtml(unit.unitName),
    '%UNIT_EN_NAME%': escapeHtml(unit.unitEnName),
    '%UNIT_ID%': escapeHtml(unit.unitId),
    '%THEME_COLOR%': escapeHtml(unit.themeColor),
    '%MOTTO%': escapeHtml(decoration.loginText?.text ?? ''),
    '--tints:0': tintDeclarations(unit.themeColor) + loginTextDeclarations(decoration, unit.themeColor),
    // Inside a script element only "<" could end it or open a comment.
    '<!--unit-json-->': JSON.stringify(unit).replaceAll('<', '\\u003c'),
  }
  // In one pass, so that a unit named like a placeholder keeps its name.
  return template.replace(
    /%(?:VISITOR|UNIT_NAME|UNIT_EN_NAME|UNIT_ID|THEME_COLOR|MOTTO|FOOTER:([^%]*))%|--tints:0|<!--unit-json-->/g,
    // The template brings the word for the help centre.
    (placeholder, help?: string) => (help === undefined ? (values[placeholder] ?? '') : footerHtml(unit, year, help)),
  )
}

async function makeDocument(html: string, origins: OtherOrigins) {
  const policy = contentSecurityPolicy(hashInlineElements(html), origins)
  return {
    html,
    brotli: await compress(html),
    // A browser that caches the document caches the policy with it.
    etag: `"${createHash('sha256').update(policy).update(html).digest('base64url')}"`,
    contentSecurityPolicy: policy,
  }
}

/** Answers a share that no service worker handled (none yet, or its storage is full) with a page that says what to do. Needs no session. */
export function answerShares(app: FastifyInstance): void {
  app.route({
    method: 'POST',
    url: SHARE_PATH,
    config: { serverToServer: true },
    // Before the body is read.
    onRequest: async () => {
      throw new PortalError('share.not_received')
    },
    handler: async () => undefined,
  })
}
