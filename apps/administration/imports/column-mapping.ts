import type { ImportSheet } from '../../../contract/endpoints/people/imports.ts'
import {
  CLASS_FIELDS,
  fieldOf,
  type ImportTable,
  PEOPLE_FIELDS,
} from '../../../contract/rules/imports/import-fields.ts'

/** Of people in a sheet whose columns do not say it; '' where they do. */
type SheetType = '' | '1' | '2' | '3' | '4'

/** What a person says of a sheet: which of its rows has the headings, and the field of each heading; '' for a column that is not read. */
export interface SheetMapping {
  readonly table: ImportTable
  readonly type: SheetType
  readonly row: number
  readonly fields: Readonly<Record<string, string>>
}

export interface SheetColumn {
  readonly heading: string
  /** What stands below it. */
  readonly examples: readonly string[]
}

const FIELDS = { people: PEOPLE_FIELDS, classes: CLASS_FIELDS } as const

/** The fields of a table with their names in both languages, in the order of the template. */
export function fieldsOf(table: ImportTable): readonly (readonly [field: string, names: { zh: string; en: string }])[] {
  return Object.entries(FIELDS[table])
}

/** The columns of a sheet; of one without known headings as if they stood in this row of its sample. Headings that are empty or occur twice are left out. */
export function columnsOf({ table, columns, sample }: ImportSheet, row: number): SheetColumn[] {
  const headings = table === null ? (sample[row] ?? []) : columns.map(({ heading }) => heading)
  const below = table === null ? sample.slice(row + 1) : sample
  const found = new Map<string, SheetColumn>()
  for (const [at, heading] of headings.entries()) {
    if (heading === '' || found.has(heading)) continue
    found.set(heading, { heading, examples: below.map((cells) => cells[at] ?? '').filter((text) => text !== '') })
  }
  return [...found.values()]
}

/** Headings of columns that are known, of which the portal keeps nothing. */
export function headingsNotKept(sheets: readonly ImportSheet[]): string[] {
  const columns = sheets.flatMap((sheet) => sheet.columns)
  return [...new Set(columns.filter(({ isNotKept }) => isNotKept).map(({ heading }) => heading))]
}

/** Headings of columns that are not read, because another column with the same meaning is. */
export function repeatedHeadings({ table, columns }: ImportSheet): string[] {
  if (table === null) return []
  const read = new Set(columns.map(({ field }) => field))
  return columns.flatMap(({ heading, field }) =>
    field === null && read.has(fieldOf(table, heading) ?? '') ? [heading] : [],
  )
}

/** What the headings say by themselves. */
function guessFields(sheet: ImportSheet, table: ImportTable, row: number): Record<string, string> {
  const taken = new Set<string>()
  return Object.fromEntries(
    columnsOf(sheet, row).map(({ heading }) => {
      const read = sheet.table === table ? sheet.columns.find((column) => column.heading === heading)?.field : undefined
      const field = read ?? fieldOf(table, heading) ?? ''
      if (taken.has(field)) return [heading, '']
      taken.add(field)
      return [heading, field]
    }),
  )
}

/** Where a person begins: the fullest of the first rows has the headings. */
export function firstMapping(sheet: ImportSheet): SheetMapping {
  const filled = sheet.sample.map((cells) => cells.filter((text) => text !== '').length)
  const row = sheet.table === null ? Math.max(0, filled.indexOf(Math.max(...filled, 0))) : 0
  const table = sheet.table ?? 'people'
  return { table, type: '', row, fields: guessFields(sheet, table, row) }
}

/** With another table or another row of headings, whose fields are guessed again. */
export function remap(sheet: ImportSheet, { type }: SheetMapping, table: ImportTable, row: number): SheetMapping {
  return { table, type, row, fields: guessFields(sheet, table, row) }
}

/** What keeps a sheet from being read: the field that it needs, or one that two columns have. */
export function mappingProblem({ table, fields }: SheetMapping): { needs: string } | { twice: string } | null {
  const chosen = Object.values(fields).filter((field) => field !== '')
  const twice = chosen.find((field, at) => chosen.indexOf(field) !== at)
  if (twice !== undefined) return { twice }
  const needs = table === 'people' ? 'name' : 'class'
  return chosen.includes(needs) ? null : { needs }
}

/** As the server takes it. */
export function writeMapping({ table, type, fields }: SheetMapping): string {
  return JSON.stringify({
    table,
    ...(table === 'people' && type !== '' && !Object.values(fields).includes('type') && { type: Number(type) }),
    columns: Object.fromEntries(Object.entries(fields).filter(([, field]) => field !== '')),
  })
}
