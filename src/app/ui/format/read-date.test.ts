import { describe, expect, it } from 'vitest'
import { formatDay, readDate } from './read-date.ts'

describe('readDate', () => {
  it('reads eight digits as YYYYMMDD, as text and as number', () => {
    expect(readDate('20261121')).toEqual(new Date(2026, 10, 21))
    expect(readDate(20_261_121)).toEqual(new Date(2026, 10, 21))
    expect(readDate(' 20240229 ')).toEqual(new Date(2024, 1, 29))
    expect(readDate('00990101')?.getFullYear()).toBe(99)
  })

  it('reads a day without a time as the day of the reader', () => {
    expect(readDate('2026-11-21')).toEqual(new Date(2026, 10, 21))
  })

  it('reads moments', () => {
    expect(readDate('2026-11-21T12:00:00.000Z')?.getTime()).toBe(Date.UTC(2026, 10, 21, 12))
    expect(readDate(1_795_262_400_000)?.getTime()).toBe(1_795_262_400_000)
    expect(readDate(new Date(5))?.getTime()).toBe(5)
  })

  it.each(['', '  ', '20260231', '20261301', '2026-02-30', 'yesterday', '123456789', Number.NaN, new Date('no')])(
    'refuses %s',
    (value) => {
      expect(readDate(value)).toBeNull()
    },
  )
})

describe('formatDay', () => {
  it('follows the language', () => {
    expect(formatDay('20261121', 'zh-CN')).toBe('2026年11月21日')
    expect(formatDay('20261121', 'en')).toBe('21 Nov 2026')
    expect(formatDay('20240229', 'zh-CN')).toBe('2024年2月29日')
    expect(formatDay('20240229', 'en')).toBe('29 Feb 2024')
  })

  it('gives back what is no date', () => {
    expect(formatDay('soon', 'en')).toBe('soon')
  })
})
