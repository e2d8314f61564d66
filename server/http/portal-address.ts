import type { FastifyRequest } from 'fastify'

/** The host is one of the unit's, since the call was answered. Its port is what the caller wrote: without a proxy only the server's own port is believed. */
export function portalOf(request: FastifyRequest): string {
  const { protocol, host, hostname } = request
  const isProxied = request.ips !== undefined
  const isOwn = host === hostname || host === `${hostname}:${request.socket.localPort}`
  return `${protocol}://${isProxied || isOwn ? host : hostname}`
}

/** Scheme and host that a page sees. A proxy that ends TLS hides the scheme, so the Origin header counts where it names this host. */
export function siteOrigin({ headers: { origin }, protocol, host }: FastifyRequest): string {
  const named = origin !== undefined && URL.canParse(origin) ? new URL(origin) : undefined
  return named?.host === host.toLowerCase() ? named.origin : `${protocol}://${host.toLowerCase()}`
}
