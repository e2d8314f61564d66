import type { Plugin, Rolldown } from 'vite'
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

/** Only administrators have it. */
const LATER_APPLICATIONS = new Set(['administration'])
/** Set-up, joining and the station; one's own settings; a second factor before administration; the ways to sign in that need the network. What only these need is fetched later, too. */
const LATER_MODULES = [
  'src/app/boot/outside/outside-pages.ts',
  'src/app/frame/settings/SettingsPage.tsx',
  'src/app/features/login/external/ExternalSignIn.tsx',
  'src/app/features/login/passkey-sign-in.ts',
  'src/app/features/login/run-automatic-sign-in.ts',
  'src/app/boot/login/FaceSignIn.tsx',
  'src/app/frame/login/EntryPage.tsx',
  'src/app/frame/login/ForgotPasswordPage.tsx',
  'src/app/frame/settings/AdminGate.tsx',
]
/** The recognition of faces. */
const LATER_FILES = /^assets\/face\.worker-|^common\/plugins\/face\//

interface Entry {
  url: string
  revision: string | null
  size: number
  /** Not fetched when the service worker is installed, but in a later idle minute. */
  later?: true
}

interface Transformed {
  manifest: Entry[]
  warnings: string[]
}

/**
 * Gives the built template, which is not served as such, the address at which the server renders it. Its hash stays the revision. Throws when the
 * template is missing, because then nothing would open offline.
 */
export function addressDocument(entries: readonly Entry[]): Transformed {
  const manifest = entries.map((entry) => (entry.url === 'index.html' ? { ...entry, url: DOCUMENT_PATH } : entry))
  const hasDocument = manifest.some((entry) => entry.url === DOCUMENT_PATH)
  // After a failed build there is nothing at all; then its own error is the one to show.
  if (manifest.length > 0 && !hasDocument) throw new Error('index.html is not among the precached files')
  return { manifest, warnings: [] }
}

type Bundle = Readonly<Record<string, Named>>
type Named =
  | { readonly type: 'asset'; readonly source: string | Uint8Array }
  | (Pick<Rolldown.OutputChunk, 'type' | 'code' | 'imports' | 'dynamicImports' | 'facadeModuleId'> & {
      readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> } | undefined
    })

/** The files that a file names: of a script, those that it imports; by their addresses, workers and what is in documents and manifests. */
function filesNamedBy(file: Named | undefined): string[] {
  if (!file) return []
  const text = file.type === 'chunk' ? file.code : typeof file.source === 'string' ? file.source : ''
  // A worker's script names its own parts beside it: "./name.js".
  const addressed = Array.from(
    text.matchAll(/\/(assets\/[\w.-]+)|["'`]\.\/([\w.-]+\.js)["'`]/g),
    ([, whole, beside]) => whole ?? `assets/${beside}`,
  )
  if (file.type === 'asset') return addressed
  return [...addressed, ...file.imports, ...file.dynamicImports, ...(file.viteMetadata?.importedCss ?? [])]
}

/** The names of all files of a build that the document and the applications come to need, but for what is fetched later. Throws when a module of that is none of the build's. */
export function filesNeededFirst(bundle: Bundle, laterModules: readonly string[] = LATER_MODULES): Set<string> {
  const later = laterModules.map((module) => {
    const found = Object.entries(bundle).find(
      ([, file]) => file.type === 'chunk' && file.facadeModuleId?.endsWith(module),
    )
    if (!found) throw new Error(`${module} is no file of the build`)
    return found[0]
  })
  const needed = new Set<string>()
  const add = (name: string) => {
    if (needed.has(name) || later.includes(name) || LATER_FILES.test(name)) return
    needed.add(name)
    for (const named of filesNamedBy(bundle[name])) add(named)
  }
  for (const name of Object.keys(bundle)) {
    const [, application] = /^([^/]+)\/manifest\.json$/.exec(name) ?? []
    if (name === 'index.html' || (application && !LATER_APPLICATIONS.has(application))) add(name)
  }
  return needed
}

/**
 * The files that the service worker caches: the document and the hashed files. Those that few people need, or nobody at once, are marked `later`; it
 * fetches them in a later idle minute. Only the bundle says which file needs which, so these are a plugin and the options that use it.
 */
export function precaching() {
  let first = new Set<string>()
  const plugin: Plugin = {
    name: 'precaching',
    writeBundle(_options, bundle) {
      first = filesNeededFirst(bundle)
    },
  }
  const markLater = (entries: readonly Entry[]): Transformed => ({
    manifest: entries.map((entry): Entry =>
      LATER_FILES.test(entry.url) || (entry.url.startsWith('assets/') && !first.has(entry.url))
        ? { ...entry, later: true }
        : entry,
    ),
    warnings: [],
  })
  const options = {
    globPatterns: GLOBS,
    globIgnores: IGNORED,
    dontCacheBustURLsMatching: /^assets\//,
    maximumFileSizeToCacheInBytes: 2 * 1024 * 1024,
    manifestTransforms: [addressDocument, markLater],
    rollupFormat: 'iife' as const,
  }
  return { plugin, options }
}
