import { expect, it } from 'vitest'
import { cellValue } from './cell-value.ts'

it('leaves texts as they are, whatever they begin with, and numbers numbers', () => {
  for (const text of ['=1+1', '+86 138', '-5', '@me', '\tx', '\rx', '007', ' x '])
    expect(cellValue(text, 'text')).toBe(text)
  expect(cellValue(-1.5, 'text')).toBe(-1.5)
  expect([cellValue(Number.NaN, 'number'), cellValue(Infinity, 'number'), cellValue('', 'text')]).toEqual([
    null,
    null,
    null,
  ])
})

it('makes real dates and times of texts of the form that the column’s kind says, and of no others', () => {
  expect(cellValue('2026-11-25', 'date')).toBe(46_351)
  expect(cellValue('1900-03-01', 'date')).toBe(61)
  expect(cellValue('2026-11-25T18:00', 'datetime')).toBe(46_351.75)
  expect(cellValue('08:30', 'time')).toBeCloseTo(8.5 / 24, 12)
  for (const [text, kind] of [
    ['2026-02-30', 'date'],
    ['1899-12-31', 'date'],
    ['2026-11-25', 'text'],
    ['2026-11-25', 'time'],
    ['2026-11-25T24:00', 'datetime'],
    ['24:00', 'time'],
  ] as const)
    expect(cellValue(text, kind)).toBe(text)
})

it('shortens a text that would damage the file, not in the middle of a character', () => {
  expect(cellValue('x'.repeat(40_000), 'text')).toHaveLength(32_767)
  expect(cellValue(`${'x'.repeat(32_766)}👩‍🏫`, 'text')).toHaveLength(32_766)
})

it('replaces what no XML may have, so that the file can be opened', () => {
  expect(cellValue('a\uffffb\ufffec\u0001d\ud800e\udc00f', 'text')).toBe('a\ufffdb\ufffdc\ufffdd\ufffde\ufffdf')
  expect(cellValue('👩‍🏫\t𠮷\n', 'text')).toBe('👩‍🏫\t𠮷\n')
})
