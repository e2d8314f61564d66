import type { FastifyRequest } from 'fastify'

/** The host is one of the unit's, since the call was answered. Its port is what the caller wrote: without a proxy only the server's own port is believed. */
export function portalOf(request: FastifyRequest): string {
  const { protocol, host, hostname } = request
  const isProxied = request.ips !== undefined
  const isOwn = host === hostname || host === `${hostname}:${request.socket.localPort}`
  return `${protocol}://${isProxied || isOwn ? host : hostname}`
}
