import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

const ROOT = fileURLToPath(new URL('./react/', import.meta.url))

/** Builds the React-only page into `folder` from the project's own React, with a minimal precaching service worker when asked. */
export async function buildReactPage(
  folder: string,
  { withServiceWorker }: { withServiceWorker: boolean },
): Promise<void> {
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    define: { WITH_SERVICE_WORKER: JSON.stringify(withServiceWorker) },
    build: { outDir: folder, emptyOutDir: true },
  })
  if (!withServiceWorker) return
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && entry.name !== 'index.html')
    .map((entry) => `/${path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/')}`)
  const source = await readFile(path.join(ROOT, 'service-worker.js'), 'utf8')
  const list = `globalThis.FILES = ${JSON.stringify(['/', ...files])}\n`
  await writeFile(path.join(folder, 'service-worker.js'), list + source)
}
