import { beforeAll, expect, it } from 'vitest'
import { addTexts, i18n } from '../../core/language/i18n.ts'
import english from '../../locales/en/shell.json'
import { schoolTerm } from './school-term.ts'

beforeAll(() => addTexts('en', 'shell', english))

it.each([
  ['2026-2027', '1', '2026—2027 学年第一学期', '2026–2027 school year, first term'],
  ['2026–2027', '2', '2026—2027 学年第二学期', '2026–2027 school year, second term'],
  ['2026-2027', '', '2026—2027 学年', '2026–2027 school year'],
  ['2026-2027', '7', '2026—2027 学年', '2026–2027 school year'],
  ['2026届', '1', '2026届第一学期', '2026届, first term'],
  ['', '1', null, null],
])('of the year %j and the term %j says %j, in English %j', (year, term, chinese, inEnglish) => {
  expect(schoolTerm(i18n.getFixedT('zh-CN', 'shell'), { year, term })).toBe(chinese)
  expect(schoolTerm(i18n.getFixedT('en', 'shell'), { year, term })).toBe(inEnglish)
})
