import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { NEXT, replaceBuild } from './replace-build.mjs'

let dist: string
beforeEach(async () => {
  dist = await mkdtemp(join(tmpdir(), 'portal-build-'))
})
afterEach(() => rm(dist, { recursive: true }))

async function make(...names: string[]): Promise<void> {
  const assets = join(dist, NEXT, 'assets')
  await rm(assets, { recursive: true, force: true })
  await mkdir(assets, { recursive: true })
  for (const name of names) await writeFile(join(assets, name), name)
}

async function build(...names: string[]): Promise<string[]> {
  await make(...names)
  replaceBuild(dist)
  expect(await readdir(join(dist, 'app/assets'))).toEqual(names)
  return readdir(join(dist, 'previous/assets')).catch(() => [])
}

it('files that the next build has no more stay until the one after it, and a build that changed nothing keeps them', async () => {
  expect(await build('a-1.js', 'b-1.js')).toEqual([])
  expect(await build('a-2.js', 'b-1.js')).toEqual(['a-1.js'])
  expect(await build('a-2.js', 'b-1.js')).toEqual(['a-1.js'])
  expect(await build('a-3.js', 'b-1.js')).toEqual(['a-2.js'])
  expect(await readdir(dist)).toEqual(['app', 'previous'])
})

it('a client that was only half removed stops no build', async () => {
  await mkdir(join(dist, 'app'))
  expect(await build('a-1.js')).toEqual([])
})

it('a build that failed changes nothing, and the next one loses nothing', async () => {
  await build('a-1.js')
  await make('half.js')
  expect(await readdir(join(dist, 'app/assets'))).toEqual(['a-1.js'])
  expect(await build('a-2.js')).toEqual(['a-1.js'])
})
