const DAY = 24 * 60
const MINUTE = 60_000

/** A wall clock: a day (YYYY-MM-DD), and the whole minutes since its midnight. */
export interface WallTime {
  readonly date: string
  readonly minutes: number
}

/** One for each zone: creating one costs a thousand uses. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** The wall clock of a time zone at a moment (milliseconds since 1970). Throws RangeError for an unknown zone. */
export function wallTime(at: number, timeZone: string): WallTime {
  const parts = new Map(
    formatFor(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? ''
  return {
    date: `${part('year')}-${part('month')}-${part('day')}`,
    minutes: Number(part('hour')) * 60 + Number(part('minute')),
  }
}

/**
 * The moment (milliseconds since 1970) at which a time zone's wall clock shows so many minutes after the midnight of a day; more than a day's minutes
 * are on the following days. A time skipped in spring is as much later, one repeated in autumn is the first.
 */
export function momentOf({ date, minutes }: WallTime, timeZone: string): number {
  const asUtc = Date.parse(`${date}T00:00:00Z`) + minutes * MINUTE
  const offsetAt = (at: number) => {
    const shown = wallTime(at, timeZone)
    return Date.parse(`${shown.date}T00:00:00Z`) + shown.minutes * MINUTE - Math.floor(at / MINUTE) * MINUTE
  }
  // The greater offset is the earlier moment, and before a change the one in force.
  const offsets = [offsetAt(asUtc - DAY * MINUTE), offsetAt(asUtc + DAY * MINUTE)]
  const fitting = offsets.map((offset) => asUtc - offset).filter((at) => at + offsetAt(at) === asUtc)
  return fitting.length > 0 ? Math.min(...fitting) : asUtc - (offsets[0] ?? 0)
}

export function isTimeZone(name: string): boolean {
  // Newer engines also accept offsets, which databases do not.
  if (!/^[A-Za-z][\w+-]*(\/[\w+-]+)*$/.test(name)) return false
  try {
    formatFor(name)
    return true
  } catch {
    return false
  }
}

/** The time zone of this name, or the engine's own if it is unknown there: an old browser may lack a zone of a newer name. */
export function usableTimeZone(name: string | undefined): string {
  return name !== undefined && isTimeZone(name) ? name : new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** The minutes after midnight of a time HH:MM. */
export function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY * MINUTE).toISOString().slice(0, 10)
}

/** The day so many months later; the last day of the month where there is no such day. */
export function addMonths(date: string, months: number): string {
  const first = new Date(`${date.slice(0, 7)}-01T00:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() + months)
  const days = daysOf(first.toISOString().slice(0, 7))
  return days[Math.min(Number(date.slice(8)), days.length) - 1] ?? date
}

/** 1 on a Monday, 7 on a Sunday. */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7
}

/** The days of a month YYYY-MM. */
export function daysOf(month: string): string[] {
  const days: string[] = []
  for (let date = `${month}-01`; date.startsWith(month); date = addDays(date, 1)) days.push(date)
  return days
}

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  formats.set(timeZone, made)
  return made
}
