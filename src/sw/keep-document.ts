import { cacheNames } from 'workbox-core'
import type { WorkboxPlugin } from 'workbox-core/types.js'
import { getCacheKeyForURL, matchPrecache } from 'workbox-precaching'
import { DOCUMENT_PATH } from '../../contract/service-worker.ts'
import { documentRequest, isOwnDocument, isStale } from './shell-document.ts'

/** Requests the document without cookies, and lets the installation fail rather than cache a document of another build. */
export function createDocumentPlugin(precached: ReadonlySet<string>): WorkboxPlugin {
  return {
    requestWillFetch: async ({ request }) => (isDocument(request) ? documentRequest() : request),
    cacheWillUpdate: async ({ request, response }) => {
      const usable = isDocument(request) ? await isOwnDocument(response, precached) : response.status < 400
      return usable ? response : null
    },
  }
}

/**
 * Fetches the document again when the cached one is older than a day, or `evenFresh`. One of a newer build is not cached: that build has its own
 * service worker, which the browser is told to look for. Never rejects.
 */
export async function refreshDocument(
  registration: ServiceWorkerRegistration,
  precached: ReadonlySet<string>,
  { evenFresh = false } = {},
): Promise<void> {
  const key = getCacheKeyForURL(DOCUMENT_PATH)
  const kept = await matchPrecache(DOCUMENT_PATH)
  if (!key || (kept && !evenFresh && !isStale(kept, Date.now()))) return
  try {
    const response = await fetch(documentRequest())
    if (await isOwnDocument(response, precached)) await (await caches.open(cacheNames.precache)).put(key, response)
    else if (response.ok) await registration.update()
  } catch {
    // Offline, or the server does not answer: the next visit tries again.
  }
}

function isDocument(request: Request): boolean {
  return new URL(request.url).pathname === DOCUMENT_PATH
}
