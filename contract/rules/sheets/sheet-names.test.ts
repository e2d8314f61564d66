import { expect, it } from 'vitest'
import { sheetNames } from './sheet-names.ts'

it('keeps good names, and makes good ones of others', () => {
  expect(sheetNames(['汇总', 'Grade 4 Class 1'])).toEqual(['汇总', 'Grade 4 Class 1'])
  expect(sheetNames(['a/b:c*?[d]\\', "'quoted'", '', '  ', 'History', 'x\u0000y'])).toEqual([
    'a-b-c---d--',
    'quoted',
    'Sheet3',
    'Sheet4',
    'Sheet5',
    'x y',
  ])
})

it('makes each different for programs that do not tell case apart, within 31 characters', () => {
  const names = sheetNames(['List', 'LIST', 'list', '长'.repeat(40), '长'.repeat(40)])
  expect(names.slice(0, 3)).toEqual(['List', 'LIST 2', 'list 3'])
  expect(names.slice(3)).toEqual(['长'.repeat(31), `${'长'.repeat(29)} 2`])
})
