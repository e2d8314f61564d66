import { PEOPLE_FIELDS } from '../../../../contract/rules/imports/import-fields.ts'
import type { ImportProblem } from '../../../../contract/rules/imports/import-problems.ts'
import { cellText, type SourceRow } from '../reading/source-cell.ts'
import type { StagedRow } from '../reading/staged-row.ts'
import { findTextProblem } from '../values/check-texts.ts'
import { createValueReader } from '../values/read-values.ts'

/** A line of a file by the names of its columns, in small letters. */
export type Values = Readonly<Record<string, string>>
export interface Entry extends Values {
  readonly row: string
}

/** Characters of the name of the system that wrote the files. */
const SOURCE_LENGTH = 64
/** The names of the lines of the manifest that say which system wrote the files. */
const SOURCE_NAMES: readonly string[] = ['source.systemcode', 'source.systemname']

export const isGone = ({ status }: Values) => /^(tobedeleted|inactive)$/i.test(status ?? '')

export type RosterFiles = ReturnType<typeof createRosterFiles>

/** The lines of the files of OneRoster by their identifiers, and rows for what is wrong in them. */
export function createRosterFiles() {
  const headers = new Map<string, { readonly column: string; readonly name: string }[]>()
  const tables = new Map<string, Map<string, Entry>>()
  const manifest = new Map<string, string>()
  const wrong: StagedRow[] = []
  let unnamed = 0

  /** A row for what belongs to no person and no class. */
  const refuseRow = (
    sheet: string,
    row: string,
    {
      column,
      value,
      code,
      params = {},
    }: { column: string; value: string; code: ImportProblem; params?: Record<string, string> },
  ) => {
    const reader = createValueReader({ [column]: column })
    reader.refuse(column, value, code, params)
    const { problems, warnings } = reader
    wrong.push({ kind: 'person', rowNo: 0, sheet, rowNumber: Number(row), name: '', given: {}, problems, warnings })
  }
  /** Whether a text can be stored; says of the row when not. */
  const takesText = (sheet: string, row: string, column: string, text: string, most: number): boolean => {
    const problem = findTextProblem(text, most)
    if (problem) refuseRow(sheet, row, { column, ...problem })
    return problem === undefined
  }

  const table = (name: string) => {
    const found = tables.get(name) ?? new Map<string, Entry>()
    tables.set(name, found)
    return found
  }
  /** Bulk only if the file of users is: only a whole list of people tells who has left. */
  const mode = () => {
    const said = manifest.get('file.users')?.toLowerCase()
    return said === 'bulk' || (said !== 'delta' && (tables.get('users')?.size ?? 0) > 0) ? 'bulk' : 'delta'
  }
  return {
    table,
    mode,
    refuseRow,
    takesText,
    /** Rows for what belongs to no person and no class. */
    wrong: wrong as readonly StagedRow[],
    /** The system that wrote the files, where they say so. */
    get source(): string | undefined {
      return SOURCE_NAMES.map((name) => manifest.get(name)).find(Boolean)
    },

    take({ sheet, row, cells }: SourceRow): void {
      const texts = cells.map(cellText)
      const header = headers.get(sheet)
      if (!header) {
        headers.set(
          sheet,
          texts.map((column) => ({ column, name: column.toLowerCase() })),
        )
        return
      }
      if (texts.every((text) => text === '')) return
      if (sheet === 'manifest') {
        const [name, value] = [(texts[0] ?? '').toLowerCase(), (texts[1] ?? '').trim()]
        if (
          !SOURCE_NAMES.includes(name) ||
          takesText(sheet, String(row), header[1]?.column ?? '', value, SOURCE_LENGTH)
        )
          manifest.set(name, value)
        return
      }
      const values: Record<string, string> = { row: String(row) }
      for (const [at, { column, name }] of header.entries()) {
        const text = texts[at] ?? ''
        if (text === '') continue
        // Other rows are found by them, and what they name is stored with them.
        const ids = name.endsWith('sourcedids') ? text.split(',') : name.endsWith('sourcedid') ? [text] : []
        if (!ids.every((one) => takesText(sheet, String(row), column, one, PEOPLE_FIELDS.sourceId.most))) return
        values[name] = text
      }
      const sourcedId = values['sourcedid']
      const before = sourcedId === undefined ? undefined : table(sheet).get(sourcedId)
      if (sourcedId !== undefined && before) {
        const params = { row: before.row }
        return refuseRow(sheet, String(row), { column: 'sourcedId', value: sourcedId, code: 'duplicate', params })
      }
      table(sheet).set(sourcedId ?? `#${(unnamed += 1)}`, { ...values, row: String(row) })
    },
  }
}
