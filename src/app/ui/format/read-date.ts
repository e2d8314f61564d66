import type { Language } from '../../../../contract/envelope.ts'
import { formatDate } from './format.ts'

const EIGHT_DIGITS = /^(\d{4})(\d{2})(\d{2})$/
/** A day without a time is a local day; JavaScript reads it as UTC, which is the day before in America. */
const DAY = /^(\d{4})-(\d{1,2})-(\d{1,2})$/

/**
 * The moment of a value: eight digits are YYYYMMDD, everything else is parsed by JavaScript (ISO text, milliseconds since 1970). A day without a time
 * starts at local midnight. Null for invalid dates, such as the 31st of February.
 */
export function readDate(value: string | number | Date): Date | null {
  const text = typeof value === 'string' ? value.trim() : Number.isInteger(value) ? String(value) : ''
  const day = EIGHT_DIGITS.exec(text) ?? DAY.exec(text)
  if (day) {
    const [year = 0, month = 0, date = 0] = day.slice(1).map(Number)
    const read = new Date(year, month - 1, date)
    read.setFullYear(year)
    return read.getMonth() === month - 1 && read.getDate() === date ? read : null
  }
  const read = new Date(typeof value === 'string' ? text : value)
  return Number.isNaN(read.getTime()) ? null : read
}

/** A day in the language's format, such as "2026年11月21日" or "21 Nov 2026"; invalid dates are returned unchanged. */
export function formatDay(value: string | number | Date, language: Language): string {
  const date = readDate(value)
  if (!date) return String(value)
  const month = language === 'en' ? 'short' : 'long'
  return formatDate(date, language, { year: 'numeric', month, day: 'numeric' })
}
