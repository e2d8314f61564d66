import { expect, it } from 'vitest'
import type { Icon, IconGroups } from '../calls/desktop.ts'
import { arrangeIcons, orderOf } from './arrange-icons.ts'

const icon = (code: string): Icon => ({
  code,
  zname: code,
  name: code,
  englishName: code,
  shortName: '',
  englishShortName: '',
  iconImg: '',
  imgPath: '',
  imgGrayPath: '',
  imgCartoonPath: '',
  menuRoute: '',
  serverId: 'base',
  deployPath: 'pages',
  frontUserType: '',
  limitUserType: '',
  resourceType: 2,
  updateStatus: 1,
  unReadCodeCount: 0,
})
const groups: IconGroups = [
  { code: 'ZDYYYFL-CYYY', iconVMs: ['a', 'b', 'c'].map(icon) },
  { code: 'ZDYYYFL-SJZX', iconVMs: ['d', 'e'].map(icon) },
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
