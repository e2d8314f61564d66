import http, { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import http2, { type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import type { AddressInfo, Server } from 'node:net'
import type { Credentials } from './credentials.ts'

export type LabRequest = IncomingMessage | Http2ServerRequest
export type LabResponse = ServerResponse | Http2ServerResponse
export type LabHandler = (request: LabRequest, response: LabResponse) => void

export interface LabServer {
  /** `https://localhost:port`, or http without credentials. */
  readonly origin: string
  close(): Promise<void>
}

/** Listens on a free port of loopback: HTTP/2 with TLS when there are credentials, plain HTTP/1.1 when not. */
export async function serve(handler: LabHandler, credentials: Credentials | null): Promise<LabServer> {
  const server: Server = credentials
    ? http2.createSecureServer({ key: credentials.key, cert: credentials.cert, allowHTTP1: true }, handler)
    : http.createServer(asListener(handler))
  const sockets = new Set<{ destroy(): void }>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    origin: `${credentials ? 'https' : 'http'}://localhost:${portOf(server.address())}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

function asListener(handler: LabHandler): RequestListener {
  return (request, response) => handler(request, response)
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the server does not listen on a port')
  return address.port
}
