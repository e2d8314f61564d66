import { expect, it } from 'vitest'
import { className } from './class-name.ts'

const structure = {
  grades: [
    { gradeId: 'g1', name: '四年级', englishName: 'Grade 4', classes: 1 },
    { gradeId: 'g2', name: '五年级', englishName: '', classes: 1 },
  ],
}

it.each([
  ['g1', 'Class 1', 'zh-CN', '四年级1班'],
  ['g1', 'Class 1', 'en', 'Grade 4 Class 1'],
  ['g2', '', 'en', '五年级 1班'],
  ['gone', 'Class 1', 'en', 'Class 1'],
] as const)('of grade %s, %j in %s: %s', (gradeId, englishName, language, name) => {
  expect(className(structure, { gradeId, name: '1班', englishName }, language)).toBe(name)
})
