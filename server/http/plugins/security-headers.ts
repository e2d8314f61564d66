import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { InlineHashes } from './inline-hashes.ts'

const HSTS = 'max-age=31536000'

/**
 * The content-security policy, with the hashes of what a document carries inline: nothing else inline runs, and nothing is evaluated. `frames` are the
 * origins of other sites that may be shown in a frame; none unless given.
 */
export function contentSecurityPolicy(
  inline: InlineHashes = { scripts: [], styles: [] },
  frames: readonly string[] = [],
): string {
  return [
    "default-src 'self'",
    ["script-src 'self' 'wasm-unsafe-eval'", ...inline.scripts].join(' '),
    ["style-src 'self'", ...inline.styles].join(' '),
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "worker-src 'self'",
    ...(frames.length > 0 ? [["frame-src 'self'", ...frames].join(' ')] : []),
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
  ].join('; ')
}

/** Sends the security headers with every answer. Documents replace the content-security policy by one with their own hashes. */
export async function sendSecurityHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    // Written below, so that documents and everything else share one text.
    contentSecurityPolicy: false,
    // Only over https, below: an http answer with it would be ignored anyway, and localhost must not be caught by it.
    strictTransportSecurity: false,
    frameguard: { action: 'deny' },
    // Both make the browser start another process for the first page, which costs a slow phone 40 ms before it can draw anything. No window of
    // another site is ever given a handle here: links out carry noopener, and frame-ancestors is 'none'.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    referrerPolicy: { policy: 'same-origin' },
    // For browsers and plug-ins that cannot run the portal.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xDnsPrefetchControl: false,
    xXssProtection: false,
  })
  const policy = contentSecurityPolicy()
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('content-security-policy', policy)
    void reply.header('permissions-policy', 'camera=(self), microphone=(self)')
    if (request.protocol === 'https') void reply.header('strict-transport-security', HSTS)
  })
}
