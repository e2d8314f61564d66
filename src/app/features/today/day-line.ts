import type { ChildCard } from '../../../../contract/endpoints/desktop/today.ts'
import type { ExcusedTime } from '../../../../contract/rules/attendance/absence-rule.ts'
import { minutesOf, wallTime } from '../../../../contract/rules/zoned-time.ts'

const DAY = 24 * 60
/** Minutes shown before and after. */
const MARGIN = 30
/** Percent of the line that the label of a time needs, on the narrowest card. */
const LABEL_WIDTH = 18

interface Mark {
  /** Percent of the line. */
  readonly at: number
  /** HH:MM */
  readonly time: string
}

export interface DayLineModel {
  /** The required hours, in percent of the line. */
  readonly hours: { readonly from: number; readonly to: number }
  /** The part of them for which a notice excuses, if any. */
  readonly excused: { readonly from: number; readonly to: number } | null
  readonly events: readonly (Mark & { readonly direction: 'in' | 'out' })[]
  /** The times that have room below the line; `isEvent`: of a clock event, else of the required hours. */
  readonly labels: readonly (Mark & { readonly isEvent: boolean })[]
  /** Now, in percent; null outside of the line. */
  readonly now: number | null
}

/** Where the hours, the clock events and now stand on the line of a day; null on a day without required hours. */
export function placeDay(
  { hours, events }: Pick<ChildCard, 'hours' | 'events'>,
  { date, timeZone, now, excuse }: { date: string; timeZone: string; now: string; excuse: ExcusedTime | null },
): DayLineModel | null {
  if (!hours) return null
  const minutesAt = (moment: string) => {
    const shown = wallTime(Date.parse(moment), timeZone)
    return shown.minutes + Math.round((Date.parse(shown.date) - Date.parse(date)) / 60_000)
  }
  const [from, to] = [minutesOf(hours.inBy), minutesOf(hours.outFrom)]
  const times = events.map(({ at, direction }) => ({ minutes: minutesAt(at), direction }))
  const start = Math.min(from, ...times.map(({ minutes }) => minutes)) - MARGIN
  const end = Math.max(to, ...times.map(({ minutes }) => minutes)) + MARGIN
  const place = (minutes: number) => Math.round((1000 * (minutes - start)) / (end - start)) / 10
  const mark = (minutes: number): Mark => ({ at: place(minutes), time: clockText(minutes) })
  const marks = times.map(({ minutes, direction }) => ({ ...mark(minutes), direction }))
  const present = minutesAt(now)
  return {
    hours: { from: place(from), to: place(to) },
    excused: excuse && {
      from: place(excuse.from === null ? from : Math.max(from, minutesOf(excuse.from))),
      to: place(excuse.until === null ? to : Math.min(to, minutesOf(excuse.until))),
    },
    events: marks,
    labels: chooseLabels(marks, [mark(from), mark(to)]),
    now: present < start || present > end ? null : place(present),
  }
}

/** The first and the last event, then the others and the hours, as long as they do not cover one another. */
function chooseLabels(events: readonly Mark[], hours: readonly Mark[]) {
  const ordered = [...events.slice(0, 1), ...events.slice(1).toReversed()]
  const wanted = [
    ...ordered.map((mark) => ({ ...mark, isEvent: true })),
    ...hours.map((mark) => ({ ...mark, isEvent: false })),
  ]
  const chosen: (Mark & { isEvent: boolean })[] = []
  for (const mark of wanted) {
    if (chosen.every(({ at }) => Math.abs(at - mark.at) >= LABEL_WIDTH)) chosen.push(mark)
  }
  return chosen.toSorted((one, other) => one.at - other.at)
}

function clockText(minutes: number): string {
  const inDay = ((minutes % DAY) + DAY) % DAY
  return `${String(Math.floor(inDay / 60)).padStart(2, '0')}:${String(inDay % 60).padStart(2, '0')}`
}
