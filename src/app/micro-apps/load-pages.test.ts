import { expect, it } from 'vitest'
import { loadPages } from './load-pages.ts'

const ROWS = Array.from({ length: 25 }, (_, nth) => nth)
const pageOf = (all: readonly number[]) => async (page: number) => ({
  total: all.length,
  rows: all.slice((page - 1) * 10, page * 10),
})

it('loads every page in order, and says how far it is', async () => {
  const parts: number[] = []
  expect(await loadPages(10, pageOf(ROWS), (part) => parts.push(part))).toEqual(ROWS)
  expect(parts).toEqual([0.4, 0.8, 1])
})

it('ends where the list has become shorter, and asks once for an empty one', async () => {
  const asked: number[] = []
  const shrinking = async (page: number) => {
    asked.push(page)
    return page === 1 ? { total: 25, rows: ROWS.slice(0, 10) } : { total: 10, rows: [] }
  }
  expect(await loadPages(10, shrinking)).toHaveLength(10)
  expect(await loadPages(10, pageOf([]))).toEqual([])
  expect(asked).toEqual([1, 2])
})
