import optimizeLocales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import { join } from 'node:path'
import { createServer } from 'vite'
import { ensureInstalled, requireNode, root } from './ready.mjs'

const PORT = 5180

/** Serves the catalogue of the interface kit from its sources; `watch` redraws it when they change. Resolves to Vite's server. */
export async function serveKit({ port = PORT, watch = true } = {}) {
  const server = await createServer({
    configFile: false,
    root: join(root, 'kit'),
    publicDir: false,
    cacheDir: join(root, '.cache', watch ? 'vite-kit' : 'vite-kit-test'),
    logLevel: watch ? 'info' : 'error',
    plugins: [react(), { ...optimizeLocales.vite({ locales: ['zh-CN', 'en-US'] }), enforce: 'pre' }],
    server: {
      host: '127.0.0.1',
      port,
      strictPort: !watch,
      fs: { allow: [root] },
      ...(watch ? {} : { hmr: false, watch: null }),
    },
    optimizeDeps: {
      // Found at the start: what is found later makes the page load again.
      include: [
        'chart.js',
        'i18next',
        'react',
        'react-aria-components',
        'react-dom',
        'react-dom/client',
        'react-i18next',
        'react/jsx-dev-runtime',
        'valtio/react',
        'valtio/vanilla',
      ],
    },
  })
  await server.listen()
  return server
}

if (process.argv[1] === import.meta.filename) {
  requireNode()
  ensureInstalled()
  const server = await serveKit()
  server.printUrls()
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => void server.close().then(() => process.exit(0)))
}
