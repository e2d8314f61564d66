import { fileURLToPath } from 'node:url'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import svgr from 'vite-plugin-svgr'
import { iconFiles, pictureFiles } from './scripts/app-icons.ts'
import { versionFiles } from './scripts/changelog.ts'
import { faceModelFiles } from './scripts/face-model/face-model.ts'
import { helpFiles } from './scripts/help-pages.ts'
import { applicationPacks, sharedPack, shellPack } from './scripts/language-sources.ts'
import { microAppManifests } from './scripts/micro-app-manifest.ts'
import { asJson, madeFiles } from './scripts/made-files.ts'
import { pdfFiles } from './scripts/pdf-files.ts'
import { portalDocument, SHELL } from './scripts/portal-document.ts'
import { precaching } from './scripts/precache.ts'
import { themeStylesheets } from './scripts/theme-stylesheets.ts'
import { webManifest } from './scripts/web-manifest.ts'

const API = 'http://localhost:8080'

/** The bundled applications, each with its entry. */
const APPLICATIONS = {
  administration: 'apps/administration/administration.tsx',
  attendance: 'apps/attendance/attendance.tsx',
  files: 'apps/files/files.tsx',
  roster: 'apps/roster/roster.tsx',
}

const precache = precaching()

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
      // A number that several chunks share costs more by its name than by itself.
      optimization: { inlineConst: { mode: 'all', pass: 2 } },
      output: {
        // Each of the first two with everything that it imports: on a slow line each further request costs more than it saves. Of the lazy pages' own
        // widgets only those of many pages are together; what a few need would bring its imports to all (docs/develop/interface.md).
        codeSplitting: {
          groups: [
            { name: 'base', test: /src[\\/]app[\\/]boot[\\/]boot\.tsx$/ },
            { name: 'Shell', test: /src[\\/]app[\\/]boot[\\/]Shell\.tsx$/ },
            // Pages with a list alone have these.
            { name: 'list', test: /src[\\/]app[\\/](ui[\\/]list[\\/]|locales[\\/]zh-CN[\\/]list\.json)/ },
            {
              name: 'ui',
              // Not the fields of a few pages, which bring their own texts, nor what only makes a sheet of a list.
              test: /src[\\/]app[\\/]ui[\\/](?!export[\\/]|pick[\\/]|proof[\\/]|form[\\/](StepForm|new-password)|fields[\\/](use-field-texts|PasswordField|NewPasswordField))/,
              minShareCount: 4,
            },
            { name: 'icons', test: /node_modules[\\/]@phosphor-icons[\\/]/, minShareCount: 2 },
            // What each desktop loads after its icons: twenty small files otherwise.
            { name: 'desktop', test: /src[\\/]app[\\/]frame[\\/](desktop[\\/]DesktopToday\.tsx|live\.ts)$/ },
          ],
        },
      },
    },
  },
  // Texts stay one object: an export for each would name each twice.
  json: { namedExports: false },
  worker: { format: 'es' },
  resolve: {
    alias: {
      // The package names its build for development, which warns.
      'react-router/dom': fileURLToPath(
        new URL('node_modules/react-router/dist/production/dom-export.mjs', import.meta.url),
      ),
      'react-router': fileURLToPath(new URL('node_modules/react-router/dist/production/index.mjs', import.meta.url)),
      '@mediapipe/face_detection': fileURLToPath(new URL('src/workers/face/no-mediapipe.ts', import.meta.url)),
    },
  },
  plugins: [
    react(),
    svgr(),
    { ...optimizeLocales.vite({ locales: ['zh-CN', 'en-US'] }), enforce: 'pre' },
    portalDocument(),
    microAppManifests({
      shell: SHELL,
      apps: APPLICATIONS,
    }),
    // The English packs at the addresses of the specification's section 7, from the sources that the compiler checks against the Chinese ones.
    madeFiles({
      'common/plugins/common-ph/1.6.0/lang/en-ph.json': asJson(sharedPack),
      'pages/portal/lang/en-app.json': asJson(shellPack),
      ...Object.fromEntries(
        Object.entries(applicationPacks).map(([code, pack]) => [`pages/${code}/lang/en-${code}.json`, asJson(pack)]),
      ),
      ...themeStylesheets,
      ...faceModelFiles,
      ...iconFiles,
      ...pictureFiles,
      ...pdfFiles,
      ...helpFiles,
    }),
    versionFiles(Object.keys(APPLICATIONS)),
    precache.plugin,
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/sw',
      filename: 'sw.ts',
      injectRegister: false,
      manifest: webManifest,
      manifestFilename: 'manifest.webmanifest',
      injectManifest: precache.options,
    }),
  ],
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      // Of the issuer's addresses, the one that browsers are sent to is a page.
      ['/api', '/zuul', '/healthz', '^/oidc/(?!authorize)', '/ims'].map((path) => [
        path,
        { target: API, changeOrigin: false },
      ]),
    ),
  },
})
