import type { ColumnKind, SheetCell } from './sheet.ts'

/** Characters of a cell; programs call a file with longer texts damaged. */
const TEXT_MAX = 32_767

/** What XML cannot have, escaped or not: the file would be called damaged. Tab and line breaks are allowed. */
const NO_XML =
  // oxlint-disable-next-line no-control-regex -- finding control characters is its purpose
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** The number formats of the kinds: unambiguous in both languages. */
export const NUMBER_FORMATS: Readonly<Partial<Record<ColumnKind, string>>> = {
  percent: '0.0%',
  date: 'yyyy-mm-dd',
  datetime: 'yyyy-mm-dd hh:mm',
  time: 'hh:mm',
}

const DAY = 86_400_000
/** The day 0 of spreadsheets, by which days from March 1900 on are right. */
const DAY_ZERO = Date.UTC(1899, 11, 30)
/** Before it, spreadsheets count a day that never was. */
const FIRST_DAY = Date.UTC(1900, 2, 1)

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/
const DATETIME = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?$/
const TIME = /^(\d\d):(\d\d)(?::(\d\d))?$/

/** What is written: a text, or a number, which for dates is the spreadsheet's own. */
export function cellValue(cell: SheetCell, kind: ColumnKind | undefined): string | number | null {
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : null
  if (cell === null || cell === '') return null
  return readDate(cell, kind) ?? shorten(cell.replaceAll(NO_XML, '\uFFFD'))
}

/** The number of a date, or of a time of day, that a text of this kind's form stands for; undefined for any other text. */
export function readDate(text: string, kind: ColumnKind | undefined): number | undefined {
  if (kind === 'date') return dayNumber(DATE.exec(text))
  if (kind === 'datetime') {
    const parts = DATETIME.exec(text)
    const [day, time] = [dayNumber(parts), timeNumber(parts?.slice(3))]
    return day === undefined || time === undefined ? undefined : day + time
  }
  return kind === 'time' ? timeNumber(TIME.exec(text) ?? undefined) : undefined
}

function dayNumber(parts: RegExpExecArray | null): number | undefined {
  if (!parts) return undefined
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  const at = Date.UTC(year, month - 1, day)
  const isReal = new Date(at).getUTCMonth() === month - 1 && at >= FIRST_DAY
  return isReal ? (at - DAY_ZERO) / DAY : undefined
}

function timeNumber(parts: readonly (string | undefined)[] | undefined): number | undefined {
  if (!parts) return undefined
  const [hours, minutes, seconds] = [Number(parts[1]), Number(parts[2]), Number(parts[3] ?? 0)]
  if (hours > 23 || minutes > 59 || seconds > 59) return undefined
  return (hours * 3600 + minutes * 60 + seconds) / 86_400
}

function shorten(text: string): string {
  if (text.length <= TEXT_MAX) return text
  // Does not cut a surrogate pair.
  return text.slice(0, TEXT_MAX).replace(/[\uD800-\uDBFF]$/, '')
}
