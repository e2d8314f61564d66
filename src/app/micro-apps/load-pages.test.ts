import { expect, it } from 'vitest'
import { loadPages } from './load-pages.ts'

const ROWS = Array.from({ length: 25 }, (_, nth) => nth)
const pageOf = (all: readonly number[]) => async (page: number) => ({
  total: all.length,
  rows: all.slice((page - 1) * 10, page * 10),
})

it('loads every page in order, and says how far it is', async () => {
  const parts: number[] = []
  expect(await loadPages(10, pageOf(ROWS), String, (part) => parts.push(part))).toEqual(ROWS)
  expect(parts).toEqual([0.4, 0.8, 1])
})

it('ends where the list has become shorter, and asks once for an empty one', async () => {
  const asked: number[] = []
  const shrinking = async (page: number) => {
    asked.push(page)
    return page === 1 ? { total: asked.length === 1 ? 25 : 10, rows: ROWS.slice(0, 10) } : { total: 10, rows: [] }
  }
  expect(await loadPages(10, shrinking, String)).toHaveLength(10)
  expect(await loadPages(10, pageOf([]), String)).toEqual([])
  expect(asked).toEqual([1, 2, 1])
})

it.each([1, 3, 10, 17])('leaves no row out that stays, where every call finds %s fewer before it', async (fewer) => {
  const all = Array.from({ length: 500 }, (_, nth) => nth)
  let calls = 0
  const loaded = await loadPages(
    10,
    async (page) => {
      const found = await pageOf(all)(page)
      // The first half leaves, from its beginning on.
      all.splice(0, Math.max(0, Math.min(fewer, 250 - fewer * calls)))
      calls += 1
      return found
    },
    String,
  )
  expect(loaded.filter((nth) => nth >= 250)).toHaveLength(250)
  expect(calls).toBeLessThan(400)
})
