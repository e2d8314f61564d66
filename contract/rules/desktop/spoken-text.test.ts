import { expect, it } from 'vitest'
import { trimSpoken } from './spoken-text.ts'

it.each([
  ['打开考勤。', '打开考勤'],
  ['Open Files!?', 'Open Files'],
  ['  ……考勤……  ', '考勤'],
  ['“文件”', '文件'],
  ['ＡＢＣ．', 'ABC'],
  ['a, b and c.', 'a, b and c'],
  ['。！？', ''],
  ['', ''],
])('trims %j to %j', (given, trimmed) => {
  expect(trimSpoken(given)).toBe(trimmed)
})
