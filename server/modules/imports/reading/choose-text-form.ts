import { parse } from 'csv-parse/sync'
import type { ImportSheet } from '../../../../contract/endpoints/people/imports.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { fieldOf } from '../../../../contract/rules/imports/import-fields.ts'
import {
  type Encoding,
  type Separator,
  SEPARATOR_NAMES,
  SEPARATORS,
} from '../../../../contract/rules/imports/text-forms.ts'
import { HEADER_ROWS } from './find-headings.ts'

/** How a text file is read. */
export type TextForm = NonNullable<ImportSheet['text']>

/** How a text is read, as the user said, and headings that are known besides those of our own. */
export interface ReadOptions {
  readonly encoding?: Encoding | undefined
  readonly separator?: Separator | undefined
  readonly headings?: readonly string[]
}

/** Characters of the beginning that are looked at. */
const LOOKED_AT = 65_536
const RECORD_MAX = 65_536
const TABLES = ['people', 'classes'] as const

/**
 * Chooses encoding and separator by where known headings stand; a title above them may have any. Where none is known, by the separator that gives most rows the same number of columns.
 * `encodings` are those in which the file can be read, the likeliest first. Throws 'import.encoding'.
 */
export function chooseTextForm(head: Uint8Array, encodings: readonly Encoding[], wanted: ReadOptions): TextForm {
  if (wanted.encoding !== undefined && !canBe(wanted.encoding, encodings)) throw new PortalError('import.encoding')
  const tried = wanted.encoding === undefined ? plausible(head, encodings) : [wanted.encoding]
  let best: { form: TextForm; score: number } | undefined
  for (const encoding of tried) {
    const text = new TextDecoder(encoding).decode(head, { stream: true }).slice(0, LOOKED_AT)
    const said = wanted.separator ?? separatorSaid(text)
    for (const separator of said === undefined ? SEPARATOR_NAMES : [said]) {
      const score = scoreOf(rowsOf(text, SEPARATORS[separator]), wanted.headings ?? [])
      if (!best || score > best.score) best = { form: { encoding, separator }, score }
    }
  }
  if (!best) throw new PortalError('import.encoding')
  const { encoding, separator } = best.form
  if (wanted.encoding === undefined && !encoding.startsWith('utf') && isForeign(head)) {
    const text = new TextDecoder(encoding).decode(head, { stream: true }).slice(0, LOOKED_AT)
    if (!hasOwnHeading(rowsOf(text, SEPARATORS[separator]))) throw new PortalError('import.encoding')
  }
  return best.form
}

/** Whether a heading that is known has Chinese characters: read in another encoding it would have others. */
const hasOwnHeading = (rows: readonly (readonly string[])[]) =>
  rows.some((cells) =>
    cells.some((cell) => /\p{Script=Han}/u.test(cell) && TABLES.some((table) => fieldOf(table, cell) !== undefined)),
  )

/** Characters of two bytes that tell Korean from Chinese. */
const KOREAN_LEAST = 12

/** Whether a text may be Japanese in Shift-JIS or Korean in EUC-KR, which read as Chinese without an error. */
function isForeign(head: Uint8Array): boolean {
  let kana = 0
  let hangul = 0
  let others = 0
  let low = 0
  for (let at = 0; at < head.length; at += 1) {
    const [one = 0, two = 0] = [head[at], head[at + 1]]
    if (one < 0x80) continue
    if ((one === 0x82 && two >= 0x9f && two <= 0xf1) || (one === 0x83 && two >= 0x40 && two <= 0x96)) kana += 1
    if (one < 0xa0) low += 1
    // All of Hangul lies in a part of what Chinese texts have.
    if (one >= 0xb0 && one <= 0xc8 && two >= 0xa1) hangul += 1
    else others += 1
    at += 1
  }
  // Chinese characters of other texts seldom have bytes below A1, which all of Kana have and half of Shift-JIS.
  if (low * 2 >= hangul + others && (kana > 0 || hangul + others > 3) && isShiftJis(head)) return true
  return hangul >= KOREAN_LEAST && others === 0
}

function isShiftJis(head: Uint8Array): boolean {
  try {
    new TextDecoder('shift_jis', { fatal: true }).decode(head, { stream: true })
    return true
  } catch {
    return false
  }
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
      ...TABLES.map((table) => new Set(cells.flatMap((cell) => fieldOf(table, cell) ?? [])).size),
      cells.filter((cell) => headings.includes(cell.trim())).length,
    ),
  )
  const widths = new Map<number, number>()
  for (const { length } of rows) if (length > 1) widths.set(length, (widths.get(length) ?? 0) + 1)
  const same = Math.max(0, ...widths.values()) / Math.max(1, rows.length)
  return Math.max(0, ...known) + same / 2
}
