import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readFolderKey } from './locks.ts'

let root: string
beforeEach(async () => (root = await mkdtemp(join(tmpdir(), 'portal-folder-key-'))))
afterEach(() => rm(root, { recursive: true, force: true }))

test('all that look at a new folder at once find the same key, and nothing else is left there', async () => {
  for (let round = 0; round < 50; round += 1) {
    const folder = join(root, String(round))
    await mkdir(folder)
    const keys = await Promise.all(Array.from({ length: 4 }, () => readFolderKey(folder)))
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).not.toBe('0')
    expect(await readdir(folder)).toEqual(['folder-id'])
  }
})
