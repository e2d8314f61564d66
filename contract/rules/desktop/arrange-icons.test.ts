import { expect, it } from 'vitest'
import type { IconGroups } from '../../endpoints/desktop/desktop.ts'
import { arrangeIcons, orderOf } from './arrange-icons.ts'
import { blankIcon } from '../../../tests/support/samples/blank-icon.ts'

const groups: IconGroups = [
  { code: 'ZDYYYFL-CYYY', iconVMs: ['a', 'b', 'c'].map((code) => blankIcon(code)) },
  { code: 'ZDYYYFL-SJZX', iconVMs: ['d', 'e'].map((code) => blankIcon(code)) },
]

it('puts icons where the order says, in another group too, and back to a group that was empty', () => {
  const arranged = arrangeIcons(groups, [
    { code: 'ZDYYYFL-CYYY', codes: ['d', 'c', 'a', 'b'] },
    { code: 'ZDYYYFL-ZWHQ', codes: ['e'] },
  ])
  expect(orderOf(arranged)).toEqual([
    { code: 'ZDYYYFL-CYYY', codes: ['d', 'c', 'a', 'b'] },
    { code: 'ZDYYYFL-ZWHQ', codes: ['e'] },
  ])
})

it('keeps icons that the order does not know at the end of their own group, and passes over what is gone or comes twice', () => {
  const arranged = arrangeIcons(groups, [{ code: 'ZDYYYFL-CYYY', codes: ['c', 'gone', 'c', 'a'] }])
  expect(orderOf(arranged)).toEqual([
    { code: 'ZDYYYFL-CYYY', codes: ['c', 'a', 'b'] },
    { code: 'ZDYYYFL-SJZX', codes: ['d', 'e'] },
  ])
})

it('changes nothing for an empty order', () => {
  expect(arrangeIcons(groups, [])).toEqual(groups)
})
