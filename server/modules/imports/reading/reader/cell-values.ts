import type { formatValue } from 'hucre'
import { IMPORT_LIMITS } from '../../../../../contract/limits.ts'
import type { SourceCell } from '../source-cell.ts'
import { Refused } from './refused.ts'

/** How a number format shows a value: as it is, as a day, in a way that is not known, or by a code. */
export type NumberFormat =
  | { readonly kind: 'plain' | 'date' | 'unknown' }
  | {
      readonly kind: 'code'
      readonly code: string
      readonly chinese: boolean
      /** By section: whether it shows the value itself. */
      readonly plain: readonly boolean[]
      readonly hidesText: boolean
    }

/** Formats that are built in have no code in the file. */
export const BUILT_IN: ReadonlyMap<number, string> = new Map([
  [1, '0'],
  [2, '0.00'],
  [3, '#,##0'],
  [4, '#,##0.00'],
  [9, '0%'],
  [10, '0.00%'],
  [11, '0.00E+00'],
  [12, '# ?/?'],
  [13, '# ??/??'],
  [49, '@'],
])
/** Days among them; 27 to 36 and 50 to 58 are those of Chinese programs. */
const BUILT_IN_DAYS = new Set([14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58])
/** Of negative numbers and of zero, and of texts, behind that of positive numbers. */
const SECTIONS = /;(?=(?:[^"]*"[^"]*")*[^"]*$)/
const CHINESE = '〇一二三四五六七八九'
/** The last day that a workbook can have. */
const DAY_MAX = 2_958_465
const DAY = 86_400_000

/** Without what is no placeholder: quoted and escaped text, spaces of a width, colours, places and conditions. */
const bare = (code: string) => code.replaceAll(/"[^"]*"|\\.|[_*].|\[[^\]]*\]/g, '')

/** Whether a section has digits, their groups and decimals alone, so that the value itself is meant. */
const isPlain = (section: string) =>
  section !== '' &&
  /^(General|@|[#?,]*0?(\.0+)?(E[+-]0+)?)$/i.test(section.replaceAll(/\[(?!DBNum)[^\]]*\]|[_*]./g, '').trim())

/** The format of a number, by its number in the file and its code. */
export function createFormat(id: number, code = ''): NumberFormat {
  if (BUILT_IN_DAYS.has(id)) return { kind: 'date' }
  const rest = bare(code).replaceAll(/General/gi, '')
  if (/[yd]/i.test(rest)) return { kind: 'date' }
  const sections = code.split(SECTIONS)
  const plain = sections.map(isPlain)
  if (code === '' || (sections.length === 1 && plain[0] && !/@./.test(bare(code)))) return { kind: 'plain' }
  const ofTexts = sections[3]
  if (/[a-z]/i.test(rest.replaceAll(/[hms]|AM\/PM|E[+-]/gi, ''))) return { kind: 'unknown' }
  return {
    kind: 'code',
    code,
    chinese: /\[DBNum[123]\]/i.test(code),
    plain: /\[[<>=]/.test(code) ? [] : plain,
    hidesText: ofTexts !== undefined && bare(ofTexts).trim() === '',
  }
}

let showValue: typeof formatValue | undefined

/** Has to be awaited before cells of these formats are shown: loading the library takes longer than reading a small sheet, and most have no such format. */
export async function loadFormats(formats: readonly NumberFormat[]): Promise<void> {
  if (formats.some(({ kind }) => kind === 'code')) showValue = (await import('hucre')).formatValue
}

const withCode = (value: string | number, code: string) => showValue?.(value, code) ?? String(value)

function shownNumber(value: number, format: NumberFormat | undefined): SourceCell {
  const plain = Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(15)))
  if (!format || format.kind === 'plain') return plain
  if (format.kind !== 'code') return { is: 'format', text: plain }
  const section = value < 0 && format.plain.length > 1 ? 1 : value === 0 && format.plain.length > 2 ? 2 : 0
  // A section of negative numbers shows no sign of its own.
  if (format.plain[section]) return section === 1 ? plain.slice(1) : plain
  // Above nine, programs differ in how they write Chinese numbers.
  if (format.chinese && !(Number.isInteger(value) && value >= 0 && value <= 9)) return { is: 'format', text: plain }
  const general = Number.isInteger(value) ? '0' : '0.###############'
  const code = format.code.replaceAll(/\[DBNum[123]\]/gi, '').replaceAll(/General/gi, general)
  const text = withCode(value, code).trim()
  // The format hides it.
  if (text === '') return { is: 'format', text: plain }
  return format.chinese ? text.replace(/\d/, (digit) => CHINESE[Number(digit)] ?? digit) : text
}

/** A day since the beginning of the workbook's calendar, which in 1900 has a day too many. */
function dayOf(value: number, is1904: boolean): string | undefined {
  const day = Math.floor(value)
  if (day < (is1904 ? 0 : 1) || day > DAY_MAX) return undefined
  const since = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, day < 60 ? 31 : 30)
  return new Date(since + day * DAY).toISOString().slice(0, 10)
}

/** A format may add to a text as well: '@"班"'. */
function shownText(text: string, format: NumberFormat | undefined): SourceCell {
  if (format?.kind !== 'code' || text === '') return text.slice(0, IMPORT_LIMITS.text)
  if (format.hidesText) return { is: 'format', text: text.slice(0, IMPORT_LIMITS.text) }
  return (bare(format.code).includes('@') ? withCode(text, format.code) : text).slice(0, IMPORT_LIMITS.text)
}

/** A text without the escapes of characters that XML does not have. */
export const unescaped = (text: string) =>
  text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

export interface WrittenCell {
  readonly type: string | undefined
  value: string
  readonly format: NumberFormat | undefined
  isFormula: boolean
}

/** What a cell shows. Throws 'import.broken_file'. */
export function shownCell(
  { type, value, format, isFormula }: WrittenCell,
  book: { readonly texts: readonly string[]; readonly is1904: boolean },
): SourceCell {
  if (type === 's') {
    const text = book.texts[Number(value)]
    if (text === undefined) throw new Refused('import.broken_file')
    return shownText(text, format)
  }
  if (type === 'inlineStr' || type === 'str') return shownText(unescaped(value), format)
  const typed = value.trim()
  if (type === 'e') return { is: 'error', text: typed }
  if (type === 'b') return typed === '1' ? 'TRUE' : 'FALSE'
  if (type === 'd') return { is: 'date', text: typed.slice(0, 10) }
  if (typed === '') return isFormula ? { is: 'formula', text: '' } : ''
  const number = Number(typed)
  if (!Number.isFinite(number)) throw new Refused('import.broken_file')
  if (Math.abs(number) >= 1e15) return number
  if (format?.kind !== 'date') return shownNumber(number, format)
  const day = dayOf(number, book.is1904)
  return day === undefined ? { is: 'format', text: typed } : { is: 'date', text: day }
}
