import { expect, it } from 'vitest'
import { daysIn, spansOf } from './day-spans.ts'

const holiday = { name: '国庆节', englishName: 'National Day', kind: 'holiday' } as const

it('joins days that follow one another and are marked alike', () => {
  const days = [
    { ...holiday, date: '2026-10-02' },
    { ...holiday, date: '2026-10-01' },
    { date: '2026-10-03', name: '国庆节调休', englishName: '', kind: 'workday' as const },
    { ...holiday, date: '2026-10-05' },
  ]
  expect(spansOf(days).map(({ first, last, kind }) => [first, last, kind])).toEqual([
    ['2026-10-01', '2026-10-02', 'holiday'],
    ['2026-10-03', '2026-10-03', 'workday'],
    ['2026-10-05', '2026-10-05', 'holiday'],
  ])
})

it('takes a span apart over the end of a month', () => {
  const days = daysIn({ ...holiday, first: '2026-09-30', last: '2026-10-02' })
  expect(days.map(({ date }) => date)).toEqual(['2026-09-30', '2026-10-01', '2026-10-02'])
  expect(spansOf(days)).toEqual([{ ...holiday, first: '2026-09-30', last: '2026-10-02' }])
})
