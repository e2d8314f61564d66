import { expect, it } from 'vitest'
import { DESCRIPTOR_LENGTH } from '../../modules/faces/engine/face-index.ts'
import { identifyEach } from './identify.ts'

const LIMITS = { distance: 0.5, margin: 0.05 }

/** A descriptor that lies so far along one axis. */
function at(distance: number, axis = 0): Float32Array {
  const descriptor = new Float32Array(DESCRIPTOR_LENGTH)
  descriptor[axis] = distance
  return descriptor
}

it('knows people by their other photos, and nobody by the one that is shown', () => {
  const { right, wrong, nobody, strangers } = identifyEach(
    [
      { name: 'a', descriptors: [at(0), at(0.2)] },
      { name: 'b', descriptors: [at(2), at(2.2)] },
      // Far apart: neither leads to the other.
      { name: 'c', descriptors: [at(4), at(5)] },
      { name: 'd', descriptors: [at(7)] },
    ],
    LIMITS,
  )
  expect([right.count, wrong.count, nobody.count, right.total]).toEqual([4, 0, 2, 6])
  expect([strangers.count, strangers.total]).toEqual([0, 7])
})

it('counts whoever is taken for somebody else, and whoever is like two people as nobody', () => {
  const twins = identifyEach(
    [
      { name: 'a', descriptors: [at(0), at(2)] },
      { name: 'b', descriptors: [at(0.1), at(4)] },
    ],
    LIMITS,
  )
  expect([twins.wrong.count, twins.right.count, twins.nobody.count]).toEqual([2, 0, 2])
  expect(twins.strangers.count).toBe(2)
  const alike = identifyEach(
    [
      { name: 'a', descriptors: [at(0), at(0.3)] },
      { name: 'b', descriptors: [at(0.31), at(4)] },
    ],
    LIMITS,
  )
  // The first lies 0.30 from its own and 0.31 from the other.
  expect(alike.nobody.count).toBeGreaterThanOrEqual(2)
})

it('keeps no more photos of a person than the portal does', () => {
  const descriptors = [1, 2, 3, 4, 5].map((far) => at(far * 3)).concat([at(0), at(0.1)])
  const { right } = identifyEach([{ name: 'a', descriptors }], LIMITS)
  // The last two are beyond the five that are kept, so that neither finds the other.
  expect(right.count).toBe(0)
})
