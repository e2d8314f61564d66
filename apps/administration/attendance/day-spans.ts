import type { MarkedDay } from '../../../contract/endpoints/attendance/attendance-admin.ts'
import { addDays } from '../../../contract/rules/zoned-time.ts'

/** Consecutive days with the same mark, such as a holiday. */
export type DaySpan = Omit<MarkedDay, 'date'> & { first: string; last: string }

export function spansOf(days: readonly MarkedDay[]): DaySpan[] {
  const spans: DaySpan[] = []
  for (const { date, ...mark } of days.toSorted((a, b) => a.date.localeCompare(b.date))) {
    const span = spans.at(-1)
    const goesOn = span && addDays(span.last, 1) === date && span.name === mark.name && span.kind === mark.kind
    if (goesOn) span.last = date
    else spans.push({ first: date, last: date, ...mark })
  }
  return spans
}

export function daysIn({ first, last, name, englishName, kind }: DaySpan): MarkedDay[] {
  const days: MarkedDay[] = []
  for (let date = first; date <= last; date = addDays(date, 1)) days.push({ date, name, englishName, kind })
  return days
}
