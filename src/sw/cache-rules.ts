import { isPagePath } from '../../contract/pages.ts'

/** The kinds of files that may be kept. Besides them only the document; all else goes to the network untouched, as if there were no service worker. */
export const FILE_KINDS = ['language', 'theme', 'logo', 'icon', 'application', 'asset'] as const
export type FileKind = (typeof FILE_KINDS)[number]

/** The part of a request that decides what may be kept of it. */
export interface AskedFor {
  readonly method: string
  readonly mode: string
  readonly url: string
  readonly headers: { has(name: string): boolean }
}

const LANGUAGE = /^\/(?:common\/plugins\/common-ph\/.+|[^/]+\/[^/]+\/lang\/[^/]+\.json)$/
const THEME = /^\/common\/plugins\/.+\.(?:css|svg)$/
const LOGO = /^\/api\/storage\/show\/unit\/[^/]+$/
const ICON = /^\/icons\/.+/
const APPLICATION = /^\/[^/]+\/manifest\.json$/
const ASSET = /^\/assets\/.+/
/** All calls and downloads, of which only the logo, asked first, is ever kept. */
const CALL = /^\/(?:api|zuul)\//

/**
 * Returns the kind of a request, or null when the service worker must keep out of it: anything but GET, other origins, calls, parts of files,
 * and addresses that are neither pages nor known files.
 */
export function findCacheKind(request: AskedFor, origin: string): FileKind | 'document' | null {
  if (request.method !== 'GET' || request.headers.has('range')) return null
  const { origin: itsOrigin, pathname } = new URL(request.url)
  if (itsOrigin !== origin) return null
  if (request.mode === 'navigate') return isPagePath(pathname) ? 'document' : null
  if (LOGO.test(pathname)) return 'logo'
  if (CALL.test(pathname)) return null
  if (LANGUAGE.test(pathname)) return 'language'
  if (THEME.test(pathname)) return 'theme'
  if (ICON.test(pathname)) return 'icon'
  if (APPLICATION.test(pathname)) return 'application'
  return ASSET.test(pathname) ? 'asset' : null
}

/** How the files of a kind are kept besides the precache. */
export interface CacheLimit {
  /** Raise the number when the kept files must not be used any longer; the older cache is deleted. */
  readonly cacheName: string
  readonly maxEntries: number
  readonly maxAgeDays: number
}

export const CACHE_PREFIX = 'school-portal'

export const CACHE_LIMITS: Readonly<Record<FileKind, CacheLimit>> = {
  language: { cacheName: `${CACHE_PREFIX}-language-1`, maxEntries: 40, maxAgeDays: 90 },
  theme: { cacheName: `${CACHE_PREFIX}-theme-1`, maxEntries: 20, maxAgeDays: 90 },
  logo: { cacheName: `${CACHE_PREFIX}-logo-1`, maxEntries: 10, maxAgeDays: 90 },
  icon: { cacheName: `${CACHE_PREFIX}-icon-1`, maxEntries: 300, maxAgeDays: 90 },
  application: { cacheName: `${CACHE_PREFIX}-application-1`, maxEntries: 60, maxAgeDays: 90 },
  asset: { cacheName: `${CACHE_PREFIX}-asset-1`, maxEntries: 200, maxAgeDays: 60 },
}

/** Whether a cache is one of ours that nothing uses any longer. The precache cleans itself. */
export function isOutdatedCache(name: string): boolean {
  if (!name.startsWith(`${CACHE_PREFIX}-`) || name.startsWith(`${CACHE_PREFIX}-precache-`)) return false
  return !Object.values(CACHE_LIMITS).some((limit) => limit.cacheName === name)
}

/** Kinds whose address carries only a time stamp against other caches; they are kept without it. */
export const KEPT_WITHOUT_QUERY: ReadonlySet<FileKind> = new Set<FileKind>(['language', 'theme', 'application'])
