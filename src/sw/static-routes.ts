/** Where the browser takes an answer from without waking the service worker; `fetch-event` is the ordinary way through it. */
type Source = 'network' | 'fetch-event' | { readonly cacheName: string }

interface PathCondition {
  readonly urlPattern: { readonly pathname: string }
}

export interface RoutingRule {
  readonly condition: PathCondition | { readonly or: readonly PathCondition[] }
  readonly source: Source
}

/** The installation event where the browser knows static routes (Chromium since 123); no type library has them yet. */
interface RoutingEvent {
  addRoutes(rules: readonly RoutingRule[]): Promise<void>
}

/** More paths than a rule should compare each request with; the service worker answers for the rest. */
const MOST_PATHS = 200

/** Calls, uploads and downloads pass by: they need not wait until the service worker has been woken. The first rule that fits decides. */
export const CALL_ROUTES: readonly RoutingRule[] = [
  { condition: at('/api/storage/show/unit/*'), source: 'fetch-event' },
  { condition: at('/api/*'), source: 'network' },
  { condition: at('/zuul/*'), source: 'network' },
  { condition: at('/healthz'), source: 'network' },
]

/** The hashed files among the precached paths come straight from their cache, which keeps them under the address they are asked by. */
export function assetRoutes(precached: Iterable<string>, cacheName: string): RoutingRule[] {
  const assets = [...precached].filter((path) => path.startsWith('/assets/')).slice(0, MOST_PATHS)
  return assets.length === 0 ? [] : [{ condition: { or: assets.map(literally) }, source: { cacheName } }]
}

/** Gives the browser the rules where it knows such. Elsewhere, and when it refuses them, the service worker does the same by itself. */
export async function addStaticRoutes(event: object, rules: readonly RoutingRule[]): Promise<void> {
  if (!knowsRoutes(event) || rules.length === 0) return
  await event.addRoutes(rules).catch(() => {})
}

function at(pathname: string): PathCondition {
  return { urlPattern: { pathname } }
}

/** A path whose characters mean nothing but themselves. */
function literally(path: string): PathCondition {
  return at(path.replaceAll(/[^\w/.-]/g, String.raw`\$&`))
}

function knowsRoutes(event: object): event is RoutingEvent {
  return 'addRoutes' in event && typeof event.addRoutes === 'function'
}
