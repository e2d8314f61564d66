import { existsSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isPagePath } from '../../../contract/pages.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { UnitConfig } from '../../../contract/endpoints/tenant.ts'
import type { Tx } from '../../db/database.ts'
import { normalizeHost } from '../host.ts'
import { createDocuments, type Documents, type Visitor } from './page-document.ts'
import { isCallPath, pathOf } from './request-log.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'
const REVALIDATE = 'no-cache'
/** Icons change with a release at most, and a day late is early enough. */
const ONE_DAY = 'public, max-age=86400'

/** What a document needs of its unit: what anybody may know of it, and the origins that it may show in frames. */
export type ReadPage = (tx: Tx) => Promise<{ readonly unit: UnitConfig; readonly frames: readonly string[] }>

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
