import { addressDocument, PRECACHE_GLOBS } from '../src/sw/precache-entries.ts'

/** The files that the service worker caches when it is installed: the document and the hashed files. */
export const precacheOptions = {
  globPatterns: [...PRECACHE_GLOBS],
  dontCacheBustURLsMatching: /^assets\//,
  maximumFileSizeToCacheInBytes: 2 * 1024 * 1024,
  manifestTransforms: [addressDocument],
  rollupFormat: 'iife' as const,
}
