import { expect, it } from 'vitest'
import type { Icon, IconGroups } from '../../../../../contract/endpoints/desktop/desktop.ts'
import { orderOf } from '../../../../../contract/rules/desktop/arrange-icons.ts'
import { moveIcon, slotOf } from './move-icon.ts'

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the code matters to what is tested here
const icon = (code: string) => ({ code }) as Icon
const groups: IconGroups = [
  { code: 'ZDYYYFL-CYYY', iconVMs: ['a', 'b', 'c'].map(icon) },
  { code: 'ZDYYYFL-SJZX', iconVMs: ['d'].map(icon) },
]
const codes = (after: IconGroups) => orderOf(after).map((group) => group.codes.join(''))

it('moves an icon within its group, forwards and back, and to its ends', () => {
  expect(codes(moveIcon(groups, 'a', { group: 'ZDYYYFL-CYYY', index: 2 }))).toEqual(['bca', 'd'])
  expect(codes(moveIcon(groups, 'c', { group: 'ZDYYYFL-CYYY', index: 0 }))).toEqual(['cab', 'd'])
  expect(codes(moveIcon(groups, 'b', { group: 'ZDYYYFL-CYYY', index: 2 }))).toEqual(['acb', 'd'])
})

it('moves an icon to another group, leaving the first empty where it was the last, and to one that was not shown', () => {
  expect(codes(moveIcon(groups, 'd', { group: 'ZDYYYFL-CYYY', index: 1 }))).toEqual(['adbc', ''])
  const after = moveIcon(groups, 'a', { group: 'ZDYYYFL-JWGL', index: 0 })
  expect(after.map(({ code }) => code)).toEqual(['ZDYYYFL-CYYY', 'ZDYYYFL-JWGL', 'ZDYYYFL-SJZX'])
  expect(codes(after)).toEqual(['bc', 'a', 'd'])
})

it('gives the same groups back where nothing moves, and keeps those that are not concerned', () => {
  expect(moveIcon(groups, 'b', { group: 'ZDYYYFL-CYYY', index: 1 })).toBe(groups)
  expect(moveIcon(groups, 'gone', { group: 'ZDYYYFL-CYYY', index: 1 })).toBe(groups)
  expect(moveIcon(groups, 'a', { group: 'ZDYYYFL-CYYY', index: 1 })[1]).toBe(groups[1])
})

it('finds an icon', () => {
  expect(slotOf(groups, 'c')).toEqual({ group: 'ZDYYYFL-CYYY', index: 2 })
  expect(slotOf(groups, 'x')).toBeNull()
})
