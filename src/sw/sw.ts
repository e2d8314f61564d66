import { cacheNames, clientsClaim, setCacheNameDetails } from 'workbox-core'
import {
  addPlugins,
  cleanupOutdatedCaches,
  matchPrecache,
  precacheAndRoute,
  type PrecacheEntry,
} from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { pageOf } from '../../contract/pages.ts'
import { DOCUMENT_PATH, SHARE_PATH, WORKER_MESSAGES } from '../../contract/service-worker.ts'
import {
  CACHE_PREFIX,
  FILE_KINDS,
  findCacheKind,
  isOutdatedCache,
  CACHE_LIMITS,
  KEPT_WITHOUT_QUERY,
  type FileKind,
} from './cache-rules.ts'
import { createDocumentPlugin, refreshDocument } from './keep-document.ts'
import { readSnapshot, withSnapshot } from './desktop-snapshot.ts'
import { receiveShare } from './receive-share.ts'
import { addStaticRoutes, assetRoutes, CALL_ROUTES } from './static-routes.ts'
import { openFromNotification, showUploadsEnded } from './upload-notification.ts'
import { ExpirationPlugin } from 'workbox-expiration'
import { CacheFirst, NetworkFirst, StaleWhileRevalidate, type Strategy } from 'workbox-strategies'

declare const self: ServiceWorkerGlobalScope

// oxlint-disable-next-line no-underscore-dangle -- the build puts the list of files in place of exactly this name
const entries = self.__WB_MANIFEST.filter((entry) => typeof entry === 'object')
const first = entries.filter((entry) => !('later' in entry))
const paths = pathsOf(first)
const allPaths = pathsOf(entries)

setCacheNameDetails({ prefix: CACHE_PREFIX })
cleanupOutdatedCaches()
// Makes the first visit work offline. A later version waits until the user agrees.
clientsClaim()

registerRoute(
  ({ request }) => findCacheKind(request, self.location.origin) === 'document',
  async ({ request, url }) => {
    const kind = pageOf(url.pathname)?.kind
    const onDesktop = kind === 'desktop' || kind === 'home'
    const [kept, view] = await Promise.all([matchPrecache(DOCUMENT_PATH), onDesktop ? readSnapshot() : null])
    // The browser may have deleted the precache.
    if (!kept) return fetch(request)
    return view ? new Response(withSnapshot(await kept.text(), view, { known: allPaths, linked: paths }), kept) : kept
  },
)
addPlugins([createDocumentPlugin(paths)])
// The files belong to this version, so the time stamps in the addresses of manifests do not matter.
precacheAndRoute(first, { ignoreURLParametersMatching: [/./], cleanURLs: false })

const assets = createStrategy('asset')
for (const kind of FILE_KINDS) {
  const strategy = kind === 'asset' ? assets : createStrategy(kind)
  registerRoute(({ request }) => findCacheKind(request, self.location.origin) === kind, strategy)
}

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === SHARE_PATH,
  ({ request }) => receiveShare(request),
  'POST',
)

self.addEventListener('install', (event) => {
  // Separately, so that the rules for calls hold even if the longer list is refused.
  event.waitUntil(addStaticRoutes(event, CALL_ROUTES))
  event.waitUntil(addStaticRoutes(event, assetRoutes(paths, cacheNames.precache)))
  // Only a first visit is in a hurry. With an update all is there before it is taken, also for a station, which takes it at once.
  if (self.registration.active) event.waitUntil(keepLater(event))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(deleteOutdatedCaches())
})

self.addEventListener('message', (event) => {
  switch (messageType(event.data)) {
    case WORKER_MESSAGES.skipWaiting:
      event.waitUntil(self.skipWaiting())
      break
    case WORKER_MESSAGES.refreshDocument:
      event.waitUntil(refreshDocument(self.registration, paths))
      break
    case WORKER_MESSAGES.renewDocument:
      event.waitUntil(refreshDocument(self.registration, paths, { evenFresh: true }))
      break
    case WORKER_MESSAGES.keepLater:
      event.waitUntil(keepLater(event))
      break
    case WORKER_MESSAGES.uploadsEnded:
      event.waitUntil(showUploadsEnded(self, event.data))
      break
  }
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openFromNotification(self))
})

async function deleteOutdatedCaches(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.filter(isOutdatedCache).map((name) => caches.delete(name)))
}

/** One after the other, to leave the connection to the page. What fails comes with its first use, or the next time. */
async function keepLater(event: ExtendableEvent): Promise<void> {
  for (const path of pathsOf(entries.filter((entry) => 'later' in entry))) {
    if (!(await caches.match(path))) await assets.handle({ event, request: new Request(path) }).catch(() => {})
  }
}

function pathsOf(files: readonly PrecacheEntry[]): Set<string> {
  return new Set(files.map(({ url }) => new URL(url, self.location.href).pathname))
}

function messageType(data: unknown): unknown {
  return typeof data === 'object' && data !== null && 'type' in data ? data.type : undefined
}

const DAY_SECONDS = 24 * 60 * 60
/** Seconds to wait for the list of an application's files before the cached one is used. */
const APPLICATION_WAIT = 3

function createStrategy(kind: FileKind): Strategy {
  const { cacheName, maxEntries, maxAgeDays } = CACHE_LIMITS[kind]
  const options = {
    cacheName,
    // Pictures, scripts and this worker request the same file with different headers.
    matchOptions: { ignoreVary: true },
    plugins: [
      new ExpirationPlugin({
        maxEntries,
        ...(maxAgeDays !== null && { maxAgeSeconds: maxAgeDays * DAY_SECONDS, purgeOnQuotaError: true }),
      }),
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
