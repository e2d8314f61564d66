import type { Language } from '../../../../contract/envelope.ts'
import { TIME_AGO } from '../../../../contract/limits.ts'
import { formatAge, formatDateTime } from './format.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Clocks differ: a moment this far ahead is still "just now". */
const AHEAD = MINUTE

/**
 * The age of a moment: just now (30 s), minutes (up to an hour), hours (up to a day), yesterday (up to two days), then date and time. Future moments
 * have date and time.
 */
export function timeAgo(moment: Date, language: Language, now: Date): string {
  const age = now.getTime() - moment.getTime()
  if (age < -AHEAD || age >= TIME_AGO.yesterday) return formatDateTime(moment.toISOString(), language, now)
  if (age < TIME_AGO.justNow) return language === 'en' ? 'just now' : '刚刚'
  if (age < TIME_AGO.minutes) return formatAge(Math.max(1, Math.floor(age / MINUTE)), 'minute', language)
  if (age < TIME_AGO.hours) return formatAge(Math.floor(age / HOUR), 'hour', language)
  return formatAge(1, 'day', language)
}

/** Milliseconds until `timeAgo` changes; null when it never does. */
export function untilNextText(moment: Date, now: Date): number | null {
  const age = now.getTime() - moment.getTime()
  if (age >= TIME_AGO.yesterday) return null
  if (age < -AHEAD) return -AHEAD - age
  if (age < TIME_AGO.justNow) return TIME_AGO.justNow - age
  // "1 minute" starts at half a minute.
  if (age < MINUTE) return 2 * MINUTE - age
  if (age < TIME_AGO.minutes) return MINUTE - (age % MINUTE)
  if (age < TIME_AGO.hours) return HOUR - (age % HOUR)
  return TIME_AGO.yesterday - age
}

/** A longer timeout fires at once. */
const LONGEST = 2 ** 31 - 1

/** Calls `onChange` each time `timeAgo` changes; returns the function that ends this. */
export function followAge(moment: Date, onChange: (now: Date) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    const next = untilNextText(moment, new Date())
    if (next === null) return
    timer = setTimeout(
      () => {
        onChange(new Date())
        wait()
      },
      Math.min(next, LONGEST),
    )
  }
  wait()
  return () => clearTimeout(timer)
}
