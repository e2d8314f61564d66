/** Where the browser takes an answer from without starting the service worker; `fetch-event` goes through it. */
type Source = 'network' | 'fetch-event' | { readonly cacheName: string }

interface PathCondition {
  readonly urlPattern: { readonly pathname: string }
}

export interface RoutingRule {
  readonly condition: PathCondition | { readonly or: readonly PathCondition[] }
  readonly source: Source
}

/** The installation event in browsers with static routes (Chromium since 123); no type library has them yet. */
interface RoutingEvent {
  addRoutes(rules: readonly RoutingRule[]): Promise<void>
}

/** Each request is compared with all paths of a rule; the service worker answers for the rest. */
const MOST_PATHS = 200

/** Calls, uploads and downloads need not wait for the start of the service worker. The first matching rule decides. */
export const CALL_ROUTES: readonly RoutingRule[] = [
  { condition: at('/api/storage/show/unit/*'), source: 'fetch-event' },
  { condition: at('/api/*'), source: 'network' },
  { condition: at('/zuul/*'), source: 'network' },
  { condition: at('/healthz'), source: 'network' },
]

/** Hashed files come straight from the precache, which has them under their own addresses. */
export function assetRoutes(precached: Iterable<string>, cacheName: string): RoutingRule[] {
  const assets = [...precached].filter((path) => path.startsWith('/assets/')).slice(0, MOST_PATHS)
  return assets.length === 0 ? [] : [{ condition: { or: assets.map(literally) }, source: { cacheName } }]
}

/** Where the browser has no static routes, or refuses these, the service worker does the same. */
export async function addStaticRoutes(event: object, rules: readonly RoutingRule[]): Promise<void> {
  if (!hasRoutes(event) || rules.length === 0) return
  await event.addRoutes(rules).catch(() => {})
}

function at(pathname: string): PathCondition {
  return { urlPattern: { pathname } }
}

/** Escapes the characters with a meaning in patterns. */
function literally(path: string): PathCondition {
  return at(path.replaceAll(/[^\w/.-]/g, String.raw`\$&`))
}

function hasRoutes(event: object): event is RoutingEvent {
  return 'addRoutes' in event && typeof event.addRoutes === 'function'
}
