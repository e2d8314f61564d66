import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { keepPrevious, setAside } from './previous-assets.mjs'

let dist: string
beforeEach(async () => {
  dist = await mkdtemp(join(tmpdir(), 'portal-build-'))
})
afterEach(() => rm(dist, { recursive: true }))

/** What a build does: it empties its folder and writes its files. */
async function build(...names: string[]): Promise<string[]> {
  setAside(dist)
  await rm(join(dist, 'app'), { recursive: true, force: true })
  await mkdir(join(dist, 'app/assets'), { recursive: true })
  for (const name of names) await writeFile(join(dist, 'app/assets', name), name)
  keepPrevious(dist)
  for (const name of names) await writeFile(join(dist, 'app/assets', `${name}.br`), name)
  return readdir(join(dist, 'previous/assets')).catch(() => [])
}

it('files that the next build has no more stay until the one after it, and a build that changed nothing keeps them', async () => {
  expect(await build('a-1.js', 'b-1.js')).toEqual([])
  expect(await build('a-2.js', 'b-1.js')).toEqual(['a-1.js', 'a-1.js.br'])
  expect(await build('a-2.js', 'b-1.js')).toEqual(['a-1.js', 'a-1.js.br'])
  expect(await build('a-3.js', 'b-1.js')).toEqual(['a-2.js', 'a-2.js.br'])
  expect(await readdir(dist)).toEqual(['app', 'previous'])
})

it('a build that failed does not lose them', async () => {
  await build('a-1.js')
  setAside(dist)
  expect(await build('a-2.js')).toEqual(['a-1.js', 'a-1.js.br'])
})
