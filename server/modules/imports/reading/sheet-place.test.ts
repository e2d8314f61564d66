import { expect, it } from 'vitest'
import { placeOfSheet, stateOfSheet } from './sheet-place.ts'

it.each([
  ['初一（1）班', '初一', '（1）班'],
  ['一年级1班', '一年级', '1班'],
  ['七(3)班', '七', '(3)班'],
  ['高二12班名单', '高二', '12班'],
  ['2026级（2）班', '2026级', '（2）班'],
  ['Year 7 7H1', 'Year 7', '7H1'],
  ['Grade 7, Class 2', 'Grade 7', 'Class 2'],
  ['一年级', '一年级', ''],
  ['3班', '', '3班'],
  ['7A', '', '7A'],
])('the sheet %s lists %s, %s', (name, grade, rest) => {
  expect(placeOfSheet(name)).toEqual({ grade, class: rest })
})

it.each(['Sheet1', '学生', '教师名单', '汇总', 'users', ''])('the sheet %s lists no class', (name) => {
  expect(placeOfSheet(name)).toBeUndefined()
})

it.each([
  '一（1）班（转出）',
  '一(2)班 已转学',
  '三年级1班毕业',
  '2025届毕业生',
  '预备班（退学）',
  '离职教师',
  '退学',
  '转出',
  '毕业',
  '退休',
  '离退休',
  '不在校',
  '开除、退学',
  'Leavers 2026',
  'Year 6 (left)',
  'Withdrawn',
  'Graduates',
  'Alumni',
])('the sheet %s lists people who have left', (name) => {
  expect(stateOfSheet(name)).toBe('left')
})

it.each([
  '一（1）班',
  '毕业班',
  '初三毕业年级',
  '应届毕业生',
  '转学生',
  '转入',
  '未离校',
  '未休学',
  '午休名单',
  'Graduating class',
  'Newton House',
  'Cleft',
  'Not left',
])('the sheet %s lists people who are there', (name) => {
  expect(stateOfSheet(name)).toBeUndefined()
})

it.each([
  '休退学',
  '休、退学',
  '转休退学学生名单',
  '初二3班（休学转走）',
  '转入转出',
  '在校和离校',
  '学籍异动',
  'Joiners and leavers',
  'Suspended or withdrawn',
])('the sheet %s lists people of whom only some have left', (name) => {
  expect(stateOfSheet(name)).toBe('mixed')
})

it.each(['休学', '一(2)班休学', '停学名单', '保留学籍', 'Suspended', 'On leave'])(
  'the sheet %s lists people who are away for a time',
  (name) => {
    expect(stateOfSheet(name)).toBe('suspended')
  },
)
