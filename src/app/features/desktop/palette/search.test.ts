import { describe, expect, it } from 'vitest'
import type { Icon } from '../../../../../contract/endpoints/desktop/desktop.ts'
import type { Person } from '../../../../../contract/endpoints/desktop/desktop-search.ts'
import {
  listSections,
  searchActions,
  searchIcons,
  searchPeople,
  type PaletteAction,
  type SearchIndex,
} from './search.ts'

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

describe('pages and actions', () => {
  const page = (id: string, label: string, words: readonly string[] = []): PaletteAction => ({
    id,
    label,
    glyph: () => null,
    words,
    chinese: '我的账号',
    pinyin: 'wo de zhang hao',
    run: () => {},
  })
  const ids = (query: string, ...actions: PaletteAction[]) => searchActions(query, actions).map(({ item }) => item.id)

  it('are found by their other words, which are not shown', () => {
    const action = page('account', 'My account', ['password'])
    expect(searchActions('pass', [action])).toMatchObject([{ label: 'My account', mark: null, other: null }])
    expect(searchActions('wdzh', [action])).toMatchObject([{ other: { text: '我的账号' } }])
    expect(searchActions('x', [action])).toEqual([])
  })

  it('come after all that are named so when only another word fits, and not for few letters within one', () => {
    expect(ids('li', page('other', 'Storage', ['limit']), page('named', 'Applications'))).toEqual(['named', 'other'])
    expect(ids('li', page('within', 'Sign-in', ['public']))).toEqual([])
    expect(ids('blic', page('within', 'Sign-in', ['public']))).toEqual(['within'])
    expect(ids('验证', page('within', 'Protection', ['两步验证']))).toEqual(['within'])
  })

  it('leave room for people where they only have the query somewhere within', () => {
    const shown = (label: string, query = 'li') =>
      listSections({
        query,
        icons: [],
        recents: [],
        actions: Array.from({ length: 9 }, (_, at) => page(`${at}`, label)),
        people: [],
        actionsOf: () => ['copy'],
        index: [],
        language: 'en',
      }).flatMap(({ entries }) => entries).length
    expect(shown('Applications')).toBe(6)
    expect(shown('List')).toBe(9)
    expect(shown('Applications', 'lica')).toBe(9)
    expect(shown('My account', '账号')).toBe(9)
  })
})

describe('people', () => {
  const lin: Person = {
    id: 'lin',
    name: '林川',
    englishName: 'Lin Chuan',
    pinyin: ['lin', 'chuan'],
    userType: 1,
    places: [],
    studentId: null,
    attendanceGroup: null,
    mayWrite: false,
  }
  const labels = (language: 'zh-CN' | 'en', person = lin) =>
    searchPeople('lin', [person], language).map(({ label, other }) => [label, other?.text ?? null])

  it('have the name of the language on the screen, and the other one where only that was meant', () => {
    expect(labels('zh-CN')).toEqual([['林川', null]])
    expect(labels('en')).toEqual([['Lin Chuan', null]])
    expect(labels('en', { ...lin, englishName: '' })).toEqual([['林川', null]])
    expect(searchPeople('林', [lin], 'en').map(({ label, other }) => [label, other?.text])).toEqual([
      ['Lin Chuan', '林川'],
    ])
  })

  it('stand there once for each thing that can be done, the first of them with the name', () => {
    const sections = listSections({
      query: 'lin',
      icons: [],
      recents: [],
      actions: [],
      people: [lin, { ...lin, id: 'other' }],
      actionsOf: () => ['page', 'copy'],
      index: [],
      language: 'en',
    })
    expect(
      sections.flatMap(({ entries }) => entries).map((entry) => entry.kind === 'person' && entry.isFurther),
    ).toEqual([false, true, false, true])
  })
})
