import * as z from 'zod/mini'
import type { ImportProblem } from '../../../../contract/rules/imports/import-problems.ts'

/**
 * A cell as its file shows it. A number is one of more than 15 digits, which spreadsheets do not keep; `is` says what else is no plain text: a day, an error value, a formula that no program
 * has calculated, or a number that is shown in a way that is not known.
 */
export const sourceCell = z.union([
  z.string(),
  z.number(),
  z.object({ is: z.literal(['date', 'error', 'formula', 'format']), text: z.string() }),
])
export type SourceCell = z.infer<typeof sourceCell>

/** A row as the file has it. */
export interface SourceRow {
  readonly sheet: string
  /** As spreadsheet programs count. */
  readonly row: number
  readonly cells: readonly SourceCell[]
  /** By hand or by a filter. */
  readonly hidden?: boolean | undefined
}

/** What stands in a cell, '' for what is lost. */
export function cellText(cell: SourceCell): string {
  if (typeof cell === 'number') return ''
  if (typeof cell !== 'string') return cell.is === 'date' ? cell.text : ''
  return plainText(cell)
}

/** What is shown of a cell that has to be mended. */
export const shownOf = (cell: SourceCell) => (typeof cell === 'object' ? cell.text : String(cell))

const ERROR_VALUE =
  /^#(N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!|GETTING_DATA|FIELD!|BLOCKED!|CONNECT!|UNKNOWN!)$/i
const EXPONENT = /^[+-]?\d([.,]\d+)?E[+-]\d{1,3}$/i

const LOSSES = { date: undefined, error: 'error_value', formula: 'formula_empty', format: 'format_unknown' } as const

/** Why a cell cannot be read, whatever its column is. Texts of a .csv may have the same marks as cells of a workbook. */
export function lossOf(cell: SourceCell): ImportProblem | undefined {
  if (typeof cell === 'number') return 'long_number'
  if (typeof cell === 'string') {
    const text = cell.trim()
    if (ERROR_VALUE.test(text)) return 'error_value'
    return EXPONENT.test(text) ? 'exponent' : undefined
  }
  return LOSSES[cell.is]
}

/** Without the marks by which exports keep a text from becoming a formula or a number, and without the decimals of a whole number. */
function plainText(cell: string): string {
  const text = cell.trim()
  const formula = /^="((?:[^"]|"")*)"$/.exec(text)
  if (formula) return (formula[1] ?? '').replaceAll('""', '"').trim()
  if (/^-?\d+\.0+$/.test(text)) return text.replace(/\.0+$/, '')
  return text.replace(/^'(?=[=+@-])/, '')
}

/** A cell's place as spreadsheet programs write it, as C7. */
export function placeOf(column: number, row: number): string {
  let letters = ''
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCodePoint(65 + ((rest - 1) % 26)) + letters
  return `${letters}${row}`
}
