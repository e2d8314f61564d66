import { describe, expect, it } from 'vitest'
import type { Entry } from './entries.ts'
import { cutIntoBlocks } from './row-blocks.ts'

const entry = (id: string): Entry => ({ kind: 'file', id, name: id, size: 0, changedAt: '2026-01-01T00:00:00Z' })
const entries = Array.from({ length: 2000 }, (_, at) => entry(`${at}-${(at * 7919) % 10007}`))

describe('cutIntoBlocks', () => {
  it('keeps all rows in their order, in blocks of a moderate length', () => {
    const blocks = cutIntoBlocks(entries)
    expect(blocks.flatMap((block) => block.entries)).toEqual(entries)
    expect(blocks.length).toBeGreaterThan(2000 / 32)
    expect(blocks.length).toBeLessThan(2000 / 8)
    expect(new Set(blocks.map(({ key }) => key)).size).toBe(blocks.length)
    expect(Math.max(...blocks.map((block) => block.entries.length))).toBeLessThan(64)
  })

  it('changes hardly more than one block where a row comes or goes', () => {
    const before = cutIntoBlocks(entries)
    const contents = new Set(before.map((block) => block.entries.map(({ id }) => id).join()))
    const touched = (list: Entry[]) =>
      cutIntoBlocks(list).filter((block) => !contents.has(block.entries.map(({ id }) => id).join())).length
    for (const at of [0, 777, 1999]) {
      // One that ends a block makes two of one, and one of two when it goes; after a long block the next may begin elsewhere.
      expect(touched(entries.toSpliced(at, 0, entry('new')))).toBeLessThanOrEqual(3)
      expect(touched(entries.toSpliced(at, 1))).toBeLessThanOrEqual(3)
    }
  })

  it('has no block of an empty list', () => {
    expect(cutIntoBlocks([])).toEqual([])
  })
})
