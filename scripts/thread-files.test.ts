import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createThreads } from '../server/runtime/threads.ts'
import type { SampleMethods } from '../tests/support/threads/sample.thread.ts'
import { threadFiles } from './thread-files.mjs'

it('a build has the file of a thread beside it, which starts from wherever the build was put', async () => {
  // Below the project, where the build finds its packages.
  const folder = await mkdtemp(join(import.meta.dirname, '..', 'node_modules', '.cache', 'thread-files-'))
  try {
    const thread = join(import.meta.dirname, '../tests/support/threads/sample.thread.ts?thread')
    await writeFile(join(folder, 'entry.js'), `export { default } from ${JSON.stringify(thread)}`)
    await build({
      root: folder,
      configFile: false,
      logLevel: 'error',
      plugins: [threadFiles()],
      build: { ssr: 'entry.js', outDir: 'built', rolldownOptions: { output: { entryFileNames: 'entry.js' } } },
    })
    const entry: unknown = await import(/* @vite-ignore */ pathToFileURL(join(folder, 'built', 'entry.js')).href)
    const { default: url } = z.parse(z.object({ default: z.string() }), entry)
    expect(url).toContain('/built/assets/sample.thread-')
    const threads = createThreads<SampleMethods>('hash', url)
    expect(await threads.ask('add', 1, 2)).toBe(3)
    await threads.close()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
