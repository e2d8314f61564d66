import { expect, it } from 'vitest'
import type { IconGroups, Icon } from '../../../../contract/endpoints/desktop/desktop.ts'
import { blankIcon } from '../../../../tests/support/samples/blank-icon.ts'
import { holds, menuContent, menuMaxWidth, splitMenu, topEntries } from './menu-content.ts'

const icon = (code: string, updateStatus = 1) => blankIcon(code, { updateStatus })
const groups: IconGroups = [
  { code: 'ZDYYYFL-CYYY', iconVMs: [icon('files'), icon('desktop'), icon('comment'), icon('off', 0)] },
  { code: 'ZDYYYFL-XZBG', iconVMs: [icon('base'), icon('education')] },
  { code: 'ZDYYYFL-JWGL', iconVMs: [icon('exams')] },
]
const user = (userType: 1 | 2 | 3 | 4, unitType: '1' | '2') => ({ userType, unitType })

it('is grouped for teachers and other staff, and flat for students and parents', () => {
  for (const type of [2, 4] as const) {
    const menu = menuContent(user(type, '2'), groups)
    expect(
      menu.kind === 'grouped' && menu.groups.map(({ code, iconVMs }) => [code, iconVMs.map((each) => each.code)]),
    ).toEqual([
      ['ZDYYYFL-CYYY', ['files']],
      ['ZDYYYFL-XZBG', ['base', 'education']],
      ['ZDYYYFL-JWGL', ['exams']],
    ])
  }
  for (const type of [1, 3] as const) {
    const menu = menuContent(user(type, '2'), groups)
    expect(menu.kind === 'flat' && menu.icons.map(({ code }) => code)).toEqual(['files', 'base', 'education', 'exams'])
  }
})

it('hides base and education where the unit is no school, and a group that holds nothing else', () => {
  const menu = menuContent(user(4, '1'), groups)
  expect(menu.kind === 'grouped' && menu.groups.map(({ code }) => code)).toEqual(['ZDYYYFL-CYYY', 'ZDYYYFL-JWGL'])
})

it('is 672 pixels wide, and 780 for staff of a school', () => {
  expect([user(1, '2'), user(2, '2'), user(3, '2'), user(4, '1')].map(menuMaxWidth)).toEqual([672, 672, 672, 672])
  expect(menuMaxWidth(user(4, '2'))).toBe(780)
})

it('shows ten at most, the last place leading to the others', () => {
  const codes = Array.from({ length: 14 }, (_, at) => at)
  expect(splitMenu(codes.slice(0, 10), 672)).toEqual({ shown: codes.slice(0, 10), rest: [] })
  expect(splitMenu(codes, 780)).toEqual({ shown: codes.slice(0, 9), rest: codes.slice(9) })
})

it('shows what 60 pixels each and 8 between them leave room for', () => {
  const codes = Array.from({ length: 9 }, (_, at) => at)
  expect(splitMenu(codes, 604).shown).toHaveLength(9)
  expect(splitMenu(codes, 603).shown).toHaveLength(7)
  expect(splitMenu(codes, 0)).toEqual({ shown: [], rest: codes })
})

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only codes matter to what is tested here
const icons = (count: number) => Array.from({ length: count }, (_, at) => ({ code: `app-${at}` }) as Icon)

it('shows all that fit, and nothing that leads to others then', () => {
  const entries = topEntries({ kind: 'flat', icons: icons(10) }, 672)
  expect(entries.map(({ kind }) => kind)).toEqual(Array.from({ length: 10 }, () => 'link'))
})

it('ends with what leads to the others, each of which is there once', () => {
  const entries = topEntries({ kind: 'flat', icons: icons(14) }, 672)
  expect(entries).toHaveLength(10)
  const last = entries.at(-1)
  expect(last).toMatchObject({ kind: 'rest', all: false, content: { kind: 'flat' } })
  expect(last?.kind === 'rest' && last.content.kind === 'flat' && last.content.icons.map(({ code }) => code)).toEqual([
    'app-9',
    'app-10',
    'app-11',
    'app-12',
    'app-13',
  ])
})

it('keeps the names of groups that have no place of their own', () => {
  const many = (['ZDYYYFL-CYYY', 'ZDYYYFL-XZBG', 'ZDYYYFL-JWGL', 'ZDYYYFL-SJZX'] as const).map((code) => ({
    code,
    iconVMs: icons(2),
  }))
  const entries = topEntries({ kind: 'grouped', groups: many }, 60 * 3 + 8 * 2)
  expect(entries.map(({ key }) => key)).toEqual(['ZDYYYFL-CYYY', 'ZDYYYFL-XZBG', 'rest'])
  expect(entries.at(-1)).toMatchObject({ content: { kind: 'grouped', groups: many.slice(2) } })
})

it('is one entry for all where there is hardly any room', () => {
  expect(topEntries({ kind: 'flat', icons: icons(5) }, 0)).toMatchObject([{ kind: 'rest', all: true }])
  expect(topEntries({ kind: 'flat', icons: icons(5) }, 60 * 2 + 8)).toMatchObject([{ kind: 'rest', all: true }])
})

it('is nothing where there are no applications', () => {
  expect(topEntries({ kind: 'flat', icons: [] }, 672)).toEqual([])
})

it('has folders among the applications, and knows what is in them', () => {
  const museums = blankIcon('museums', { resourceType: 1, iconVMs: [icon('palace'), icon('base')] })
  const menu = menuContent(user(1, '1'), [{ code: 'ZDYYYFL-XSCZ', iconVMs: [museums, icon('files')] }])
  expect(topEntries(menu, 672)).toMatchObject([
    { kind: 'folder', key: 'museums', icons: [{ code: 'palace' }] },
    { kind: 'link', key: 'files' },
  ])
  expect([holds([museums], 'palace'), holds([museums], 'weather'), holds([museums], null)]).toEqual([
    true,
    false,
    false,
  ])
})
