import { expect, it } from 'vitest'
import type { IconGroups } from '../../../contract/endpoints/desktop/desktop.ts'
import { blankIcon } from '../../../tests/support/samples/blank-icon.ts'
import { allowsBothTypes, applicationName, configuredDesktopName, mayOpen } from './menu-entry.ts'

const menu = (over: Record<string, unknown>): IconGroups =>
  [
    { code: 'ZDYYYFL-CYYY', iconVMs: [{ code: 'files', updateStatus: 1, menuRoute: '', ...over }] },
  ] as unknown as IconGroups
const page = (idPath: 'tm' | 'spm', code = 'files') => ({ kind: 'application', code, form: 'pc', idPath }) as const

it('opens what is in the menu', () => {
  expect(mayOpen({ userType: 2 }, menu({}), page('tm'))).toBe(true)
  expect(mayOpen({ userType: 1 }, menu({}), page('spm'))).toBe(true)
})

it('refuses what is not in the menu or turned off', () => {
  expect(mayOpen({ userType: 2 }, menu({}), page('tm', 'roster'))).toBe(false)
  expect(mayOpen({ userType: 2 }, menu({ updateStatus: 0 }), page('tm'))).toBe(false)
})

it.each([1, 3] as const)('keeps user type %i from the teacher form unless the menu leads there', (userType) => {
  expect(mayOpen({ userType }, menu({}), page('tm'))).toBe(false)
  expect(mayOpen({ userType }, menu({ menuRoute: '/pages/files/pc_files_tm/index.html' }), page('tm'))).toBe(true)
})

it('opens what is in a folder, and the teacher form that one of an application’s pages leads to', () => {
  const inFolder = menu({ code: 'tools', iconVMs: [blankIcon('files')] })
  expect(mayOpen({ userType: 2 }, inFolder, page('tm'))).toBe(true)
  expect(mayOpen({ userType: 2 }, inFolder, page('tm', 'tools'))).toBe(false)
  const children = [blankIcon('files_bin', { menuRoute: 'pc_files_tm/bin' })]
  expect(mayOpen({ userType: 1 }, menu({ children }), page('tm'))).toBe(true)
})

it.each([
  ['1,2,3,4', '', true],
  ['2,3', '2,3', true],
  ['1,2,4', '', false],
  ['1,2,3,4', '2,4', false],
])(
  'lets linked accounts go on in an application for types %s, limited to "%s": %s',
  (frontUserType, limitUserType, both) => {
    expect(allowsBothTypes(blankIcon('files', { frontUserType, limitUserType }))).toBe(both)
  },
)

it.each([
  [{ desktopName: '智慧校园', desktopEnName: 'Smart Campus' }, '智慧校园', 'Smart Campus'],
  [{ desktopName: '智慧校园', desktopEnName: null }, '智慧校园', '智慧校园'],
  [{ desktopName: null, desktopEnName: null }, null, null],
  [{}, null, null],
])('calls the desktop of %o by its configured name, or leaves it to the unit’s', (unit, chinese, english) => {
  expect(configuredDesktopName(unit, 'zh-CN')).toBe(chinese)
  expect(configuredDesktopName(unit, 'en')).toBe(english)
})

it('names an application as the menu does; the desktop falls back to the unit’s name, and app to the centre of developers', () => {
  const unit = { unitName: '河畔实验学校', unitEnName: 'Riverside School', desktopName: null, desktopEnName: null }
  const nameOf = (code: string, over = unit) =>
    applicationName(code, menu({ code: 'files', name: '文件', englishName: 'Files' }), over, 'en', 'Developers')
  expect(nameOf('files')).toBe('Files')
  expect(nameOf('desktop')).toBe('Riverside School')
  expect(nameOf('desktop', { ...unit, desktopEnName: 'Smart Campus' } as never)).toBe('Smart Campus')
  expect(nameOf('app')).toBe('Developers')
  expect(nameOf('roster')).toBe(null)
})
