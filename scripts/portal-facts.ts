import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'
import * as z from 'zod/mini'

/** The static files that tell what is deployed (rows versions.packageJson and versions.versionJson). */
export function portalFacts(): Plugin {
  let root = ''
  return {
    name: 'portal-facts',
    apply: 'build',
    configResolved(config) {
      root = config.root
    },
    async generateBundle() {
      const text = await readFile(resolve(root, 'package.json'), 'utf8')
      const { name, version } = z.object({ name: z.string(), version: z.string() }).parse(JSON.parse(text))
      const versions = await readFile(resolve(root, 'scripts/versions.json'), 'utf8')
      const packageDate = new Date().toISOString().slice(0, 10)
      const emit = (fileName: string, value: unknown) =>
        this.emitFile({ type: 'asset', fileName, source: JSON.stringify(value) })
      emit('pages/portal/package.json', { name, version, packageDate, serverVersion: version })
      emit('pages/portal-version/version.json', JSON.parse(versions))
    },
  }
}
