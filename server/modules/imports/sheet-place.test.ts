import { expect, it } from 'vitest'
import { placeOfSheet } from './sheet-place.ts'

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
