import optimizeLocales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import { join } from 'node:path'
import { build as buildOnce, createServer, preview } from 'vite'
import svgr from 'vite-plugin-svgr'
import { ensureInstalled, root } from './ready.mjs'

const PORT = 5180
const HOST = '127.0.0.1'

const common = {
  configFile: false,
  root: join(root, 'kit'),
  publicDir: false,
  plugins: [react(), svgr(), { ...optimizeLocales.vite({ locales: ['zh-CN', 'en-US'] }), enforce: 'pre' }],
}

async function serveSources() {
  const server = await createServer({
    ...common,
    cacheDir: join(root, '.cache', 'vite-kit'),
    server: { host: HOST, port: PORT, fs: { allow: [root] } },
    optimizeDeps: {
      // Scanned at the start: a dependency that Vite finds later reloads the page.
      include: [
        'chart.js',
        'i18next',
        'react',
        'react-aria-components',
        'react-dom',
        'react-dom/client',
        'react-i18next',
        'react-router-dom',
        'react/jsx-dev-runtime',
        'valtio/react',
        'valtio/vanilla',
      ],
    },
  })
  await server.listen()
  server.printUrls()
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => void server.close().then(() => process.exit(0)))
}

/** Builds the catalogue into a folder and serves it from there, which loads faster. Resolves to Vite's server. */
export async function serveBuilt(folder, port) {
  const build = { outDir: folder, emptyOutDir: true, minify: false, reportCompressedSize: false }
  await buildOnce({ ...common, logLevel: 'error', build })
  return preview({ ...common, logLevel: 'error', build, preview: { host: HOST, port, strictPort: true } })
}

if (process.argv[1] === import.meta.filename) {
  ensureInstalled()
  await serveSources()
}
