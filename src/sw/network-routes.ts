interface RoutingRule {
  readonly condition: { readonly urlPattern: { readonly pathname: string } }
  readonly source: 'network' | 'fetch-event'
}

/** The installation event where the browser knows static routes (Chromium since 123); no type library has them yet. */
interface RoutingEvent {
  addRoutes(rules: readonly RoutingRule[]): Promise<void>
}

const rule = (pathname: string, source: RoutingRule['source']): RoutingRule => ({
  condition: { urlPattern: { pathname } },
  source,
})

/** The first rule that fits decides. */
const RULES = [
  rule('/api/storage/show/unit/*', 'fetch-event'),
  rule('/api/*', 'network'),
  rule('/zuul/*', 'network'),
  rule('/healthz', 'network'),
]

/**
 * Tells the browser which requests are never for the service worker, so that a call need not wait until it has been woken, and an upload's
 * bytes do not pass it. Elsewhere the same requests are simply not answered by it.
 */
export async function routeCallsToNetwork(event: object): Promise<void> {
  if (knowsRoutes(event)) await event.addRoutes(RULES)
}

function knowsRoutes(event: object): event is RoutingEvent {
  return 'addRoutes' in event && typeof event.addRoutes === 'function'
}
