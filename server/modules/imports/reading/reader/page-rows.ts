import { Parser } from 'htmlparser2'
import { IMPORT_LIMITS } from '../../../../../contract/limits.ts'
import type { Encoding } from '../../../../../contract/rules/imports/text-forms.ts'
import { Refused } from './refused.ts'
import type { SourceRow } from '../source-cell.ts'
import { textOf } from './texts.ts'
import type { Pieces } from './zip-entries.ts'

const ROWS_SPAN_MAX = 65_534

/** Whether a text is a page that a program has saved with the name of a sheet. */
export const isPage = (text: string) =>
  /^\s*<(!doctype\s+html|html|head|body|table|meta|style)[\s>]/i.test(text.replace(/^\uFEFF/, ''))

/** The encoding that a page names, else the likeliest. Throws 'import.encoding'. */
export function pageEncoding(encodings: readonly Encoding[], beginning: string): Encoding {
  const [, named = ''] = /charset\s*=\s*["']?([\w-]+)/i.exec(beginning) ?? []
  const name = named.toLowerCase().replace(/^gb(k|2312)$/, 'gb18030')
  const found = encodings.find((encoding) => encoding === name) ?? encodings[0]
  if (!found) throw new Refused('import.encoding')
  return found
}

interface Cell {
  text: string
  readonly columns: number
  readonly rows: number
}

const spanOf = (given: string | undefined) => Math.min(Math.max(Math.trunc(Number(given ?? 1)) || 1, 1), ROWS_SPAN_MAX)

/** The rows of a page's first table, one below the other, with their cells as they are shown. What reaches over several rows stands in each of them. */
export async function* pageRows(pieces: Pieces, encoding: Encoding): AsyncGenerator<SourceRow> {
  let done: SourceRow[] = []
  let number = 0
  let tables = 0
  let count = 0
  /** By column: the cell above that reaches into further rows. */
  let covered: { rows: number; readonly text: string }[] = []
  let row: Cell[] | undefined
  let cell: Cell | undefined

  function placeCells(given: readonly Cell[]): string[] {
    const cells: string[] = []
    let at = 0
    const cover = () => {
      for (let above = covered[at]; at < IMPORT_LIMITS.columns && above && above.rows > 0; above = covered[at]) {
        cells[at] = above.text
        above.rows -= 1
        at += 1
      }
    }
    for (const { text, columns, rows } of given) {
      cover()
      if (at >= IMPORT_LIMITS.columns) break
      const shown = text.replaceAll(/[^\S\n]+/g, ' ').trim()
      cells[at] = shown
      for (let next = at; next < Math.min(at + columns, IMPORT_LIMITS.columns); next += 1)
        covered[next] = { rows: rows - 1, text: next === at ? shown : '' }
      at += columns
    }
    cover()
    return Array.from(cells, (text) => text ?? '')
  }

  function closeRow(): void {
    const ended = row
    cell = undefined
    row = undefined
    if (!ended) return
    const cells = placeCells(ended)
    number += 1
    if (ended.every(({ text }) => text.trim() === '')) return
    count += 1
    if (count > IMPORT_LIMITS.rows) throw new Refused('import.too_many_rows')
    done.push({ sheet: '', row: number, cells })
  }

  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'table') tables += 1
      if (tables !== 1) return
      if (name === 'tr') {
        closeRow()
        row = []
      } else if ((name === 'td' || name === 'th') && row && row.length < IMPORT_LIMITS.columns) {
        cell = { text: '', columns: spanOf(attributes['colspan']), rows: spanOf(attributes['rowspan']) }
        row.push(cell)
      } else if (name === 'br' && cell) cell.text += '\n'
    },
    ontext(text) {
      if (cell && cell.text.length < IMPORT_LIMITS.text) cell.text += text.replaceAll(/[\r\n]+/g, ' ')
    },
    onclosetag(name) {
      if (tables === 1) {
        if (name === 'td' || name === 'th') cell = undefined
        if (name === 'tr' || name === 'table') closeRow()
      }
      if (name === 'table' && tables > 0) {
        tables -= 1
        covered = []
      }
    },
  })
  for await (const text of textOf(pieces, encoding)) {
    parser.write(text)
    yield* done
    done = []
  }
  parser.end()
  closeRow()
  yield* done
}
