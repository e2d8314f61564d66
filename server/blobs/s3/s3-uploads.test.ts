import { describe, expect, it } from 'vitest'
import { CHUNK_SIZE, FILE_SIZE_MAX } from '../../../contract/limits.ts'
import { partAround, partNumbersOf, partsOf } from './s3-uploads.ts'

const LEAST = 5 * 1024 * 1024

describe('the parts of a file', () => {
  it.each([
    ['nothing', 0, 0],
    ['one byte', 1, 1],
    ['three chunks', 3 * CHUNK_SIZE, 1],
    ['three chunks and a byte', 3 * CHUNK_SIZE + 1, 2],
    ['ten chunks', 10 * CHUNK_SIZE, 4],
    ['as much as the smallest parts hold', 10_000 * 3 * CHUNK_SIZE, 10_000],
    ['a byte more than that', 10_000 * 3 * CHUNK_SIZE + 1, 7501],
    ['the largest file', FILE_SIZE_MAX, 8192],
  ])('of %s are as large as S3 wants them, and no more than it takes', (_, size, count) => {
    const parts = partsOf(size)
    expect(parts).toHaveLength(count)
    expect(parts.map(({ number }) => number)).toEqual(Array.from({ length: count }, (__, at) => at + 1))
    expect(parts.slice(0, -1).every((part) => part.size >= LEAST && part.size % CHUNK_SIZE === 0)).toBe(true)
    expect(parts.reduce((end, part) => (part.offset === end ? end + part.size : Number.NaN), 0)).toBe(size)
  })
})

describe('a chunk', () => {
  const size = 9 * CHUNK_SIZE + 5

  it('lies in one part when it is cut as usual', () => {
    expect(
      [0, 1, 2, 3, 8, 9].map((at) => {
        const chunk = { offset: at * CHUNK_SIZE, size: Math.min(CHUNK_SIZE, size - at * CHUNK_SIZE) }
        return [partAround(size, chunk)?.number, partNumbersOf(size, chunk)]
      }),
    ).toEqual([
      [1, [1]],
      [1, [1]],
      [1, [1]],
      [2, [2]],
      [3, [3]],
      [4, [4]],
    ])
  })

  it('may lie in two, and a chunk of nothing lies in none', () => {
    const across = { offset: 3 * CHUNK_SIZE - 1, size: 2 }
    expect(partAround(size, across)).toBeUndefined()
    expect(partNumbersOf(size, across)).toEqual([1, 2])
    expect(partAround(0, { offset: 0, size: 0 })).toBeUndefined()
  })
})
