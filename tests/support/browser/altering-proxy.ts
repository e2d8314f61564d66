import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { findFreePort } from '../process/free-port.ts'

/** A server between the browser and the portal, which can hold requests back and pass the portal off as its own next version. */
export interface AlteringProxy {
  readonly url: string
  /** From now on requests to such a path wait, each before its first byte reaches the portal; or their answers do, before the first byte reaches the browser. */
  hold(path: RegExp, what?: 'request' | 'answer'): void
  /** How many requests or answers wait. */
  held(): number
  /** Lets all that wait go on, and holds no more. */
  release(): void
  /** From now on the document carries `data-version="next"`, and the service worker knows it under another revision. */
  publishNextVersion(): void
  close(): Promise<void>
}

/** Starts a proxy in front of a portal's address, as `http://localhost:port`. */
export async function startAlteringProxy(portalUrl: string): Promise<AlteringProxy> {
  const target = new URL(portalUrl)
  let holding: { path: RegExp; what: 'request' | 'answer' } | null = null
  let waiting: (() => void)[] = []
  let isNext = false

  async function untilReleased(what: 'request' | 'answer', path = ''): Promise<void> {
    if (holding?.what !== what || !holding.path.test(path)) return
    await new Promise<void>((resolve) => {
      waiting.push(resolve)
    })
  }

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    await untilReleased('request', incoming.url)
    const headers = { ...incoming.headers }
    if (isNext) {
      // What is altered must come in plain text, and whole.
      headers['accept-encoding'] = 'identity'
      delete headers['if-none-match']
      delete headers['if-modified-since']
    }
    const { hostname, port } = target
    const forwarded = request({ hostname, port, method: incoming.method, path: incoming.url, headers }, (response) => {
      const alter = isNext ? alterationFor(incoming, response) : null
      const answered = { ...response.headers }
      if (alter) delete answered['content-length']
      void untilReleased('answer', incoming.url).then(() => {
        outgoing.writeHead(response.statusCode ?? 502, answered)
        // A stream's first bytes may be long in coming.
        outgoing.flushHeaders()
        if (alter) void text(response).then((body) => outgoing.end(alter(body)))
        else response.pipe(outgoing)
      })
    })
    forwarded.on('error', () => outgoing.destroy())
    outgoing.on('close', () => forwarded.destroy())
    incoming.pipe(forwarded)
  }

  const port = await findFreePort()
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const release = () => {
    holding = null
    for (const go of waiting) go()
    waiting = []
  }
  return {
    url: `http://localhost:${port}`,
    hold(path, what = 'request') {
      holding = { path, what }
    },
    held: () => waiting.length,
    release,
    publishNextVersion() {
      isNext = true
    },
    async close() {
      release()
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}

function alterationFor(incoming: IncomingMessage, response: IncomingMessage): ((body: string) => string) | null {
  if (response.statusCode !== 200) return null
  if (incoming.url === '/sw.js') return nextServiceWorker
  return response.headers['content-type']?.startsWith('text/html') ? nextDocument : null
}

function nextServiceWorker(script: string): string {
  return replaceOnce(script, /\{[^{}]*"?url"?:"\/login"[^{}]*\}/, '{"url":"/login","revision":"next"}')
}

function nextDocument(html: string): string {
  return replaceOnce(html, '<html', '<html data-version="next"')
}

function replaceOnce(body: string, what: string | RegExp, by: string): string {
  const altered = body.replace(what, by)
  if (altered === body) throw new Error(`the portal's next version needs ${String(what)} in what it alters`)
  return altered
}
