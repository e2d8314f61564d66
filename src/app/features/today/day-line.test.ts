import { expect, it } from 'vitest'
import { placeDay } from './day-line.ts'

const DATE = '2026-11-24'
const hours = { inBy: '08:00', outFrom: '16:00' }
const at = (time: string, date = DATE) => new Date(`${date}T${time}:00+08:00`).toISOString()
const around = { date: DATE, timeZone: 'Asia/Shanghai', now: at('12:00'), excuse: null }
const came = (time: string) => ({ at: at(time), direction: 'in' as const })
const went = (time: string) => ({ at: at(time), direction: 'out' as const })

it('shows the hours with room on both sides, and now between', () => {
  const line = placeDay({ hours, events: [] }, around)
  // 07:30 to 16:30 are 540 minutes.
  expect(line).toMatchObject({ hours: { from: 5.6, to: 94.4 }, now: 50, events: [], excused: null })
  expect(line?.labels.map(({ time, isEvent }) => [time, isEvent])).toEqual([
    ['08:00', false],
    ['16:00', false],
  ])
  expect(placeDay({ hours, events: [] }, { ...around, now: at('20:00') })?.now).toBeNull()
  expect(placeDay({ hours: null, events: [came('08:00')] }, around)).toBeNull()
})

it('reaches to the first and the last event, and labels what has room', () => {
  const line = placeDay({ hours, events: [came('07:40'), went('12:00'), came('12:10'), went('18:00')] }, around)
  // 07:10 to 18:30 are 680 minutes.
  expect(line?.events.map((event) => event.at)).toEqual([4.4, 42.6, 44.1, 95.6])
  // 08:00 stands under 07:40, and 12:00 under 12:10.
  expect(line?.labels.map(({ time }) => time)).toEqual(['07:40', '12:10', '18:00'])
})

it('counts what happens after midnight as of the same day', () => {
  const line = placeDay({ hours, events: [{ at: at('00:30', '2026-11-25'), direction: 'out' }] }, around)
  expect(line?.labels.at(-1)).toMatchObject({ time: '00:30', isEvent: true })
  expect(line?.events[0]?.at).toBeGreaterThan(90)
})

it('marks the excused part of the hours', () => {
  const excused = (from: string | null, until: string | null) =>
    placeDay({ hours, events: [] }, { ...around, excuse: { from, until } })?.excused
  expect(excused(null, null)).toEqual({ from: 5.6, to: 94.4 })
  expect(excused(null, '12:00')).toEqual({ from: 5.6, to: 50 })
  expect(excused('12:00', '18:00')).toEqual({ from: 50, to: 94.4 })
})
