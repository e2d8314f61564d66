import { addressDocument, PRECACHE_GLOBS } from '../src/sw/precache-entries.ts'

/** What the service worker fetches at its first start: the document at its own address, and the hashed files. */
export const precacheOptions = {
  globPatterns: [...PRECACHE_GLOBS],
  dontCacheBustURLsMatching: /^assets\//,
  maximumFileSizeToCacheInBytes: 2 * 1024 * 1024,
  manifestTransforms: [addressDocument],
  rollupFormat: 'iife' as const,
}
