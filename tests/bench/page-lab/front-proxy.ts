import http, { type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'
import type { LabHandler } from './lab-server.ts'

/** Headers of one connection, which must not be repeated on another; HTTP/2 refuses them. */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade', 'host'])

/** Puts TLS and HTTP/2 in front of a portal on a port of loopback, as a school's reverse proxy would; bytes pass unchanged. */
export function frontOf(port: number, scheme: 'http' | 'https'): LabHandler {
  const agent = new http.Agent({ keepAlive: true })
  return (request, response) => {
    const host = request.headers[':authority'] ?? request.headers.host
    const headers = { ...endToEnd(request.headers), host: String(host), 'x-forwarded-proto': scheme }
    const upstream = http.request(
      { host: '127.0.0.1', port, agent, method: request.method, path: request.url, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, endToEnd(answer.headers))
        answer.pipe(response)
      },
    )
    upstream.on('error', () => {
      if (!response.headersSent) response.writeHead(502)
      response.end()
    })
    response.on('close', () => upstream.destroy())
    request.pipe(upstream)
  }
}

function endToEnd(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name, value]) => !name.startsWith(':') && !HOP_BY_HOP.has(name) && value !== undefined,
    ),
  )
}
