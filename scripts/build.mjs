import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { build } from 'vite'
import { filesIn, root } from './ready.mjs'
import { NEXT, replaceBuild } from './replace-build.mjs'

const COMPRESSED = /\.(js|css|html|json|svg|webmanifest|wasm|txt)$/
const WORTH_IT = 512
const compress = promisify(brotliCompress)

/** Writes every text file once more beside it, compressed by Brotli at its best level, so that serving costs nothing. */
async function precompress(folder) {
  const files = [...filesIn(folder)].filter((file) => COMPRESSED.test(file) && statSync(file).size >= WORTH_IT)
  await Promise.all(
    files.map(async (file) => {
      const bytes = readFileSync(file)
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
      writeFileSync(`${file}.br`, await compress(bytes, { params }))
    }),
  )
}

const dist = join(root, 'dist')
process.env.NODE_ENV = 'production'
const outDir = join(dist, NEXT)
const settings = { root, mode: 'production', logLevel: 'warn' }
await build({ ...settings, configFile: join(root, 'vite.config.ts'), build: { outDir, emptyOutDir: true } })
await precompress(outDir)
await build({ ...settings, configFile: join(root, 'vite.server.config.ts') })
replaceBuild(dist)
