const DAY = 24 * 60
const MINUTE = 60_000

/** A clock on a wall: a day (YYYY-MM-DD), and the whole minutes since its midnight. */
export interface WallTime {
  readonly date: string
  readonly minutes: number
}

/** One for each zone: making one takes longer than a thousand uses. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** What a clock in a time zone shows at a moment (milliseconds since 1970). Throws RangeError for a zone that does not exist. */
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
 * The moment (milliseconds since 1970) at which a clock in a time zone shows so many minutes after the midnight of a day; more than a day's minutes are of the
 * days that follow. A time that is left out in spring is as much later, one that comes twice in autumn is the first.
 */
export function momentOf({ date, minutes }: WallTime, timeZone: string): number {
  const asUtc = Date.parse(`${date}T00:00:00Z`) + minutes * MINUTE
  const offsetAt = (at: number) => {
    const shown = wallTime(at, timeZone)
    return Date.parse(`${shown.date}T00:00:00Z`) + shown.minutes * MINUTE - Math.floor(at / MINUTE) * MINUTE
  }
  // The greater offset is the earlier moment, and before a change the one that still counts.
  const offsets = [offsetAt(asUtc - DAY * MINUTE), offsetAt(asUtc + DAY * MINUTE)]
  const fitting = offsets.map((offset) => asUtc - offset).filter((at) => at + offsetAt(at) === asUtc)
  return fitting.length > 0 ? Math.min(...fitting) : asUtc - (offsets[0] ?? 0)
}

/** Whether there is a time zone of this name. */
export function isTimeZone(name: string): boolean {
  // Newer engines take offsets as well, which no database does.
  if (!/^[A-Za-z][\w+-]*(\/[\w+-]+)*$/.test(name)) return false
  try {
    formatFor(name)
    return true
  } catch {
    return false
  }
}

/** The time zone of this name, or the engine's own where it does not know that: an old browser may lack a zone of a newer name. */
export function usableTimeZone(name: string | undefined): string {
  return name !== undefined && isTimeZone(name) ? name : new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** The minutes after midnight of a time HH:MM. */
export function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}

/** The day so many days after another. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY * MINUTE).toISOString().slice(0, 10)
}

/** The day so many months after another; the last day of the month where that has no such day. */
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
