/** Where the portal's one document lies for the service worker; it answers every page path of `pages.ts` with it. */
export const DOCUMENT_PATH = '/login'

/** The browser's database that page and service worker share, and its store of desktop snapshots, one a user. */
export const PORTAL_DATABASE = 'school-portal'
export const DESKTOP_STORE = 'desktop'

/** Where the share sheet of a phone sends files, and the field of the form that they are in; the web app manifest says the same. */
export const SHARE_PATH = '/share-target'
export const SHARE_FIELD = 'files'
/** What came that way, and by "open with", until somebody says what becomes of it. Its own database, because both page and service worker make it. */
export const INCOMING_FILES_DATABASE = 'school-portal-arrivals'
/** Leads whoever is signed in, or signs in then, to the application that shows what came from outside. */
export const INCOMING_FILES_PATH = '/redirect/files'

/** Messages that a page may send to the service worker, as `{ type }`. */
export const WORKER_MESSAGES = {
  /** Take over now; the person agreed to the new version. The name is workbox-window's. */
  skipWaiting: 'SKIP_WAITING',
  /** Fetch the document anew if the kept one is older than a day. */
  refreshDocument: 'REFRESH_DOCUMENT',
  /** Fetch the document anew whatever its age; what it carries of the unit has changed. */
  renewDocument: 'RENEW_DOCUMENT',
  /** Uploads have come to an end; `title` and `body` say how, in the person's language. */
  uploadsEnded: 'UPLOADS_ENDED',
  /** Keep these addresses as if they had been asked for through the service worker. The name is workbox-routing's. */
  cacheUrls: 'CACHE_URLS',
} as const
