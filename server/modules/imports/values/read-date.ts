import { foldText } from '../../../../contract/rules/text/fold-text.ts'

/** Which of two numbers before a year is the day: in 03/09/2016 it is 3 September with the day first. */
type DayOrder = 'dayFirst' | 'monthFirst'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** Days of a spreadsheet before 1970. */
const SERIAL_EPOCH = 25_569
const DAY = 86_400_000
const NUMERIC = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/

const typedOf = (text: string) => foldText(text).replace(/[ t]\d{1,2}:\d{2}(?::\d{2})?.*$/, '')

/** Whether the day and the month of a date are two numbers, whose order only the other dates of its column can tell. */
export const hasOpenOrder = (text: string) => NUMERIC.test(typedOf(text))

/** A day as 2016-09-01, of the forms that schools write; undefined for what is no day. */
export function readDate(text: string, order: DayOrder = 'dayFirst'): string | undefined {
  const typed = typedOf(text)
  if (/^\d{5}$/.test(typed)) return new Date((Number(typed) - SERIAL_EPOCH) * DAY).toISOString().slice(0, 10)
  const whole = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(typed) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(typed)
  if (whole) return dayOf(whole[1], whole[2], whole[3])
  const numeric = NUMERIC.exec(typed)
  if (numeric) {
    const [, first, second, year] = numeric
    return order === 'dayFirst' ? dayOf(year, second, first) : dayOf(year, first, second)
  }
  const named = /^(\d{1,2})[ -]([a-z]{3})[a-z]*[ ,-]+(\d{4})$/.exec(typed)
  if (named) return dayOf(named[3], monthOf(named[2]), named[1])
  const american = /^([a-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})$/.exec(typed)
  return american ? dayOf(american[3], monthOf(american[1]), american[2]) : undefined
}

/** A month as its first day, of 2016年9月, 2016-09, 201609, Sep 2016, or of a day in it. */
export function readMonth(text: string, order: DayOrder = 'dayFirst'): string | undefined {
  const typed = foldText(text)
  const short = /^(\d{4})[-/.年](\d{1,2})月?$/.exec(typed) ?? /^(\d{4})(\d{2})$/.exec(typed)
  if (short) return dayOf(short[1], short[2], '1')
  const named = /^([a-z]{3})[a-z]*\.?[ -](\d{4})$/.exec(typed)
  if (named) return dayOf(named[2], monthOf(named[1]), '1')
  const day = readDate(text, order)
  return day === undefined ? undefined : `${day.slice(0, 7)}-01`
}

/**
 * Finds in which order a column writes day and month. One day above 12 decides for all; of a column with both orders, that of most such days, and the day first
 * where they are equal.
 */
export function createDayOrder() {
  const seen = { dayFirst: 0, monthFirst: 0, either: 0 }
  return {
    see(text: string): void {
      const dayFirst = readDate(text, 'dayFirst')
      const monthFirst = readDate(text, 'monthFirst')
      if (dayFirst === monthFirst) return
      if (dayFirst === undefined) seen.monthFirst += 1
      else if (monthFirst === undefined) seen.dayFirst += 1
      else seen.either += 1
    },
    get order(): DayOrder {
      return seen.monthFirst > seen.dayFirst ? 'monthFirst' : 'dayFirst'
    },
    /** Whether there are dates that could be read in the other order as well. */
    get isUncertain(): boolean {
      return seen.either > 0 && seen.dayFirst > 0 === seen.monthFirst > 0
    },
  }
}

const monthOf = (name = '') => String(MONTHS.indexOf(name) + 1)

function dayOf(year = '', month = '', day = ''): string | undefined {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(date) ? date : undefined
}
