import { isPagePath } from '../../contract/pages.ts'

export const CACHE_PREFIX = 'school-portal'

/**
 * The kinds of files that are cached besides the precache; those without an age are needed offline for as long as the release is used. Raise the number in a name when the cached files must not be used any longer; the older
 * cache is deleted.
 */
export const CACHE_LIMITS = {
  language: { cacheName: `${CACHE_PREFIX}-language-1`, maxEntries: 40, maxAgeDays: 90 },
  theme: { cacheName: `${CACHE_PREFIX}-theme-1`, maxEntries: 20, maxAgeDays: 90 },
  logo: { cacheName: `${CACHE_PREFIX}-logo-1`, maxEntries: 10, maxAgeDays: 90 },
  icon: { cacheName: `${CACHE_PREFIX}-icon-1`, maxEntries: 300, maxAgeDays: 90 },
  application: { cacheName: `${CACHE_PREFIX}-application-1`, maxEntries: 60, maxAgeDays: 90 },
  asset: { cacheName: `${CACHE_PREFIX}-asset-1`, maxEntries: 800, maxAgeDays: null },
}
export type FileKind = keyof typeof CACHE_LIMITS

/** The first match decides. Of calls and downloads (null) only the logo and pictures of applications are ever cached. */
const KINDS: readonly (readonly [RegExp, FileKind | null])[] = [
  [/^\/api\/storage\/show\/unit\/[^/]+$/, 'logo'],
  [/^\/api\/base\/application\/picture\/[0-9a-f]+$/, 'icon'],
  [/^\/(?:api|zuul)\//, null],
  [/^\/(?:common\/plugins\/common-ph\/.+|[^/]+\/[^/]+\/lang\/[^/]+\.json)$/, 'language'],
  [/^\/common\/plugins\/.+\.(?:css|svg)$/, 'theme'],
  [/^\/icons\/.+/, 'icon'],
  [/^\/[^/]+\/manifest\.json$/, 'application'],
  // The recognition of faces has its version in its path.
  [/^\/(?:assets|common\/plugins\/face)\/.+/, 'asset'],
]
export const FILE_KINDS = KINDS.flatMap(([, kind]) => kind ?? [])

/** Null for requests that the service worker must not touch: other methods and origins, calls, parts of files, and unknown addresses. */
export function findCacheKind(
  request: Pick<Request, 'method' | 'mode' | 'url'> & { readonly headers: Pick<Headers, 'has'> },
  origin: string,
): FileKind | 'document' | null {
  if (request.method !== 'GET' || request.headers.has('range')) return null
  const url = new URL(request.url)
  if (url.origin !== origin) return null
  if (request.mode === 'navigate') return isPagePath(url.pathname) ? 'document' : null
  return KINDS.find(([path]) => path.test(url.pathname))?.[1] ?? null
}

/** Whether a cache is one of ours that is no longer used. The precache cleans itself. */
export function isOutdatedCache(name: string): boolean {
  if (!name.startsWith(`${CACHE_PREFIX}-`) || name.startsWith(`${CACHE_PREFIX}-precache-`)) return false
  return !Object.values(CACHE_LIMITS).some((limit) => limit.cacheName === name)
}

/** Kinds whose query is only a time stamp against other caches; they are cached without it. */
export const KEPT_WITHOUT_QUERY: ReadonlySet<FileKind> = new Set<FileKind>(['language', 'theme', 'application'])
