import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { prepareDataFolder } from './data-folder.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'portal-data-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

test('a folder that is missing is made, private, with everything above it', async () => {
  const folder = join(root, 'a', 'b')
  await prepareDataFolder(folder)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect(await readdir(folder)).toEqual([])
})

test('a folder that is there keeps its contents and its rights', async () => {
  await writeFile(join(root, 'kept'), '')
  const { mode } = await stat(root)
  await prepareDataFolder(root)
  expect(await readdir(root)).toEqual(['kept'])
  expect((await stat(root)).mode).toBe(mode)
})

test('a path through a file is refused with a sentence that names the folder and PORTAL_DATA', async () => {
  await writeFile(join(root, 'file'), '')
  const folder = join(root, 'file', 'data')
  await expect(prepareDataFolder(folder)).rejects.toThrow(
    `The data folder ${folder} cannot be written to (a part of the path is a file, not a folder); set PORTAL_DATA to a folder that can be.`,
  )
})

test('a file in the place of the folder is refused', async () => {
  await writeFile(join(root, 'file'), '')
  await expect(prepareDataFolder(join(root, 'file'))).rejects.toThrow(
    /\(there is a file of that name\); set PORTAL_DATA/,
  )
})

test('a place where the system makes no folders is refused', async () => {
  await expect(prepareDataFolder('/proc/portal/data')).rejects.toThrow(
    /^The data folder .* cannot be written to .*PORTAL_DATA/,
  )
})
