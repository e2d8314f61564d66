import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

/** A server on loopback that takes every connection and never says a word. */
export interface MuteServer {
  readonly port: number
  /** Whoever connected, in order. */
  readonly sockets: readonly Socket[]
  /** Hangs up on everybody. */
  close(): void
}

/** Starts one. */
export async function startMuteServer(): Promise<MuteServer> {
  const sockets: Socket[] = []
  const server = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    sockets,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
