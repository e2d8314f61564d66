import { createServer, type Server, type Socket } from 'node:net'
import { once } from 'node:events'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { webHostOf } from '../../contract/rules/fields/web-address.ts'

declare module 'fastify' {
  interface FastifyInstance {
    readonly operatorAddress: OperatorAddress
  }
}

/** Where the operators of the installation sign in: at hosts of their own, or at a port of their own of any host. */
export interface OperatorAddress {
  readonly hosts: readonly string[]
  /** Null while there is none. */
  port: number | null
}

/** By which the operators' unit is found in the table of hosts. No request can name it: it is no host (`refuseBadHosts`). */
const OPERATORS_HOST = '<operators>'

/** Connections to the operators' port, and whether only names of this machine are answered there. */
const operatorConnections = new WeakMap<Socket, { readonly thisMachineOnly: boolean }>()
const THIS_MACHINE = /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** A host as units are found by it: lower case, without port and final dot, an IPv6 address as browsers shorten it. */
export function normalizeHost(host: string): string {
  const name = host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
  return name.startsWith('[') ? (webHostOf(name) ?? name) : name
}

/** Whether a call came to the operators' address. */
export function isOperatorCall({ raw, host, server }: Pick<FastifyRequest, 'raw' | 'host' | 'server'>): boolean {
  const name = normalizeHost(host)
  const connection = operatorConnections.get(raw.socket)
  if (connection && (!connection.thisMachineOnly || THIS_MACHINE.test(name))) return true
  return server.operatorAddress.hosts.includes(name)
}

/** The host by which the unit of a call is found. */
export function callHost(request: Pick<FastifyRequest, 'raw' | 'host' | 'server'>): string {
  return isOperatorCall(request) ? OPERATORS_HOST : normalizeHost(request.host)
}

/**
 * Listens at the operators' port as well: its connections are the server's own, with all of its limits. `thisMachineOnly`: another host name is none of the operators, since a page of
 * that name, pointed at this machine (DNS rebinding), would reach an operator with a known password. Rejects as `net.Server` does where the port cannot be
 * had. Close it before the server, which would wait for what still comes.
 */
export async function listenForOperators(
  app: FastifyInstance,
  {
    thisMachineOnly = false,
    ...at
  }: { readonly host: string; readonly port: number; readonly thisMachineOnly?: boolean },
): Promise<{ readonly port: number; close(): Promise<void> }> {
  // As Node's HTTP server makes its own sockets.
  const listener = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    operatorConnections.set(socket, { thisMachineOnly })
    app.server.emit('connection', socket)
  })
  listener.maxConnections = app.server.maxConnections
  listener.listen(at)
  await once(listener, 'listening')
  const port = portOf(listener, at.port)
  app.operatorAddress.port = port
  return {
    port,
    async close() {
      app.operatorAddress.port = null
      // Its connections are closed with the server's.
      listener.close()
    },
  }
}

function portOf(listener: Server, wanted: number): number {
  const address = listener.address()
  return typeof address === 'object' && address !== null ? address.port : wanted
}
