import { describe, expect, it } from 'vitest'
import type { Icon } from '../../../../../contract/endpoints/desktop/desktop.ts'
import { searchActions, searchIcons, type PaletteAction, type SearchIndex } from './search.ts'

const icon = (code: string, zname: string, shortName: string, englishName: string, englishShortName: string) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only names matter to what is tested here
  ({ code, zname, name: zname, shortName, englishName, englishShortName }) as Icon

const icons = [
  icon('files', '文件', '文件', 'Files', 'Files'),
  icon('library', '中国国家图书馆', '国家图书馆', 'National Library of China', 'National Library'),
  icon('museum', '中国国家博物馆', '国家博物馆', 'National Museum of China', 'National Museum'),
]
const index: SearchIndex = [
  { code: 'files', name: ['wen', 'jian'], shortName: ['wen', 'jian'] },
  {
    code: 'library',
    name: ['zhong', 'guo', 'guo', 'jia', 'tu', 'shu', 'guan'],
    shortName: ['guo', 'jia', 'tu', 'shu', 'guan'],
  },
]
const codes = (query: string, language: 'zh-CN' | 'en' = 'zh-CN') =>
  searchIcons(query, icons, index, language).map(({ item }) => item.code)

describe('applications', () => {
  it('are found in Chinese, in pinyin, by initials and in English, whatever the language on the screen', () => {
    expect(codes('图书')).toEqual(['library'])
    expect(codes('gjtsg')).toEqual(['library'])
    expect(codes('wenjian')).toEqual(['files'])
    expect(codes('museum')).toEqual(['museum'])
    expect(codes('wj', 'en')).toEqual(['files'])
  })

  it('come best first', () => {
    expect(codes('国家')).toEqual(['library', 'museum'])
    expect(codes('文件')[0]).toBe('files')
  })

  it('mark what fits in the label, or name the other name that does', () => {
    expect(searchIcons('tsg', icons, index, 'zh-CN')[0]).toMatchObject({ mark: { start: 2, end: 5 }, other: null })
    expect(searchIcons('museum', icons, index, 'zh-CN')[0]).toMatchObject({
      label: '国家博物馆',
      mark: null,
      other: { text: 'National Museum', mark: { start: 9, end: 15 } },
    })
  })
})

it('actions are found by their other words, which are not shown', () => {
  const action: PaletteAction = {
    id: 'account',
    label: 'My account',
    glyph: () => null,
    words: ['password'],
    chinese: '我的账号',
    pinyin: 'wo de zhang hao',
    run: () => {},
  }
  expect(searchActions('pass', [action])).toMatchObject([{ label: 'My account', mark: null, other: null }])
  expect(searchActions('wdzh', [action])).toMatchObject([{ other: { text: '我的账号' } }])
  expect(searchActions('x', [action])).toEqual([])
})
