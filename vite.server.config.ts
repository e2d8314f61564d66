import { defineConfig } from 'vite'
import { threadFiles } from './scripts/thread-files.mjs'

/** The server as one module, beside it its threads and what is loaded only when it is needed; its dependencies stay in node_modules. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [threadFiles()],
  build: {
    ssr: 'server/main.ts',
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    sourcemap: true,
    rolldownOptions: { output: { entryFileNames: 'main.js' } },
  },
})
