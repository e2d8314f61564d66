import { expect, it } from 'vitest'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import type { exportMonth } from '../../../contract/endpoints/attendance/attendance.ts'
import { loadSheets } from './attendance-sheets.ts'

type Page = ResponseOf<typeof exportMonth>

const totals = {
  due: 1,
  onTime: 0,
  late: 1,
  early: 0,
  missing: 0,
  absent: 0,
  excused: 0,
  lateMinutes: 20,
  earlyMinutes: 0,
}

function personMonth(number: string): Page['people'][number] {
  const names = { realName: '林溪', englishName: '', groupName: '四年级1班', groupEnglishName: 'Grade 4 Class 1' }
  return {
    person: { kind: 'pupil', id: number, number, ...names },
    totals,
    days: [
      {
        date: '2026-11-25',
        status: 'missing_out',
        firstIn: '08:20',
        lastOut: null,
        lateMinutes: 20,
        earlyMinutes: 0,
        absence: { kind: 'appointment', state: 'accepted', from: null, until: '08:00' },
        events: [
          { time: '08:20', direction: 'in', source: 'face' },
          { time: '08:21', direction: 'in', source: 'card' },
        ],
      },
    ],
  }
}

/** Calls that answer with these pages, and the pages that were asked for. */
function answering(...pages: Page[]) {
  const asked: unknown[] = []
  const call = async (_: unknown, input: { page: number }) => {
    asked.push(input)
    return pages[input.page - 1]
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the only call that is made
  return { portal: { call: call as never }, asked }
}

const never = new AbortController().signal
const input = { group: 'c1', month: '2026-11' }
const t = (key: string) => key.split('.').at(-1) ?? ''

it('lists each person once with the totals, and each day with what came of it', async () => {
  const { portal } = answering({ total: 1, people: [personMonth('1')] })
  const [summary, days] = await loadSheets(never, portal, input, { language: 'en', t, onProgress: () => {} })
  expect(summary?.rows).toEqual([['1', '林溪', 'Grade 4 Class 1', 1, 0, 1, 0, 0, 0, 0, 20, 0]])
  expect(days?.columns).toHaveLength(12)
  const events = '08:20 in (face); 08:21 in (card)'
  expect(days?.rows).toEqual([
    [
      '1',
      '林溪',
      'Grade 4 Class 1',
      '2026-11-25',
      'Wed',
      '08:20',
      '',
      'missing_out',
      'appointment –08:00 accepted',
      20,
      0,
      events,
    ],
  ])
})

it('loads page by page until all people are there, and tells how far it is', async () => {
  const page = (people: number) => ({
    total: 120,
    people: Array.from({ length: people }, (_, at) => personMonth(`${at}`)),
  })
  const { portal, asked } = answering(page(50), page(50), page(20))
  const parts: number[] = []
  const sheets = await loadSheets(never, portal, input, {
    language: 'zh-CN',
    t,
    onProgress: (part) => parts.push(part),
  })
  expect(sheets.map(({ name, rows }) => [name, rows.length])).toEqual([
    ['summary', 120],
    ['days', 120],
  ])
  expect(asked).toEqual([1, 2, 3].map((number) => ({ ...input, page: number })))
  expect(parts).toEqual([50 / 120, 100 / 120, 1])
})

it('asks once for a group without people', async () => {
  const { portal, asked } = answering({ total: 0, people: [] })
  const sheets = await loadSheets(never, portal, input, { language: 'en', t, onProgress: () => {} })
  expect(sheets.map(({ rows }) => rows)).toEqual([[], []])
  expect(asked).toHaveLength(1)
})
