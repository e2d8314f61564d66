import { describe, expect, it } from 'vitest'
import { everything, extended, neighbourOf, NOTHING, only, toggled } from './selection.ts'

const order = ['a', 'b', 'c', 'd']
const idsOf = ({ ids }: { ids: ReadonlySet<string> }) => [...ids].toSorted().join('')

describe('a selection', () => {
  it('takes and leaves one entry', () => {
    expect(idsOf(toggled(only('a'), 'c'))).toBe('ac')
    expect(idsOf(toggled(toggled(only('a'), 'c'), 'a'))).toBe('c')
  })

  it('reaches from the entry that was taken last, in both directions, and grows and shrinks from there', () => {
    const begun = toggled(only('a'), 'c')
    expect(idsOf(extended(begun, 'd', order))).toBe('cd')
    expect(idsOf(extended(extended(begun, 'd', order), 'b', order))).toBe('bc')
  })

  it('is the entry alone where there is nothing to reach from', () => {
    expect(idsOf(extended(NOTHING, 'b', order))).toBe('b')
    expect(idsOf(extended(only('gone'), 'b', order))).toBe('b')
  })

  it('may be everything', () => {
    expect(idsOf(everything(order))).toBe('abcd')
    expect(everything([]).anchor).toBeNull()
  })
})

describe('the neighbour of entries that go', () => {
  const entries = order.map((id) => ({ id }))
  const idAfter = (...going: string[]) =>
    neighbourOf(
      entries,
      going.map((id) => ({ id })),
    )?.id

  it('is the next one that stays, at the end the one before, and none where all go', () => {
    expect(idAfter('b')).toBe('c')
    expect(idAfter('b', 'c')).toBe('d')
    expect(idAfter('c', 'd')).toBe('b')
    expect(idAfter(...order)).toBeUndefined()
  })
})
