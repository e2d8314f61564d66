import { parse } from 'csv-parse/sync'
import { PortalError } from '../../../contract/portal-error.ts'
import { fieldOf } from '../../../contract/rules/imports/import-fields.ts'
import {
  type Encoding,
  type Separator,
  SEPARATOR_NAMES,
  SEPARATORS,
} from '../../../contract/rules/imports/text-forms.ts'
import { HEADER_ROWS } from './find-headings.ts'

/** How a text file is read. */
export interface TextForm {
  readonly encoding: Encoding
  readonly separator: Separator
}

interface Wanted {
  readonly encoding: Encoding | undefined
  readonly separator: Separator | undefined
  /** Headings that are known besides those of our own. */
  readonly headings: readonly string[]
}

/** Characters of the beginning that are looked at. */
const LOOKED_AT = 65_536
const RECORD_MAX = 65_536

/**
 * Chooses encoding and separator by where known headings stand; a title above them may have any. Where none is known, by the separator that gives most rows the same number of columns.
 * `encodings` are those in which the file can be read, the likeliest first. Throws 'import.encoding'.
 */
export function chooseTextForm(head: Uint8Array, encodings: readonly Encoding[], wanted: Wanted): TextForm {
  if (wanted.encoding !== undefined && !canBe(wanted.encoding, encodings)) throw new PortalError('import.encoding')
  const tried = wanted.encoding === undefined ? plausible(head, encodings) : [wanted.encoding]
  let best: { form: TextForm; score: number } | undefined
  for (const encoding of tried) {
    const text = new TextDecoder(encoding).decode(head, { stream: true }).slice(0, LOOKED_AT)
    const said = wanted.separator ?? separatorSaid(text)
    for (const separator of said === undefined ? SEPARATOR_NAMES : [said]) {
      const score = scoreOf(rowsOf(text, SEPARATORS[separator]), wanted.headings)
      if (!best || score > best.score) best = { form: { encoding, separator }, score }
    }
  }
  if (!best) throw new PortalError('import.encoding')
  return best.form
}

/** UTF-16 is found by its bytes, of which a small file may have too few: it may be said. */
const canBe = (encoding: Encoding, encodings: readonly Encoding[]) =>
  encodings.includes(encoding) || encoding === 'utf-16le' || encoding === 'utf-16be'

/**
 * Without Chinese encodings where the letters beyond ASCII stand among Latin ones, as in José Müller: in Chinese texts, a letter of two bytes is seldom next to a Latin one, and both of its
 * bytes are mostly above ASCII.
 */
function plausible(head: Uint8Array, encodings: readonly Encoding[]): readonly Encoding[] {
  if (encodings[0] === 'utf-8' || !encodings.includes('windows-1252')) return encodings
  const isLetter = (byte: number | undefined) => byte !== undefined && (byte | 32) >= 97 && (byte | 32) <= 122
  const isHigh = (byte: number | undefined) => byte !== undefined && byte >= 0x80
  let alone = 0
  let all = 0
  for (const [at, byte] of head.entries()) {
    if (!isHigh(byte)) continue
    all += 1
    if (!isHigh(head[at - 1]) && !isHigh(head[at + 1]) && (isLetter(head[at - 1]) || isLetter(head[at + 1]))) alone += 1
  }
  return alone * 2 > all ? ['windows-1252', ...encodings.filter((one) => one !== 'windows-1252')] : encodings
}

/** Excel reads a separator in the first line of a file. */
function separatorSaid(text: string): Separator | undefined {
  const said = /^\uFEFF?sep=(.)\r?\n/i.exec(text)?.[1]
  return SEPARATOR_NAMES.find((name) => SEPARATORS[name] === said)
}

function rowsOf(text: string, separator: string): readonly (readonly string[])[] {
  try {
    return parse(text, {
      delimiter: separator,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: RECORD_MAX,
      to: HEADER_ROWS + 1,
    })
  } catch {
    return []
  }
}

/** Known headings of the row that has most of them, and below one the share of rows that have the same number of columns. */
function scoreOf(rows: readonly (readonly string[])[], headings: readonly string[]): number {
  const known = rows.map((cells) =>
    Math.max(
      new Set(cells.map((cell) => fieldOf('people', cell)).filter((field) => field !== undefined)).size,
      new Set(cells.map((cell) => fieldOf('classes', cell)).filter((field) => field !== undefined)).size,
      cells.filter((cell) => headings.includes(cell.trim())).length,
    ),
  )
  const widths = new Map<number, number>()
  for (const { length } of rows) if (length > 1) widths.set(length, (widths.get(length) ?? 0) + 1)
  const same = Math.max(0, ...widths.values()) / Math.max(1, rows.length)
  return Math.max(0, ...known) + same / 2
}
