import { fileURLToPath } from 'node:url'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import svgr from 'vite-plugin-svgr'
import { iconFiles } from './scripts/app-icons.ts'
import { versionFiles } from './scripts/changelog.ts'
import { faceModelFiles } from './scripts/face-model/face-model.ts'
import { applicationPacks, sharedPack, shellPack } from './scripts/language-sources.ts'
import { microAppManifests } from './scripts/micro-app-manifest.ts'
import { asJson, madeFiles } from './scripts/made-files.ts'
import { portalDocument } from './scripts/portal-document.ts'
import { precacheOptions } from './scripts/precache.ts'
import { themeStylesheets } from './scripts/theme-stylesheets.ts'
import { webManifest } from './scripts/web-manifest.ts'

/** What the login and everything after it share. */
const BASE = new RegExp(
  [
    String.raw`node_modules[\\/](react|react-dom|scheduler|zod|wretch)[\\/]`,
    String.raw`contract[\\/](endpoint|fields|limits|envelope|portal-error|pages|service-worker|endpoints[\\/](desktop|session|tenant)|rules[\\/]login)\.ts`,
    String.raw`src[\\/]app[\\/]core[\\/]api[\\/]`,
    String.raw`src[\\/]app[\\/]core[\\/](language[\\/](use-)?language|notices[\\/]failure-message|state[\\/](use-)?observable|storage[\\/]local-keys|tenant[\\/]unit)\.ts`,
    String.raw`src[\\/]app[\\/]core[\\/]session[\\/](check-session|early-state|login-texts|session|flow[\\/](choose-flow|environment|url-secrets))\.ts`,
    String.raw`src[\\/]app[\\/]core[\\/]timing[\\/](bounded-wait|when-idle)\.ts`,
    String.raw`src[\\/]app[\\/]features[\\/](login[\\/]LoginForm|uploads[\\/]incoming-files)\.tsx?`,
    String.raw`src[\\/]app[\\/]locales[\\/]zh-CN[\\/](errors|login)\.ts`,
  ].join('|'),
)
/** What the shell and the applications share. */
const INTERFACE = new RegExp(
  [
    String.raw`node_modules[\\/](i18next|react-router|react-router-dom|valtio|proxy-compare|idb)[\\/]`,
    // The pictures of kinds of files come with the lists that show some.
    String.raw`node_modules[\\/]@phosphor-icons[\\/](?!core[\\/]assets[\\/]duotone[\\/]file-)`,
    // Texts with elements in them (Trans) come with the pages that have some.
    String.raw`node_modules[\\/]react-i18next[\\/]dist[\\/]es[\\/](?!Trans|index)`,
    String.raw`node_modules[\\/]@tanstack[\\/](react-query|query-core)[\\/]`,
    String.raw`contract[\\/](endpoints[\\/](family|messages|todos)|rules[\\/](oklab|tints|themes))\.ts`,
    String.raw`src[\\/]app[\\/]ui[\\/](?!(?:fields|form)[\\/])(?:[\w-]+[\\/])?(?!(EmptyPicture|empty-picture|LoadMore|load-more|NoData|QueryPage|page|TimeAgo|time-ago|UseBar|use-bar|read-date|FileIcon|FileName|file-name|split-name|use-auto-close|UnitCard|CardRow|card-row)\.)[\w-]+\.`,
    String.raw`src[\\/]app[\\/]core[\\/](notices|query|state|storage)[\\/]`,
    String.raw`src[\\/]app[\\/]core[\\/](connectivity[\\/](use-)?online|permissions[\\/]permissions|timing[\\/]retry-pause|language[\\/](choose-language|i18n)|session[\\/](flow[\\/]failure-end|home-path|redirect-target|renew-user))\.ts`,
    String.raw`src[\\/]app[\\/]platform[\\/]install-prompt\.ts`,
    String.raw`src[\\/]app[\\/]features[\\/](desktop[\\/](visible-icons|desktop-store|recent-apps)|theme[\\/]theme-store)\.ts`,
  ].join('|'),
)

const API = 'http://localhost:8080'

/**
 * Tells V8 to compile these chunks as a whole while they load, off the main thread: drawing the first desktop calls most of their functions
 * (docs/decisions/0011; https://v8.dev/blog/explicit-compile-hints). The comment must be the first line.
 */
function compileOnLoad(chunks: readonly string[]): Plugin {
  return {
    name: 'compile-on-load',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && chunks.includes(file.name))
            file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
      },
    },
  }
}

export default defineConfig({
  root: import.meta.dirname,
  build: {
    outDir: 'dist/app',
    emptyOutDir: true,
    target: 'es2023',
    // Styles of a lazy page come with its script; the document's own are inlined by portalDocument.
    cssCodeSplit: true,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What every entry needs is one file: on a slow line each further request costs more than it saves.
        codeSplitting: {
          groups: [
            { name: 'base', test: BASE },
            { name: 'interface', test: INTERFACE, minShareCount: 2 },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  resolve: {
    alias: {
      '@mediapipe/face_detection': fileURLToPath(new URL('src/workers/face/no-mediapipe.ts', import.meta.url)),
    },
  },
  plugins: [
    react(),
    svgr(),
    { ...optimizeLocales.vite({ locales: ['zh-CN', 'en-US'] }), enforce: 'pre' },
    portalDocument(),
    microAppManifests({ apps: { attendance: 'apps/attendance/attendance.tsx', files: 'apps/files/files.tsx' } }),
    // The English packs at the addresses of the specification's section 7, from the sources that the compiler checks against the Chinese ones.
    madeFiles({
      'common/plugins/common-ph/1.6.0/lang/en-ph.json': asJson(sharedPack),
      'pages/portal/lang/en-app.json': asJson(shellPack),
      'pages/attendance/lang/en-attendance.json': asJson(applicationPacks.attendance),
      'pages/files/lang/en-files.json': asJson(applicationPacks.files),
      ...themeStylesheets,
      ...faceModelFiles,
      ...iconFiles,
    }),
    versionFiles(),
    compileOnLoad(['base', 'interface', 'Shell']),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/sw',
      filename: 'sw.ts',
      injectRegister: false,
      manifest: webManifest,
      manifestFilename: 'manifest.webmanifest',
      injectManifest: precacheOptions,
    }),
  ],
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      // Of the issuer's addresses, the one that browsers are sent to is a page.
      ['/api', '/zuul', '/healthz', '^/oidc/(?!authorize)'].map((path) => [path, { target: API, changeOrigin: false }]),
    ),
  },
})
