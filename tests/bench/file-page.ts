import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import * as z from 'zod/mini'
import { launchBrowser } from './page-lab/browser.ts'
import { withProfile } from './page-lab/definitions.ts'
import { serve } from './page-lab/lab-server.ts'
import { staticPages } from './page-lab/static-pages.ts'
import { until } from '../support/until.ts'

const ROOT = fileURLToPath(new URL('./reference/hash/', import.meta.url))
const PROBE = { readySelector: 'input[type=file]', typeable: false, homeSelector: 'none' }
const CHOSEN = 'input[type=file]'

const hashed = z.object({ md5: z.string(), milliseconds: z.number() })

/** A browser at full speed on a page that does single things with one chosen file. */
export interface FilePage {
  /** MD5 in a worker, by the project's hasher, and how long it took. */
  hash(): Promise<z.infer<typeof hashed>>
  /** Milliseconds of one raw PUT of the whole file. */
  put(url: string): Promise<number>
}

/** Builds the page with the project's own hasher, chooses the file in it, and hands it over. */
export async function withFilePage<T>(file: string, folder: string, work: (page: FilePage) => Promise<T>): Promise<T> {
  const outDir = path.join(folder, 'file-page')
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    worker: { format: 'es' },
    build: { outDir, emptyOutDir: true, target: 'es2023' },
  })
  const server = await serve(staticPages(outDir), null)
  try {
    return await withProfile(async (profile) => {
      const browser = await launchBrowser({ profile, conditions: 'full', probe: PROBE })
      try {
        const page = await browser.openPage()
        await page.navigate(`${server.origin}/`)
        await until(() => page.evaluate("typeof putChosenFile === 'function'"), { what: 'the page' })
        await browser.leaveNetwork()
        await page.chooseFiles(CHOSEN, [file])
        return await work({
          hash: async () => z.parse(hashed, await page.evaluate('hashChosenFile()')),
          put: async (url) => z.parse(z.number(), await page.evaluate(`putChosenFile(${JSON.stringify(url)})`)),
        })
      } finally {
        await browser.close()
      }
    })
  } finally {
    await server.close()
  }
}
