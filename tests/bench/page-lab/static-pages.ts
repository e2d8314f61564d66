import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { LabHandler } from './lab-server.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}
/** Vite's hashed names: they never change, everything else is asked for again. */
const HASHED = /-[\w-]{8,}\.(js|css)$/
/** Response of the mocked login call: a person with twelve applications. */
const LOGIN_ANSWER = JSON.stringify({ name: 'Ana', apps: Array.from({ length: 12 }, (_, at) => `app${at}`) })

interface PageFile {
  readonly type: string
  readonly etag: string
  readonly cacheControl: string
  readonly plain: Buffer
  readonly brotli: Buffer
}

/** Serves a folder as a well-kept static server would (brotli 11, immutable hashed names, entity tags), and a mock of POST /api/login. */
export function staticPages(folder: string): LabHandler {
  const files = readFiles(folder)
  return (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname === '/api/login') {
      request.resume()
      response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
      response.end(LOGIN_ANSWER)
      return
    }
    const file = files.get(pathname.endsWith('/') ? `${pathname}index.html` : pathname)
    if (!file) {
      response.writeHead(404)
      response.end()
      return
    }
    const headers = { etag: file.etag, 'cache-control': file.cacheControl, vary: 'accept-encoding' }
    if (request.headers['if-none-match'] === file.etag) {
      response.writeHead(304, headers)
      response.end()
      return
    }
    const brotli = /\bbr\b/.test(String(request.headers['accept-encoding']))
    const body = brotli ? file.brotli : file.plain
    response.writeHead(200, {
      ...headers,
      'content-type': file.type,
      'content-length': body.length,
      ...(brotli && { 'content-encoding': 'br' }),
    })
    response.end(body)
  }
}

/** Read and compressed once, so that no measurement pays for it. */
function readFiles(folder: string): Map<string, PageFile> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(
    entries.map((entry) => {
      const file = path.join(entry.parentPath, entry.name)
      const plain = readFileSync(file)
      return [
        `/${path.relative(folder, file).split(path.sep).join('/')}`,
        {
          type: TYPES[path.extname(file)] ?? 'application/octet-stream',
          etag: `"${createHash('sha1').update(plain).digest('base64url')}"`,
          cacheControl: HASHED.test(entry.name) ? 'public, max-age=31536000, immutable' : 'no-cache',
          plain,
          brotli: brotliCompressSync(plain),
        },
      ]
    }),
  )
}
