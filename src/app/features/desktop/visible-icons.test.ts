import { expect, it } from 'vitest'
import type { Icon } from '../../../../contract/endpoints/desktop/desktop.ts'
import { blankIcon } from '../../../../tests/support/samples/blank-icon.ts'
import {
  applicationsOf,
  badgeText,
  iconName,
  iconPicture,
  isExternal,
  unreadOf,
  visibleGroups,
} from './visible-icons.ts'

const icon = (over: Partial<Icon>): Icon =>
  blankIcon('files', {
    zname: '文件管理',
    name: '文件管理',
    englishName: 'Files',
    shortName: '文件',
    englishShortName: '',
    ...over,
  })

it('drops icons that are off, ignored codes and empty groups', () => {
  const groups = visibleGroups([
    { code: 'ZDYYYFL-CYYY', iconVMs: [icon({}), icon({ code: 'off', updateStatus: 0 }), icon({ code: 'comment' })] },
    { code: 'ZDYYYFL-ZWHQ', iconVMs: [icon({ code: 'desktop' })] },
  ])
  expect(groups).toEqual([{ code: 'ZDYYYFL-CYYY', iconVMs: [icon({})] }])
})

it('keeps folders as far as something in them is shown, and finds the applications in them', () => {
  const folder = (code: string, ...iconVMs: Icon[]) => icon({ code, resourceType: 1, iconVMs })
  const groups = visibleGroups([
    {
      code: 'ZDYYYFL-CYYY',
      iconVMs: [
        folder('empty', icon({ code: 'off', updateStatus: 0 })),
        folder('tools', icon({ code: 'weather', unReadCodeCount: 2 }), icon({ code: 'off', updateStatus: 0 })),
        icon({}),
      ],
    },
  ])
  expect(groups[0]?.iconVMs.map(({ code }) => code)).toEqual(['tools', 'files'])
  expect(applicationsOf(groups).map(({ code }) => code)).toEqual(['weather', 'files'])
  expect(groups[0]?.iconVMs.map((one) => unreadOf(one, [{ code: 'files', num: 3 }]))).toEqual([2, 3])
})

it('caps badges at 99+ and draws none for zero', () => {
  expect([0, 1, 99, 100].map(badgeText)).toEqual([null, '1', '99', '99+'])
})

it('takes the count of the code, else the icon’s own', () => {
  expect(unreadOf(icon({}), [{ code: 'files', num: 3 }])).toBe(3)
  expect(unreadOf(icon({ unReadCodeCount: 2 }), [])).toBe(2)
})

it('names an icon in both languages by its short name, and without one by the long one', () => {
  const named = icon({ englishName: 'File management', englishShortName: 'Files' })
  expect([iconName(named, 'zh-CN'), iconName(named, 'en')]).toEqual(['文件', 'Files'])
  const long = icon({ englishName: 'File management', englishShortName: '', shortName: '' })
  expect([iconName(long, 'zh-CN'), iconName(long, 'en')]).toEqual(['文件管理', 'File management'])
})

it('knows an external address', () => {
  expect(isExternal(icon({ menuRoute: 'https://example.org' }))).toBe(true)
  expect(isExternal(icon({ menuRoute: '/list' }))).toBe(false)
})

it('has the theme’s picture, and the plain one where there is no other', () => {
  const drawn = icon({ imgPath: '/plain', imgGrayPath: '/gray', imgCartoonPath: '/cartoon' })
  expect(iconPicture(drawn, 'ink')).toBe('/gray')
  expect(iconPicture(drawn, 'cartoon')).toBe('/cartoon')
  for (const theme of ['lotus', 'red', 'custom', null] as const) expect(iconPicture(drawn, theme)).toBe('/plain')
  for (const theme of ['ink', 'cartoon'] as const)
    expect(iconPicture(icon({ imgPath: '/plain' }), theme)).toBe('/plain')
})
