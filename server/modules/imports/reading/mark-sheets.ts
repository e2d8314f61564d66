import type { ImportSummary } from '../../../../contract/endpoints/people/imports.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { PROBLEM_HEADING } from '../../../../contract/rules/imports/problem-column.ts'
import { sheetNames } from '../../../../contract/rules/sheets/sheet-names.ts'
import type { Tx } from '../../../db/database.ts'
import { queryValues } from '../../../db/query.ts'
import type { Vault } from '../../../runtime/vault.ts'
import { createThreads } from '../../../runtime/threads.ts'
import { listProblems, type ShownProblem } from '../import-runs.ts'
import type { MarkedRow, MarkedSheetMethods } from './marked-sheet.thread.ts'
import markedSheetThread from './marked-sheet.thread.ts?thread'
import { maskCell } from '../../people/record/sealed-numbers.ts'
import { cellText, shownOf, type SourceRow } from './source-cell.ts'
import { readPiece, sheetShapes } from './source-rows.ts'

/** Rows that are handed over at once. */
const BATCH = 250
/** Of a file whose sheet has no name, as spreadsheet programs call the first. */
const UNNAMED = 'Sheet1'

/**
 * Writes the sheets of an import's file with their rows and columns as they were given: rows in error are coloured, their wrong cells marked, and what to do stands in a column
 * at the end. Without `withNumbers` identity numbers are masked. Throws 'import.not_found' when the rows are no longer kept.
 */
export async function writeMarkedSheets(
  { inUnit, vault }: { readonly inUnit: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>; readonly vault: Vault },
  run: ImportSummary,
  { path, withNumbers }: { readonly path: string; readonly withNumbers: boolean },
): Promise<void> {
  const { importId } = run
  const shapes = await inUnit((tx) => readShapes(tx, importId))
  const names = sheetNames(shapes.map(({ sheet }) => sheet || UNNAMED))
  const thread = createThreads<MarkedSheetMethods>('marked sheet', markedSheetThread)
  try {
    await thread.ask('begin', path)
    let current = -1
    let headings: readonly string[] = []
    let fields: readonly (string | null)[] = []
    for (let piece = 0; ; piece += 1) {
      const rows = await inUnit((tx) => readPiece(tx, vault, importId, piece))
      if (!rows) {
        if (piece === 0) throw new PortalError('import.not_found')
        break
      }
      for (const part of partsOf(rows)) {
        const { sheet } = part[0]
        const at = shapes.findIndex((shape) => shape.sheet === sheet)
        const { header = 0, width = 0 } = shapes[at] ?? {}
        if (at !== current) {
          await thread.ask('beginSheet', names[at] ?? UNNAMED, width, header)
          current = at
          const columns = run.sheets.find((one) => one.sheet === sheet)?.columns ?? []
          headings = columns.map(({ heading }) => heading)
          fields = columns.map(({ field }) => field)
        }
        const top = header > 0 ? part.find(({ row }) => row === header) : undefined
        // The sheets of OneRoster have no columns of their own.
        if (top && headings.length === 0) headings = top.cells.map(cellText)
        const range = { sheet, from: part[0].row, to: part.at(-1)?.row ?? 0 }
        const problems = await inUnit((tx) => listProblems(tx, run, range))
        for (let next = 0; next < part.length; next += BATCH) {
          const marked = part
            .slice(next, next + BATCH)
            .map((row) => (withNumbers ? row : maskCells(row, row.row > header ? fields : [])))
            .map((row) => (row.row === top?.row ? markHeadings(row) : markRow(row, headings, problems.get(row.row))))
          await thread.ask('addRows', marked)
        }
      }
    }
    await thread.ask('end')
  } finally {
    await thread.close()
  }
}

async function readShapes(tx: Tx, importId: string) {
  const [shapes] = await queryValues(tx, sheetShapes)`
    select shapes from import_run where import_id = ${importId}::uuid and shapes <> '[]'`
  if (!shapes) throw new PortalError('import.not_found')
  return shapes
}

/** The rows of each sheet: a piece may have the end of one and the beginning of the next. */
function partsOf(rows: readonly SourceRow[]): [SourceRow, ...SourceRow[]][] {
  const parts: [SourceRow, ...SourceRow[]][] = []
  for (const row of rows) {
    const part = parts.at(-1)
    if (part?.[0].sheet === row.sheet) part.push(row)
    else parts.push([row])
  }
  return parts
}

/** The cells as they are written again: one whose value was lost gets the text that was shown. */
const written = (cells: SourceRow['cells']) => cells.map((cell) => (typeof cell === 'object' ? shownOf(cell) : cell))

/** A row with the identity numbers of all its columns masked. */
function maskCells(row: SourceRow, fields: readonly (string | null)[]): SourceRow {
  const cells = row.cells.map((cell, at) => {
    const text = shownOf(cell)
    const masked = maskCell(fields[at] ?? '', text)
    return masked === text ? cell : masked
  })
  return { ...row, cells }
}

const markHeadings = ({ row, cells }: SourceRow): MarkedRow => ({
  row,
  cells: written(cells),
  heading: true,
  problem: PROBLEM_HEADING,
})

function markRow(
  { row, cells, hidden }: SourceRow,
  headings: readonly string[],
  problems: readonly ShownProblem[] | undefined,
): MarkedRow {
  if (!problems) return { row, cells: written(cells), hidden }
  const named = (column: string) => (column === '' ? '' : `${column.replaceAll(/\s+/g, ' ')}: `)
  return {
    row,
    cells: written(cells),
    hidden,
    marked: problems.map(({ column }) => (column === '' ? -1 : headings.indexOf(column))).filter((at) => at !== -1),
    problem: problems.map(({ column, message }) => `${named(column)}${message}`).join('\n'),
  }
}
