import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { checkReleased, release } from './released-changes.mjs'

let db: string
const put = (name: string, text = 'select 1;\n') => writeFile(join(db, name), text)

beforeEach(async () => {
  db = await mkdtemp(join(tmpdir(), 'released-'))
  await mkdir(join(db, 'changes'))
  await put('adopted.ts')
  await put('changes/0001_one.sql')
  await release(db)
})
afterEach(() => rm(db, { recursive: true }))

it('lets changes be added, and those that were not released be changed', async () => {
  await put('changes/0002_two.sql')
  expect(await checkReleased(db)).toEqual([])
  await put('changes/0002_two.sql', 'select 2;\n')
  expect(await checkReleased(db)).toEqual([])
})

it('takes the line ends of another system for the same', async () => {
  await put('changes/0001_one.sql', 'select 1;\r\n')
  expect(await checkReleased(db)).toEqual([])
})

it.each(['changes/0001_one.sql', 'adopted.ts'])('refuses %s with another text', async (name) => {
  await put(name, 'select 2;\n')
  expect(await checkReleased(db)).toEqual([expect.stringContaining(`${name} was released, and has changed`)])
})

it('refuses a released change with another number', async () => {
  await rename(join(db, 'changes/0001_one.sql'), join(db, 'changes/0002_one.sql'))
  expect(await checkReleased(db)).toEqual([
    expect.stringContaining('changes/0001_one.sql was released, and is missing'),
    expect.stringContaining('changes/0002_one.sql should have the number 0001'),
  ])
})

it('refuses a new change before a released one', async () => {
  await put('changes/0000_zero.sql')
  expect(await checkReleased(db)).toContainEqual(expect.stringContaining('comes before a released change'))
})
