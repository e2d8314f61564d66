import { DOCUMENT_PATH } from '../contract/service-worker.ts'
import { applicationPacks } from './language-sources.ts'

/** What the desktop, the bundled applications and the recognition of faces need without a network. Chinese texts are inside the scripts; the portal's own English pack is cached when it is used. */
const GLOBS = [
  'index.html',
  'assets/**/*.{js,css}',
  '*/manifest.json',
  // An application opened for the first time without a network.
  `pages/{${Object.keys(applicationPacks).join(',')}}/lang/en-*.json`,
  // Only browsers from before 2023 need the slower kind of WebAssembly; they fetch it when they do.
  'assets/tfjs-backend-wasm-simd-*.wasm',
  'common/plugins/face/**',
]

/** What only an export, a PDF, or a browser without WebAssembly needs: half of all scripts. They are cached when they are first used. */
const IGNORED = ['assets/export.worker-*', 'assets/other-backends-*', 'assets/pdf.worker-*', 'assets/PdfViewer-*']

interface Entry {
  url: string
  revision: string | null
  size: number
}

/**
 * Gives the built template, which is not served as such, the address at which the server renders it. Its hash stays the revision. Throws when the
 * template is missing, because then nothing would open offline.
 */
export function addressDocument(entries: readonly Entry[]): { manifest: Entry[]; warnings: string[] } {
  const manifest = entries.map((entry) => (entry.url === 'index.html' ? { ...entry, url: DOCUMENT_PATH } : entry))
  const hasDocument = manifest.some((entry) => entry.url === DOCUMENT_PATH)
  // After a failed build there is nothing at all; then its own error is the one to show.
  if (manifest.length > 0 && !hasDocument) throw new Error('index.html is not among the precached files')
  return { manifest, warnings: [] }
}

/** The files that the service worker caches when it is installed: the document and the hashed files. */
export const precacheOptions = {
  globPatterns: GLOBS,
  globIgnores: IGNORED,
  dontCacheBustURLsMatching: /^assets\//,
  maximumFileSizeToCacheInBytes: 2 * 1024 * 1024,
  manifestTransforms: [addressDocument],
  rollupFormat: 'iife' as const,
}
