import { expect, it } from 'vitest'
import { createChunkLedger } from './chunk-ledger.ts'

it('knows where each chunk lies and that the last is shorter', () => {
  const ledger = createChunkLedger(25, 10, () => {})
  expect(ledger.chunks).toBe(3)
  expect(ledger.place(1)).toEqual({ start: 0, size: 10 })
  expect(ledger.place(3)).toEqual({ start: 20, size: 5 })
})

it('adds up what is complete and what is on its way', () => {
  const sums: number[] = []
  const ledger = createChunkLedger(25, 10, (sum) => sums.push(sum))
  ledger.complete([1])
  ledger.underWay(2, 4)
  ledger.underWay(3, 900)
  ledger.underWay(2, 0)
  ledger.complete([2, 3])
  expect(sums).toEqual([10, 14, 19, 15, 25])
})

it('does not count a complete chunk again', () => {
  const sums: number[] = []
  const ledger = createChunkLedger(25, 10, (sum) => sums.push(sum))
  ledger.complete([1])
  ledger.underWay(1, 3)
  ledger.complete([1])
  expect(sums).toEqual([10, 10])
  expect(ledger.isComplete(1)).toBe(true)
})

it('passes over numbers that the file does not have', () => {
  let sum = -1
  const ledger = createChunkLedger(25, 10, (next) => (sum = next))
  ledger.complete([0, -1, 4, 1.5, Number.NaN])
  expect(sum).toBe(0)
})
