import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { transport } from '../../../src/app/core/api/call.ts'

/** Gets each request with its whole body. */
export type AnswerCall = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void

export interface ApiServer {
  close(): Promise<void>
}

/** A server on loopback that gets the page's calls until it is closed. For unit tests, which have no portal. */
export async function startApiServer(answer: AnswerCall): Promise<ApiServer> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => answer(request, response, Buffer.concat(parts)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  transport.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    async close() {
      transport.origin = ''
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A success with these data, as the server sends it. */
export function succeeded<Data>(data: Data) {
  return { status: 200, code: 'ok', message: '', data }
}

export function sendJson(
  response: ServerResponse,
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}
