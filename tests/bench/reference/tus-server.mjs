// @tus/server with its file store and its defaults: neither hashes nor syncs. Serves the page that was built into PAGES on the same address,
// keeps files in FOLDER, prints its port. A process of its own, as the portal is.
import { createServer } from 'node:http'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { FileStore } from '@tus/file-store'
import { Server } from '@tus/server'

const { FOLDER = '.', PAGES = '.' } = process.env
const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8' }

// The page's own address in what it answers, not that of the port behind the line.
const tus = new Server({ path: '/files', datastore: new FileStore({ directory: FOLDER }), relativeLocation: true })

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url, 'http://localhost')
  if (pathname.startsWith('/files')) void tus.handle(request, response)
  else void sendPage(pathname === '/' ? '/index.html' : pathname, response)
})

async function sendPage(pathname, response) {
  const bytes = await readFile(path.join(PAGES, pathname)).catch(() => null)
  response.writeHead(bytes ? 200 : 404, { 'content-type': TYPES[path.extname(pathname)] ?? 'text/plain' })
  response.end(bytes ?? '')
}

server.listen(0, '127.0.0.1', () => console.log(server.address().port))
