import { describe, expect, it } from 'vitest'
import { makeDescriptor } from '../../../../tests/support/samples/made-descriptor.ts'
import { createFaceIndex, faceDistance } from './face-index.ts'

const LIMITS = { distance: 0.5, margin: 0.05 }
const PEOPLE = 50_000

/** The same face, so far away. */
function near(face: Float32Array, distance: number, along = 0): Float32Array {
  return face.map((part, at) => (at === along ? part + distance : part))
}

describe('the index of faces', () => {
  it('finds whose face it is, whichever of their pictures is nearest', () => {
    const index = createFaceIndex()
    index.put('a', [makeDescriptor(1), makeDescriptor(2)])
    index.put('b', [makeDescriptor(3)])
    expect(index.search(near(makeDescriptor(2), 0.3), LIMITS)).toBe('a')
    expect(index.search(near(makeDescriptor(3), 0.49), LIMITS)).toBe('b')
    expect(index.search(near(makeDescriptor(3), 0.51), LIMITS)).toBeUndefined()
    expect(createFaceIndex().search(makeDescriptor(1), LIMITS)).toBeUndefined()
  })

  it('knows nobody where two people are nearly as near, in whichever order they came', () => {
    for (const [first, then] of [
      ['a', 'b'],
      ['b', 'a'],
    ] as const) {
      const index = createFaceIndex()
      const face = { a: near(makeDescriptor(1), 0.3), b: near(makeDescriptor(1), 0.33, 1) }
      index.put(first, [face[first]])
      index.put(then, [face[then]])
      expect(index.search(makeDescriptor(1), LIMITS)).toBeUndefined()
      expect(index.search(near(makeDescriptor(1), 0.25), LIMITS)).toBe('a')
      // Several pictures of the same person are no rivals.
      index.put('b', [])
      index.put('a', [face.a, face.b])
      expect(index.search(makeDescriptor(1), LIMITS)).toBe('a')
    }
  })

  it('counts somebody else beyond the limit, if they are nearly as near', () => {
    const index = createFaceIndex()
    index.put('a', [near(makeDescriptor(1), 0.48)])
    index.put('b', [near(makeDescriptor(1), 0.52, 1)])
    expect(index.search(makeDescriptor(1), LIMITS)).toBeUndefined()
  })

  it('forgets and replaces faces, and keeps all the others', () => {
    const index = createFaceIndex()
    for (let number = 0; number < 200; number += 1)
      index.put(`p${number}`, [makeDescriptor(number), makeDescriptor(1000 + number)])
    for (let number = 0; number < 200; number += 3) index.put(`p${number}`, [])
    for (let number = 1; number < 200; number += 3) index.put(`p${number}`, [makeDescriptor(5000 + number)])
    for (let number = 0; number < 200; number += 1) {
      const gone = [undefined, undefined, `p${number}`][number % 3]
      expect(index.search(makeDescriptor(number), LIMITS)).toBe(gone)
      expect(index.search(makeDescriptor(1000 + number), LIMITS)).toBe(gone)
      const replaced = [undefined, `p${number}`, undefined][number % 3]
      expect(index.search(makeDescriptor(5000 + number), LIMITS)).toBe(replaced)
    }
    expect(index.size()).toBe(67 + 66 * 2)
  })

  it('finds one of fifty thousand people quickly', () => {
    const index = createFaceIndex()
    for (let number = 0; number < PEOPLE; number += 1) index.put(`p${number}`, [makeDescriptor(number)])
    const times = Array.from({ length: 20 }, (_, turn) => {
      const wanted = turn * 2500
      const face = near(makeDescriptor(wanted), 0.3)
      const began = performance.now()
      expect(index.search(face, LIMITS)).toBe(`p${wanted}`)
      return performance.now() - began
    })
    // The quickest says what the search needs; what else the machine does makes the others slower.
    expect(Math.min(...times)).toBeLessThan(30)
  })

  it('measures as the net means it', () => {
    expect(faceDistance(makeDescriptor(1), near(makeDescriptor(1), 0.25))).toBeCloseTo(0.25)
  })
})
