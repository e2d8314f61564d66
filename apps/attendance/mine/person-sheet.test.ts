import { expect, it } from 'vitest'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import type * as attendance from '../../../contract/endpoints/attendance/attendance.ts'
import { personSheet } from './person-sheet.ts'

type Day = ResponseOf<typeof attendance.mine>['days'][number]

const day = (over: Partial<Day>): Day => ({
  date: '2026-11-25',
  due: true,
  status: 'late',
  firstIn: '2026-11-25T00:20:00.000Z',
  lastOut: null,
  lateMinutes: 20,
  earlyMinutes: 0,
  overdue: false,
  holiday: '',
  englishHoliday: '',
  events: [],
  correction: null,
  absence: null,
  ...over,
})

it('lists each day of a month with the hours of the school’s clock', () => {
  const sheet = personSheet(
    {
      person: {
        kind: 'pupil',
        id: '1',
        number: '20260101',
        realName: '林溪',
        englishName: 'Lin Xi',
        groupName: '四年级1班',
        groupEnglishName: 'Grade 4 Class 1',
      },
      timeZone: 'Asia/Shanghai',
      today: '2026-11-26',
      rule: null,
      days: [
        day({}),
        day({
          date: '2026-10-01',
          due: false,
          status: 'off',
          firstIn: null,
          lateMinutes: 0,
          englishHoliday: 'National Day',
        }),
      ],
      totals: {
        due: 1,
        onTime: 0,
        late: 1,
        early: 0,
        missing: 0,
        absent: 0,
        excused: 0,
        lateMinutes: 20,
        earlyMinutes: 0,
      },
      mayRequest: false,
      mayExcuse: false,
      mayCode: false,
    },
    { language: 'en', t: (key) => (key === 'dot' ? ' · ' : (key.split('.').at(-1) ?? '')) },
  )
  expect(sheet).toMatchObject({ name: 'Lin Xi', title: 'Lin Xi · Grade 4 Class 1 · 20260101' })
  expect(sheet.columns.map(({ kind }) => kind)).toEqual([
    'date',
    undefined,
    'time',
    'time',
    undefined,
    'number',
    'number',
  ])
  expect(sheet.rows).toEqual([
    ['2026-11-25', 'Wed', '08:20', null, expect.any(String), 20, 0],
    ['2026-10-01', 'Thu', null, null, 'off · National Day', 0, 0],
  ])
})
