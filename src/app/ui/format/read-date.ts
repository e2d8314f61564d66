import type { Language } from '../../../../contract/envelope.ts'

const EIGHT_DIGITS = /^(\d{4})(\d{2})(\d{2})$/
/** A day without a time is the reader's own day; read as JavaScript does, it would be the day before in America. */
const DAY = /^(\d{4})-(\d{1,2})-(\d{1,2})$/

/**
 * The moment that a value stands for: eight digits are YYYYMMDD, everything else is read as JavaScript reads it (ISO text, milliseconds since 1970).
 * A day without a time begins at the reader's midnight. Null for what is no date, the 31st of February included.
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

/** A day by the language's custom, such as "2026年11月21日" or "21 Nov 2026"; what is no date is given back as it is. */
export function formatDay(value: string | number | Date, language: Language): string {
  const date = readDate(value)
  if (!date) return String(value)
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    year: 'numeric',
    month: language === 'en' ? 'short' : 'long',
    day: 'numeric',
  }).format(date)
}
