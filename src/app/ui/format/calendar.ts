import type { Language } from '../../../../contract/envelope.ts'
import { addDays, usableTimeZone } from '../../../../contract/rules/zoned-time.ts'
import { formatDate } from './format.ts'

/** Days of the unit's calendar have no time zone. */
const dayAt = (date: string) => new Date(`${date}T00:00:00Z`)
const inUtc = { timeZone: 'UTC' } as const

/** A day as "11月23日星期一" or "Mon 23 November". */
export function formatDay(date: string, language: Language): string {
  return formatDate(dayAt(date), language, { ...inUtc, weekday: 'short', day: 'numeric', month: 'long' })
}

/** A day with its year, as "2026年11月23日" or "23 November 2026". */
export function formatFullDay(date: string, language: Language): string {
  return formatDate(dayAt(date), language, { ...inUtc, day: 'numeric', month: 'long', year: 'numeric' })
}

/** A day for where there is little room, as "11/23" or "23/11". */
export function formatShortDay(date: string, language: Language): string {
  return formatDate(dayAt(date), language, { ...inUtc, day: 'numeric', month: 'numeric' })
}

/** A month YYYY-MM as "2026年11月" or "November 2026". */
export function formatMonth(month: string, language: Language): string {
  return formatDate(dayAt(`${month}-01`), language, { ...inUtc, month: 'long', year: 'numeric' })
}

/** The name of a weekday, 1 for Monday to 7 for Sunday, as "周一" or "Mon"; narrow as "一" or "M". */
export function formatWeekday(weekday: number, language: Language, width: 'short' | 'narrow' = 'short'): string {
  // The days after a Monday.
  return formatDate(dayAt(addDays('2024-01-01', weekday - 1)), language, { ...inUtc, weekday: width })
}

/** The time of a moment in the unit's time zone, as "07:52". */
export function formatTime(moment: string, timeZone: string | undefined, language: Language): string {
  const options = {
    timeZone: usableTimeZone(timeZone),
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  } as const
  return formatDate(new Date(moment), language, options)
}

/** The month so many months after another. */
export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months)).toISOString().slice(0, 7)
}

export function monthOf(date: string): string {
  return date.slice(0, 7)
}

/** Weekdays in words, runs of three and more as "周一至周五" or "Mon to Fri". 1 is Monday, 7 is Sunday. */
export function describeWeekdays(weekdays: readonly number[], language: Language): string {
  const runs: { first: number; last: number }[] = []
  for (const weekday of weekdays.toSorted((a, b) => a - b)) {
    const run = runs.at(-1)
    if (run && run.last === weekday - 1) run.last = weekday
    else runs.push({ first: weekday, last: weekday })
  }
  const name = (weekday: number) => formatWeekday(weekday, language)
  const [to, and] = language === 'en' ? [' to ', ', '] : ['至', '、']
  const words = runs.flatMap(({ first, last }) => {
    if (last - first >= 2) return [`${name(first)}${to}${name(last)}`]
    return first === last ? [name(first)] : [name(first), name(last)]
  })
  return words.join(and)
}
