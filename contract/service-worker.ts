/** The portal's document for the service worker, which answers every page path of `pages.ts` with it. */
export const DOCUMENT_PATH = '/login'

/** The browser's database shared by page and service worker, and its store of desktop snapshots, one a user. */
export const PORTAL_DATABASE = 'school-portal'
export const DESKTOP_STORE = 'desktop'

/** Where a phone's share sheet sends files, and the field of its form; as in the web app manifest. */
export const SHARE_PATH = '/share-target'
export const SHARE_FIELD = 'files'
/**
 * Files from the share sheet and "open with" that wait for the user's decision. A database of its own, because page and service worker both create
 * it.
 */
export const INCOMING_FILES_DATABASE = 'school-portal-arrivals'
/** Leads to the application for incoming files, after a sign-in if needed. */
export const INCOMING_FILES_PATH = '/redirect/files'

/** Messages from a page to the service worker, as `{ type }`. */
export const WORKER_MESSAGES = {
  /** Activate the new version, which the user accepted. The name is workbox-window's. */
  skipWaiting: 'SKIP_WAITING',
  /** Fetch the document again if the cached one is older than a day. */
  refreshDocument: 'REFRESH_DOCUMENT',
  /** Fetch the document again, because its unit data has changed. */
  renewDocument: 'RENEW_DOCUMENT',
  /** Uploads have ended; `title` and `body` say how, in the user's language. */
  uploadsEnded: 'UPLOADS_ENDED',
  /** Cache these addresses as if they had been requested through the service worker. The name is workbox-routing's. */
  cacheUrls: 'CACHE_URLS',
  /** Cache what the installation left for later. */
  keepLater: 'KEEP_LATER',
} as const
