import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { changedFields, mergeChanges } from './merge-changes.ts'

const small = fc.constantFrom('a', 'b', 'c')
const record = fc.record({ one: small, two: small, three: fc.array(small, { maxLength: 2 }) })

it('keeps every field that was changed here, takes every other, and names each that stands against another', () => {
  fc.assert(
    fc.property(record, record, record, (base, mine, theirs) => {
      const { merged, both, others } = mergeChanges(base, mine, theirs)
      for (const name of ['one', 'two', 'three'] as const) {
        const isOwn = changedFields(base, mine).includes(name)
        const isTheirs = changedFields(base, theirs).includes(name)
        const isSame = !changedFields(mine, theirs).includes(name)
        expect(merged[name]).toEqual(isOwn ? mine[name] : theirs[name])
        expect(others.includes(name)).toBe(isTheirs && !isSame)
        expect(both.includes(name)).toBe(isOwn && isTheirs && !isSame)
      }
    }),
  )
})
