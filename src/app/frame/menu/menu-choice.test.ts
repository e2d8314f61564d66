import { expect, it } from 'vitest'
import type { IconGroups } from '../../../../contract/endpoints/desktop.ts'
import { blankIcon } from '../../../../contract/rules/blank-icon.ts'
import { menuContent, menuMaxWidth, splitMenu } from './menu-choice.ts'

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
