import { expect, it } from 'vitest'
import { cellText, classSheet, moveColumn, type Student } from './columns.ts'

const t = (key: string, values: Record<string, string | number> = {}) =>
  key === 'join' ? ', ' : [key, ...Object.values(values)].join(' ')

const student = {
  studentId: 's1',
  studentNumber: '20260101',
  realName: '林溪',
  englishName: 'Lin Xi',
  sex: 2,
  birthday: null,
  guardians: [
    { parentId: 'p1', realName: '林致远', englishName: 'Lin Zhiyuan', relation: 'father', phone: '10220260000' },
    { parentId: 'p2', realName: '沈宁', englishName: '', relation: null, phone: null },
  ],
} as const

it('tells what a student has, and nothing where the school has recorded nothing', () => {
  const given: Student = { ...student, guardians: [...student.guardians] }
  expect(cellText(given, 'sex', 'en', t)).toBe('sex.girl')
  expect(cellText({ ...given, sex: null }, 'sex', 'en', t)).toBe('')
  expect(cellText(given, 'birthday', 'en', t)).toBe('')
  expect(cellText(given, 'guardians', 'zh-CN', t)).toBe('guardian 林致远 relation.father, 沈宁')
  expect(cellText(given, 'guardians', 'en', t)).toBe('guardian Lin Zhiyuan relation.father, 沈宁')
  expect(cellText(given, 'signature', 'en', t)).toBe('')
})

it('makes a sheet of the shown columns, with numbers only where they are asked for', () => {
  const students = [{ ...student, guardians: [...student.guardians] }]
  const plain = classSheet(students, ['number'], { language: 'zh-CN', t, phones: false })
  expect(plain.columns.map(({ heading }) => heading)).toEqual(['column.name', 'column.number'])
  expect(plain.rows).toEqual([['林溪', '20260101']])
  expect(JSON.stringify(plain)).not.toContain('10220260000')
  const phones = classSheet(students, [], { language: 'en', t, phones: true })
  expect(phones.rows).toEqual([['Lin Xi', 'guardian Lin Zhiyuan relation.father 10220260000']])
})

it.each([
  ['sex', -1, ['sex', 'number', 'note']],
  ['sex', 1, ['number', 'note', 'sex']],
  ['number', -1, ['number', 'sex', 'note']],
  ['note', 1, ['number', 'sex', 'note']],
  ['birthday', 1, ['number', 'sex', 'note']],
] as const)('moves %s by %i', (column, step, expected) => {
  expect(moveColumn(['number', 'sex', 'note'], column, step)).toEqual(expected)
})
