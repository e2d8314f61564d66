import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

/** A server on loopback that accepts connections and never sends a byte. */
export interface MuteServer {
  readonly port: number
  /** Accepted connections, in order. */
  readonly sockets: readonly Socket[]
  /** Closes all connections. */
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
