import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'

const ROOT = join(import.meta.dirname, '..')
/** Below the project, so that the bundles find its packages. */
const CACHE = join(ROOT, 'node_modules', '.cache', 'threads')
const QUERY = '?thread'

/**
 * Gives `import url from './name.thread.ts?thread'` the address of a script for `new Worker`. A build makes it an entry of its own; in tests and scripts, where Node 20
 * cannot run TypeScript, it is bundled into a cache when it is first imported.
 */
export function threadFiles() {
  return {
    name: 'thread-files',
    // Before Vite's own addresses, which are those of a web server.
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(QUERY)) return undefined
      const file = id.slice(0, -QUERY.length)
      const name = basename(file, '.ts')
      if (this.environment.mode !== 'build') return `export default ${JSON.stringify(await bundle(file, name))}`
      return `export default import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'chunk', id: file, name })}`
    },
    resolveFileUrl: ({ relativePath }) => `new URL(${JSON.stringify(relativePath)}, import.meta.url).href`,
  }
}

/** The name carries the hash of the code: other test runners may write the same file now. */
async function bundle(file, name) {
  // Imported here and not above, because scripts import this file before packages are installed.
  const { build } = await import('vite')
  const { output } = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    build: { ssr: file, write: false, target: 'node20', minify: false },
  })
  const { code } = output[0]
  const path = join(CACHE, `${name}-${createHash('sha256').update(code).digest('hex').slice(0, 16)}.mjs`)
  if (!existsSync(path)) {
    mkdirSync(CACHE, { recursive: true })
    writeFileSync(`${path}.${process.pid}`, code)
    renameSync(`${path}.${process.pid}`, path)
  }
  return pathToFileURL(path).href
}
