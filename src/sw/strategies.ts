import { ExpirationPlugin } from 'workbox-expiration'
import { CacheFirst, NetworkFirst, StaleWhileRevalidate, type Strategy } from 'workbox-strategies'
import { CACHE_LIMITS, KEPT_WITHOUT_QUERY, type FileKind } from './cache-rules.ts'

const DAY_SECONDS = 24 * 60 * 60
/** Seconds to wait for the list of an application's files before the cached one is used. */
const APPLICATION_WAIT = 3

export function createStrategy(kind: FileKind): Strategy {
  const { cacheName, maxEntries, maxAgeDays } = CACHE_LIMITS[kind]
  const options = {
    cacheName,
    // Pictures, scripts and this worker request the same file with different headers.
    matchOptions: { ignoreVary: true },
    plugins: [
      new ExpirationPlugin({ maxEntries, maxAgeSeconds: maxAgeDays * DAY_SECONDS, purgeOnQuotaError: true }),
      ...(KEPT_WITHOUT_QUERY.has(kind) ? [{ cacheKeyWillBeUsed: withoutQuery }] : []),
    ],
  }
  switch (kind) {
    case 'asset':
      // Its name changes with its content.
      return new CacheFirst(options)
    case 'application':
      // An old list names files that a new version of the portal no longer has, so the network is asked first.
      return new NetworkFirst({ ...options, networkTimeoutSeconds: APPLICATION_WAIT })
    default:
      return new StaleWhileRevalidate(options)
  }
}

async function withoutQuery({ request }: { request: Request }): Promise<string> {
  const url = new URL(request.url)
  return url.origin + url.pathname
}
