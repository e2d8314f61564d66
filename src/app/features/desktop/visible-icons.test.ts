import { expect, it } from 'vitest'
import type { Icon } from '../../../../contract/calls/desktop.ts'
import { badgeText, iconName, isExternal, unreadOf, visibleGroups } from './visible-icons.ts'

const icon = (over: Partial<Icon>): Icon => ({
  code: 'files',
  zname: '文件管理',
  name: '文件管理',
  englishName: 'Files',
  shortName: '文件',
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
  ...over,
})

it('drops icons that are off, ignored codes and empty groups', () => {
  const groups = visibleGroups([
    { code: 'ZDYYYFL-CYYY', iconVMs: [icon({}), icon({ code: 'off', updateStatus: 0 }), icon({ code: 'comment' })] },
    { code: 'ZDYYYFL-ZWHQ', iconVMs: [icon({ code: 'desktop' })] },
  ])
  expect(groups).toEqual([{ code: 'ZDYYYFL-CYYY', iconVMs: [icon({})] }])
})

it('caps badges at 99+ and draws none for zero', () => {
  expect([0, 1, 99, 100].map(badgeText)).toEqual([null, '1', '99', '99+'])
})

it('takes the count of the code, else the icon’s own', () => {
  expect(unreadOf(icon({}), [{ code: 'files', num: 3 }])).toBe(3)
  expect(unreadOf(icon({ unReadCodeCount: 2 }), [])).toBe(2)
})

it('names an icon in both languages', () => {
  expect(iconName(icon({}), 'zh-CN')).toBe('文件')
  expect(iconName(icon({}), 'en')).toBe('Files')
})

it('knows an external address', () => {
  expect(isExternal(icon({ menuRoute: 'https://example.org' }))).toBe(true)
  expect(isExternal(icon({ menuRoute: '/list' }))).toBe(false)
})
