import type { Entry } from 'yauzl'
import { IMPORT_LIMITS } from '../../../../../contract/limits.ts'
import type { SourceCell, SourceRow } from '../source-cell.ts'
import { type NumberFormat, shownCell, type WrittenCell } from './cell-values.ts'
import { parsePart } from './parse-part.ts'
import { Refused } from './refused.ts'
import type { ZipEntries } from './zip-entries.ts'

export interface Book extends ZipEntries {
  readonly is1904: boolean
  /** The texts that cells share. */
  readonly texts: readonly string[]
  readonly formats: readonly NumberFormat[]
}

export interface Sheet {
  readonly name: string
  readonly entry: Entry
  readonly hidden: boolean
}

/** Merged cells that reach over several rows. */
interface Merge {
  readonly column: number
  readonly top: number
  readonly bottom: number
  value: SourceCell
}

/** Bytes between two pieces in which a merged cell may be cut in two. */
const MERGE_LENGTH = 200
const MERGE = /<(?:\w+:)?mergeCell\s+ref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"/g

function columnOf(letters: string): number {
  let column = 0
  for (let at = 0; at < letters.length; at += 1) column = column * 26 + letters.charCodeAt(at) - 64
  return column - 1
}

/** The merges of a sheet by their first row. They stand behind its rows, so that its part is inflated twice. */
async function mergesOf(book: Book, entry: Entry): Promise<Merge[]> {
  const merges: Merge[] = []
  let end: Buffer = Buffer.alloc(0)
  for await (const piece of book.pieces(entry)) {
    const bytes = end.length === 0 ? piece : Buffer.concat([end, piece])
    let last = 0
    if (bytes.includes('mergeCell'))
      for (const found of bytes.toString('latin1').matchAll(MERGE)) {
        last = found.index + found[0].length
        const [, left = '', top, , bottom] = found
        if (Number(bottom) <= Number(top)) continue
        if (merges.length >= IMPORT_LIMITS.merges) throw new Refused('import.too_large')
        merges.push({ column: columnOf(left), top: Number(top), bottom: Number(bottom), value: '' })
      }
    end = bytes.subarray(Math.max(last, bytes.length - MERGE_LENGTH))
  }
  return merges.toSorted((one, other) => one.top - other.top)
}

/** Puts the values of merged cells into the rows over which they reach, which come in their order. */
function createSpread(merges: readonly Merge[]) {
  let next = 0
  let open: Merge[] = []
  return (cells: SourceCell[], number: number, has: boolean): void => {
    for (let merge = merges[next]; merge && merge.top <= number; merge = merges[next]) {
      open.push(merge)
      next += 1
    }
    if (open.length > 0) open = open.filter(({ bottom }) => bottom >= number)
    for (const merge of open)
      if (number === merge.top) merge.value = cells[merge.column] ?? ''
      else if (has && merge.column < IMPORT_LIMITS.columns && (cells[merge.column] ?? '') === '')
        cells[merge.column] = merge.value
  }
}

/** The rows of a sheet that have a value, each with its number from 1 on. What is merged over several rows stands in each of them. */
export async function* sheetRows(
  book: Book,
  { entry, name, hidden: isHidden }: Sheet,
  rowsMax: number,
): AsyncGenerator<SourceRow> {
  const spread = createSpread(await mergesOf(book, entry))
  let done: SourceRow[] = []
  let count = 0
  let number = 0
  let row: { readonly cells: SourceCell[]; at: number; readonly hidden: boolean } | undefined
  let cell: WrittenCell | undefined
  let takes = false
  let phonetic = 0

  function beginRow(attributes: Record<string, string>): void {
    const given = attributes['r'] === undefined ? number + 1 : Number(attributes['r'])
    // A problem is told by its row, of which there has to be one; spreadsheet programs write them in order.
    if (!Number.isInteger(given) || given <= number) throw new Refused('import.broken_file')
    number = given
    const hidden = isHidden || attributes['hidden'] === '1' || attributes['hidden'] === 'true'
    row = { cells: [], at: -1, hidden }
  }

  function endRow({ cells, hidden }: NonNullable<typeof row>): void {
    row = undefined
    const has = cells.some((one) => one !== undefined && one !== '')
    spread(cells, number, has)
    if (!has) return
    count += 1
    if (count > rowsMax) throw new Refused('import.too_many_rows')
    done.push({ sheet: name, row: number, cells: Array.from(cells, (one) => one ?? ''), ...(hidden && { hidden }) })
  }

  const on = {
    open(tag: string, attributes: Record<string, string>) {
      if (tag === 'row') beginRow(attributes)
      else if (tag === 'c' && row) {
        const letters = /^[A-Z]{1,3}/.exec(attributes['r'] ?? '')
        row.at = letters ? columnOf(letters[0]) : row.at + 1
        const format = attributes['s'] === undefined ? undefined : book.formats[Number(attributes['s'])]
        cell = { type: attributes['t'], format, value: '', isFormula: false }
      } else if (cell) {
        if (tag === 'f') cell.isFormula = true
        else if (tag === 'rPh') phonetic += 1
        takes = (tag === 'v' || tag === 't') && phonetic === 0
      }
    },
    text(data: string) {
      if (takes && cell && cell.value.length < IMPORT_LIMITS.text) cell.value += data
    },
    close(tag: string) {
      takes = false
      if (tag === 'c' && cell) {
        if (row && row.at < IMPORT_LIMITS.columns) row.cells[row.at] = shownCell(cell, book)
        cell = undefined
      } else if (tag === 'row' && row) endRow(row)
      else if (tag === 'rPh' && phonetic > 0) phonetic -= 1
    },
  }
  for await (const _ of parsePart(book, entry, on)) {
    yield* done
    done = []
  }
  yield* done
}
