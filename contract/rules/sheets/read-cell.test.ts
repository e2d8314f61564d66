import { describe, expect, it } from 'vitest'
import type { Language } from '../../envelope.ts'
import { readCell } from './read-cell.ts'

const read = (text: string, language: Language = 'zh-CN') => {
  const { kind, value } = readCell({ text }, language)
  return [kind, value]
}

describe('what the text alone says', () => {
  it('is a number in either language’s form', () => {
    expect([' 42 ', '1,234,567.5', '-3', '−3', '0.5', '0'].map((text) => read(text))).toEqual([
      ['number', 42],
      ['number', 1_234_567.5],
      ['number', -3],
      ['number', -3],
      ['number', 0.5],
      ['number', 0],
    ])
    expect([read('12.5%'), read('7 %'), read('100％')]).toEqual([
      ['percent', 0.125],
      ['percent', 0.07],
      ['percent', 1],
    ])
  })

  it('is no number where digits are a name: identity cards, phones, leading zeros, odd groups', () => {
    for (const text of ['110101199003078515', '13800000000', '007', '1,23', '1.2.3', '=1+1', '+', '-', '–', '1e5'])
      expect(read(text)).toEqual(['text', text])
  })

  it('is a date or a time as the language writes it', () => {
    expect(read('2026年3月5日')).toEqual(['date', '2026-03-05'])
    expect(read('2026/3/5 8:05')).toEqual(['datetime', '2026-03-05T08:05:00'])
    expect(read('2026-11-25', 'en')).toEqual(['date', '2026-11-25'])
    expect(read('Mar 5, 2026', 'en')).toEqual(['date', '2026-03-05'])
    expect(read('5 March 2026', 'en')).toEqual(['date', '2026-03-05'])
    expect(read('Nov 25, 2026, 12:05 AM', 'en')).toEqual(['datetime', '2026-11-25T00:05:00'])
    expect(read('2:05 PM', 'en')).toEqual(['time', '14:05:00'])
    expect(read('08:30')).toEqual(['time', '08:30:00'])
  })

  it('is a text where it is in doubt', () => {
    for (const text of ['11/25/2026', '2026-02-30', '25:00', '8:75', 'Foo 5, 2026', '3月5日'])
      expect(read(text, 'en')).toEqual(['text', text])
    expect(read('')).toEqual(['text', null])
  })
})

describe('what is said of a cell', () => {
  it('comes before its text', () => {
    expect(readCell({ text: '1.2 kB', type: 'number', value: '1234' }, 'en')).toEqual({ kind: 'number', value: 1234 })
    expect(readCell({ text: 'today', type: 'date', value: '2026-11-25' }, 'en')).toEqual({
      kind: 'date',
      value: '2026-11-25',
    })
    expect(readCell({ text: '一半', type: 'percent', value: '0.5' }, 'zh-CN')).toEqual({ kind: 'percent', value: 0.5 })
    expect(readCell({ text: '20260101', type: 'text' }, 'en')).toEqual({ kind: 'text', value: '20260101' })
  })

  it('is not believed where it cannot be so', () => {
    expect(readCell({ text: 'many', type: 'number', value: 'many' }, 'en')).toEqual({ kind: 'text', value: 'many' })
    expect(readCell({ text: 'x', type: 'formula', value: '=1+1' }, 'en')).toEqual({ kind: 'text', value: 'x' })
    expect(readCell({ text: '42', type: 'date' }, 'en')).toEqual({ kind: 'text', value: '42' })
  })
})
