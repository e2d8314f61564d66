import { DOCUMENT_PATH } from '../../contract/service-worker.ts'

/** What sees faces. Browsers that need the slower kind of WebAssembly, which every one since 2023 does not, fetch it when they do. */
const FACE_FILES = ['assets/tfjs-backend-wasm-simd-*.wasm', 'common/plugins/face/**']

/** What the build writes and the desktop and the bundled applications need without a network. Chinese texts are inside the scripts. */
export const PRECACHE_GLOBS: readonly string[] = [
  'index.html',
  'assets/**/*.{js,css}',
  '*/manifest.json',
  ...FACE_FILES,
]

interface Entry {
  url: string
  revision: string | null
  size: number
}

/**
 * For workbox's `manifestTransforms`: the built template is not served as such, so its entry takes the address at which the server renders it,
 * and keeps the template's hash as revision. Throws when the template is missing, because then nothing would open offline.
 */
export function addressDocument(entries: readonly Entry[]): { manifest: Entry[]; warnings: string[] } {
  const manifest = entries.map((entry) => (entry.url === 'index.html' ? { ...entry, url: DOCUMENT_PATH } : entry))
  const hasDocument = manifest.some((entry) => entry.url === DOCUMENT_PATH)
  // After a failed build there is nothing at all; then its own error is the one to show.
  if (manifest.length > 0 && !hasDocument) throw new Error('index.html is not among the precached files')
  return { manifest, warnings: [] }
}
