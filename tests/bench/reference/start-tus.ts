import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { startReference } from './start-reference.ts'

const ROOT = fileURLToPath(new URL('./tus/', import.meta.url))

export interface TusServer {
  readonly origin: string
  /** Forgets what was sent; throws when it is not so many files of so many bytes each. */
  takeSent(sent: { readonly count: number; readonly size: number }): Promise<void>
  stop(): Promise<void>
}

/** Builds the page of the peers and serves it together with their server, both with their defaults. */
export async function startTus(folder: string): Promise<TusServer> {
  const [pages, files] = [path.join(folder, 'tus-page'), path.join(folder, 'tus-files')]
  await build({ root: ROOT, configFile: false, logLevel: 'error', build: { outDir: pages, emptyOutDir: true } })
  await mkdir(files)
  const server = await startReference('tus-server.mjs', { FOLDER: files, PAGES: pages })
  return {
    ...server,
    async takeSent({ count, size }) {
      const names = await readdir(files)
      const sizes = await Promise.all(
        names.filter((name) => !name.endsWith('.json')).map(async (name) => (await stat(path.join(files, name))).size),
      )
      if (sizes.length !== count || sizes.some((one) => one !== size))
        throw new Error(`tus has files of ${sizes.join(', ')}`)
      await Promise.all(names.map((name) => rm(path.join(files, name))))
    },
  }
}
