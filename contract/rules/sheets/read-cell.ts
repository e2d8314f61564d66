import type { Language } from '../../envelope.ts'
import { readDate } from './cell-value.ts'
import type { ColumnKind, SheetCell } from './sheet.ts'

/** A cell of a table with what it is. */
export interface TypedCell {
  readonly kind: ColumnKind
  readonly value: SheetCell
}

/** What a cell of a table shows, and what its `data-type` and `data-value` say of it. */
export interface ShownCell {
  readonly text: string
  readonly type?: string | undefined
  readonly value?: string | undefined
}

const KINDS: readonly string[] = ['text', 'number', 'percent', 'date', 'datetime', 'time'] satisfies ColumnKind[]

/** Grouped in thousands, or up to ten digits: longer ones are numbers of identity cards, accounts and phones, as are those with a leading zero. */
const NUMBER = /^[+\-−]?(?:\d{1,3}(?:,\d{3})+|0|[1-9]\d{0,9})(?:\.\d+)?$/
const PERCENT = /^(.+?)\s?[%％]$/
const CHINESE_DATE = /^(\d{4})年(\d{1,2})月(\d{1,2})日(?:\s*(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/
const NUMERIC_DATE = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T\s]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/
/** Nov 25, 2026, 2:05 PM. Days and months in digits alone are read differently in each country, and stay texts. */
const ENGLISH_DATE =
  /^(?:([A-Za-z]{3,9})\.? (\d{1,2})|(\d{1,2}) ([A-Za-z]{3,9})),? (\d{4})(?:,? (?:at )?(\d{1,2}):(\d{2})(?::(\d{2}))?\s?([AaPp][Mm])?)?$/
const CLOCK = /^(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s?([AaPp][Mm]))?$/
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * What a cell of a table is: as `type` and `value` say, else as its text reads in this language. What does not read as what it is said to be, and all
 * that is in doubt, is the text as it is shown.
 */
export function readCell({ text, type, value }: ShownCell, language: Language): TypedCell {
  const shown = text.trim()
  const source = value?.trim() ?? shown
  const said = isKind(type) ? type : undefined
  if (said === 'text') return { kind: 'text', value: value ?? shown }
  if (source === '') return { kind: 'text', value: null }
  const read = readKnown(source, said) ?? readNumber(source) ?? readMoment(source, language)
  if (read && (said === undefined || said === read.kind)) return read
  return { kind: 'text', value: shown }
}

function isKind(type: string | undefined): type is ColumnKind {
  return type !== undefined && KINDS.includes(type)
}

/** The machine's form of a value whose kind is said. */
function readKnown(source: string, said: ColumnKind | undefined): TypedCell | undefined {
  if (said === undefined || said === 'text') return undefined
  if (readDate(source, said) !== undefined) return { kind: said, value: source }
  if ((said === 'number' || said === 'percent') && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(source))
    return { kind: said, value: Number(source) }
  return undefined
}

function readNumber(source: string): TypedCell | undefined {
  const share = PERCENT.exec(source)?.[1]
  const digits = share ?? source
  if (!NUMBER.test(digits)) return undefined
  const number = Number(digits.replaceAll(',', '').replace('−', '-'))
  // 12.5 % is 0.125, without the error of a binary fraction.
  if (share !== undefined) return { kind: 'percent', value: Number((number / 100).toPrecision(15)) }
  return { kind: 'number', value: number }
}

function readMoment(source: string, language: Language): TypedCell | undefined {
  const clock = CLOCK.exec(source)
  if (clock) return checked('time', timeText(clock[1], clock[2], clock[3], clock[4]))
  const numeric = CHINESE_DATE.exec(source) ?? NUMERIC_DATE.exec(source)
  if (numeric) return momentOf(dateText(numeric[1], numeric[2], numeric[3]), numeric.slice(4))
  const english = language === 'en' ? ENGLISH_DATE.exec(source) : null
  if (!english) return undefined
  const month = MONTHS.indexOf((english[1] ?? english[4] ?? '').slice(0, 3).toLowerCase()) + 1
  return momentOf(dateText(english[5], `${month}`, english[2] ?? english[3]), english.slice(6))
}

function momentOf(
  date: string,
  [hours, minutes, seconds, half]: readonly (string | undefined)[],
): TypedCell | undefined {
  if (hours === undefined) return checked('date', date)
  return checked('datetime', `${date}T${timeText(hours, minutes, seconds, half)}`)
}

function checked(kind: ColumnKind, value: string): TypedCell | undefined {
  return readDate(value, kind) === undefined ? undefined : { kind, value }
}

function dateText(year = '', month = '', day = ''): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

function timeText(hours = '', minutes = '', seconds = '00', half?: string): string {
  const isLate = half?.toLowerCase() === 'pm'
  const ofDay = half === undefined ? Number(hours) : (Number(hours) % 12) + (isLate ? 12 : 0)
  return `${`${ofDay}`.padStart(2, '0')}:${minutes}:${seconds}`
}
