import type { Language } from '../../../../contract/envelope.ts'
import { dateLocale } from '../../../../contract/rules/date-locale.ts'

/** Creating a formatter costs a hundred times its use, and long lists are redrawn often. */
const numberFormats = new Map<string, Intl.NumberFormat>()
const dateFormats = new Map<string, Intl.DateTimeFormat>()
const ageFormats = new Map<Language, Intl.RelativeTimeFormat>()

/** A number as the language writes it, by default with its thousands apart. */
export function formatNumber(value: number, language: Language, options: Intl.NumberFormatOptions = {}): string {
  const key = `${language} ${JSON.stringify(options)}`
  const format = numberFormats.get(key) ?? new Intl.NumberFormat(language, options)
  numberFormats.set(key, format)
  return format.format(value)
}

/** A date in a form that the functions here and in calendar.ts do not have; in the user's time zone unless the options name one. */
export function formatDate(date: Date, language: Language, options: Intl.DateTimeFormatOptions): string {
  // A formatter keeps its time zone, and the user may travel.
  const key = `${language} ${date.getTimezoneOffset()} ${JSON.stringify(options)}`
  const format = dateFormats.get(key) ?? new Intl.DateTimeFormat(dateLocale(language), options)
  dateFormats.set(key, format)
  return format.format(date)
}

/** How long ago it was, as "5 minutes ago" or "yesterday". */
export function formatAge(age: number, unit: 'minute' | 'hour' | 'day', language: Language): string {
  const format = ageFormats.get(language) ?? new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  ageFormats.set(language, format)
  return format.format(-age, unit)
}

const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

function splitBytes(bytes: number): [amount: number, unit: (typeof BYTE_UNITS)[number]] {
  let amount = bytes
  let index = 0
  while (amount >= 1024 && index < BYTE_UNITS.length - 1) {
    amount /= 1024
    index += 1
  }
  return [amount, BYTE_UNITS[index] ?? 'byte']
}

export function formatBytes(bytes: number, language: Language): string {
  const [amount, unit] = splitBytes(bytes)
  return formatNumber(amount, language, {
    style: 'unit',
    unit,
    unitDisplay: unit === 'byte' ? 'long' : 'short',
    maximumFractionDigits: amount < 10 && unit !== 'byte' ? 1 : 0,
  })
}

export function formatSpeed(bytesPerSecond: number, language: Language): string {
  return `${formatBytes(bytesPerSecond, language)}/${language === 'en' ? 's' : '秒'}`
}

/** In the user's time zone: only the time today, else date and time. */
export function formatDateTime(iso: string, language: Language, now: Date = new Date()): string {
  const date = new Date(iso)
  const today = date.toDateString() === now.toDateString()
  return formatDate(
    date,
    language,
    today
      ? { hour: '2-digit', minute: '2-digit' }
      : {
          year: date.getFullYear() === now.getFullYear() ? undefined : 'numeric',
          month: 'short',
          day: 'numeric',
          hour: '2-digit',
          minute: '2-digit',
        },
  )
}

/** A remaining time in its largest sensible unit, such as "4 min"; at least one second. */
export function formatDuration(seconds: number, language: Language): string {
  const unit = seconds < 60 ? 'second' : seconds < 3600 ? 'minute' : 'hour'
  const value = seconds / { second: 1, minute: 60, hour: 3600 }[unit]
  return formatNumber(Math.max(1, value), language, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: unit === 'hour' ? 1 : 0,
  })
}
