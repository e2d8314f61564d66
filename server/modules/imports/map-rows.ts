import { createHash } from 'node:crypto'
import {
  CLASS_FIELDS,
  fieldOf,
  type ImportTable,
  normalizeHeading,
  PEOPLE_FIELDS,
  typeOfHeading,
} from '../../../contract/rules/imports/import-fields.ts'
import type { SourceRow } from './read-file.ts'
import { createValueReader, type ValueReader } from './read-values.ts'
import type {
  GivenClass,
  GivenGuardian,
  GivenPerson,
  Relation,
  RowProblem,
  SheetColumns,
  StagedRow,
  UserKind,
} from './staged-row.ts'

/** What an administrator said of a sheet's columns: which field each heading is. */
export interface ColumnMapping {
  readonly table: ImportTable
  /** Of people, where no column says it. */
  readonly type?: UserKind | undefined
  readonly columns: Readonly<Record<string, string>>
}

/** Rows in which the headings are looked for. */
const HEADER_ROWS = 10
/** Headings that have to be known in a row of headings. */
const HEADINGS_LEAST = 2
/** Rows that are shown of a sheet, and characters of each cell and heading. */
const SAMPLE_ROWS = 4
const SHOWN_LENGTH = 100
// oxlint-disable-next-line no-control-regex -- refusing control characters is its purpose
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

interface SheetState {
  header: Header | undefined
  headerRow: number
  /** Rows in which headings were looked for. */
  tried: number
  table: ImportTable | null
  columns: SheetColumns['columns']
  sample: string[][]
}

interface Header {
  readonly table: ImportTable
  /** By column; undefined for one that is not read. */
  readonly fields: readonly (string | undefined)[]
  /** By field. */
  readonly headings: Readonly<Record<string, string>>
  readonly type: UserKind | undefined
}

export interface MapOptions {
  /** For the sheets of this file, in place of what is known. */
  readonly mapping?: ColumnMapping | undefined
  readonly findMapping: (signature: Buffer) => Promise<ColumnMapping | undefined>
}

/** By which the columns of the same sheet are known again. */
export function signatureOf(headings: readonly string[]): Buffer {
  const known = headings.map(normalizeHeading)
  // Programs add empty columns at the end.
  while (known.at(-1) === '') known.pop()
  return createHash('sha256').update(JSON.stringify(known)).digest()
}

/** Reads rows of sheets as people and classes. `columns` is complete once all rows were read. */
export function createRowMapper(options: MapOptions) {
  const sheets = new Map<string, SheetState>()
  let rowNo = 0

  async function findHeader(sheet: string, cells: readonly string[]): Promise<Header | undefined> {
    const filled = cells.filter((cell) => cell !== '')
    if (filled.length < HEADINGS_LEAST) return undefined
    const given = options.mapping && isMapped(options.mapping, cells) ? options.mapping : undefined
    const mapping = given ?? (await options.findMapping(signatureOf(cells.map(shownCell))))
    if (mapping) {
      const header = headerOf(mapping.table, sheet, cells, (heading) => mapping.columns[shownCell(heading)])
      return { ...header, type: mapping.type ?? header.type }
    }
    const people = cells.map((cell) => fieldOf('people', cell))
    const classes = cells.map((cell) => fieldOf('classes', cell))
    const count = (fields: readonly unknown[]) => new Set(fields.filter((field) => field !== undefined)).size
    if (people.includes('name') && count(people) >= HEADINGS_LEAST)
      return headerOf('people', sheet, cells, (heading) => fieldOf('people', heading))
    if (classes.includes('class') && count(classes) >= HEADINGS_LEAST)
      return headerOf('classes', sheet, cells, (heading) => fieldOf('classes', heading))
    return undefined
  }

  async function stateOf({ sheet, row }: SourceRow, cells: readonly string[]) {
    const state = sheets.get(sheet) ?? {
      header: undefined,
      headerRow: 0,
      tried: 0,
      table: null,
      columns: [],
      sample: [],
    }
    sheets.set(sheet, state)
    if (state.header || state.tried >= HEADER_ROWS || cells.every((cell) => cell === ''))
      return { state, isHeader: false }
    state.tried += 1
    const header = await findHeader(sheet, cells)
    if (header || state.columns.length === 0) {
      state.table = header?.table ?? null
      state.columns = cells.map((heading, at) => ({ heading: shownCell(heading), field: header?.fields[at] ?? null }))
    }
    state.sample = header ? [] : [...state.sample, cells.map(shownCell)]
    state.header = header
    if (header) state.headerRow = row
    return { state, isHeader: true }
  }

  return {
    get columns(): SheetColumns[] {
      return [...sheets].map(([sheet, { table, columns, sample }]) => ({ sheet, table, columns, sample }))
    },

    /** The row of a sheet's headings; 0 where none was found. */
    headerRow: (sheet: string) => sheets.get(sheet)?.headerRow ?? 0,

    async take(row: SourceRow): Promise<StagedRow[]> {
      const texts = row.cells.map((cell) => (typeof cell === 'number' ? '' : plain(cell.trim())))
      const { state, isHeader } = await stateOf(row, texts)
      const { header } = state
      if (isHeader || !header) return []
      const lost = header.fields.filter((field, at) => field !== undefined && typeof row.cells[at] === 'number')
      if (lost.length === 0 && header.fields.every((field, at) => field === undefined || (texts[at] ?? '') === ''))
        return []
      if (state.sample.length < SAMPLE_ROWS) state.sample.push(texts.map(shownCell))
      const values = readCells(header, texts)
      const reader = createValueReader(header.headings)
      for (const field of lost) if (field !== undefined) reader.refuse(field, '', 'long_number')
      checkTexts(header, values, reader)
      rowNo += 1
      const at = { rowNo, sheet: row.sheet, rowNumber: row.row }
      if (header.table === 'classes') return [readClass(values, reader, at)]
      const rows = readPerson(values, reader, at, header)
      rowNo += rows.length - 1
      return rows
    },
  }
}

/** A heading as it is stored, shown and mapped. */
export const headingOf = (cell: string | number) => (typeof cell === 'number' ? '' : shownCell(plain(cell.trim())))

/** Without the mark by which exports keep a text from becoming a formula. */
const plain = (text: string) => text.replace(/^'(?=[=+@-])/, '')

// oxlint-disable-next-line no-control-regex -- removing control characters is its purpose
const UNSHOWN_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Surrogate}/gu

/** A cell as it is stored to be shown; headings are mapped by this. */
function shownCell(text: string): string {
  return text.slice(0, SHOWN_LENGTH).replaceAll(UNSHOWN_CHARACTERS, '')
}

function isMapped({ columns }: ColumnMapping, cells: readonly string[]): boolean {
  const named = Object.keys(columns)
  const shown = cells.map(shownCell)
  return named.length > 0 && named.every((heading) => shown.includes(heading))
}

function headerOf(
  table: ImportTable,
  sheet: string,
  cells: readonly string[],
  find: (heading: string) => string | undefined,
): Header {
  const known = table === 'people' ? PEOPLE_FIELDS : CLASS_FIELDS
  const headings: Record<string, string> = {}
  const fields = cells.map((heading) => {
    const field = find(heading)
    // Of columns with the same meaning the first is read.
    if (field === undefined || !Object.hasOwn(known, field) || Object.hasOwn(headings, field)) return undefined
    headings[field] = heading
    return field
  })
  const byHeading = cells.map(typeOfHeading).find((type) => type !== undefined)
  const bySheet = createValueReader({}).type('', sheet.replace(/(名单|信息|列表|表|s)$/i, ''))
  return { table, fields, headings, type: bySheet ?? byHeading }
}

function readCells(header: Header, texts: readonly string[]): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [at, field] of header.fields.entries()) {
    const text = texts[at] ?? ''
    if (field !== undefined && text !== '') values[field] = text
  }
  return values
}

function checkTexts(header: Header, values: Record<string, string>, reader: ValueReader): void {
  const limits: Readonly<Record<string, { most: number }>> = header.table === 'people' ? PEOPLE_FIELDS : CLASS_FIELDS
  for (const [field, text] of Object.entries(values)) {
    const most = limits[field]?.most ?? 0
    if ([...text].length > most) reader.refuse(field, text, 'too_long', { most: String(most) })
    else if (CONTROL_CHARACTERS.test(text) || /\p{Surrogate}/u.test(text)) reader.refuse(field, '', 'bad_text')
    else continue
    delete values[field]
  }
}

type Values = Readonly<Record<string, string>>
interface Place {
  readonly rowNo: number
  readonly sheet: string
  readonly rowNumber: number
}

function readClass(values: Values, reader: ValueReader, at: Place): StagedRow {
  const { grade, englishGrade, class: name, englishName, campus, headTeacher, sourceId } = values
  if (name === undefined && !reader.isRefused('class')) reader.refuse('class', '', 'class_missing')
  const given: GivenClass = withoutEmpty({
    grade,
    englishGrade,
    class: name,
    englishName,
    campus,
    headTeacher,
    sourceId,
  })
  return {
    kind: 'class',
    ...at,
    name: [grade, name].filter(Boolean).join(' '),
    given,
    problems: reader.problems,
    warnings: reader.warnings,
  }
}

/** The person, and the guardians in their row. */
function readPerson(values: Values, reader: ValueReader, at: Place, header: Header): StagedRow[] {
  const { name, englishName, number, loginName, grade, campus, sourceId } = values
  const type = reader.type('type', values['type']) ?? header.type ?? guessType(values)
  if (name === undefined && !reader.isRefused('name')) reader.refuse('name', '', 'name_missing')
  if (type === undefined && values['type'] === undefined) reader.refuse('type', '', 'type_missing')
  const teaching = type === 2 ? teachingOf(values) : undefined
  const { department, englishDepartment, position, englishPosition } = type === 2 || type === 4 ? values : {}
  const given: GivenPerson = withoutEmpty({
    type,
    name,
    englishName,
    number,
    loginName,
    sex: reader.sex('sex', values['sex']),
    birthday: type === 1 ? reader.date('birthday', values['birthday']) : undefined,
    grade: type === 1 ? grade : undefined,
    class: type === 1 ? values['class'] : undefined,
    campus: type === 1 ? campus : undefined,
    department,
    englishDepartment,
    position,
    englishPosition,
    parentAccount: type === 2 ? values['parentAccount'] : undefined,
    phone: reader.phone('phone', values['phone']),
    email: reader.email('email', values['email']),
    active: reader.status('status', values['status']),
    sourceId,
    teaching,
  })
  const guardians = type === 1 ? readGuardians(values, reader) : []
  const { problems, warnings } = reader
  return [
    { kind: 'person', ...at, name: name ?? '', given, problems, warnings },
    ...guardians.map((guardian, index): StagedRow => ({
      kind: 'guardian',
      ...at,
      rowNo: at.rowNo + 1 + index,
      name: guardian.name,
      given: { ...guardian, of: at.rowNo },
      problems: [] as RowProblem[],
    })),
  ]
}

/** Only pupils have guardians and a birthday in their row. */
function guessType(values: Values): UserKind | undefined {
  const isPupil = Object.keys(values).some((field) => /^(guardian|father|mother)/.test(field))
  return isPupil ? 1 : undefined
}

function readGuardians(values: Values, reader: ValueReader): Omit<GivenGuardian, 'of'>[] {
  const numbered = ['1', '2', '3'].map((at) => ({
    nameField: `guardian${at}Name`,
    phoneField: `guardian${at}Phone`,
    relation: reader.relation(`guardian${at}Relation`, values[`guardian${at}Relation`]),
  }))
  const named = (['father', 'mother'] as const).map((relation: Relation) => ({
    nameField: `${relation}Name`,
    phoneField: `${relation}Phone`,
    relation,
  }))
  return [...numbered, ...named].flatMap(({ nameField, phoneField, relation }) => {
    const name = values[nameField]
    const phone = reader.phone(phoneField, values[phoneField])
    if (name === undefined) {
      // Siblings' rows and the last import may have said who it is; the number alone does not.
      if (phone !== undefined) reader.warn(phoneField, values[phoneField] ?? '', 'guardian_no_name')
      return []
    }
    return [withoutEmpty({ name, relation, phone })]
  })
}

/** "语文=四年级1班；数学=四年级2班", or subjects that are taught in each class of the column of classes. */
function teachingOf(values: Values): GivenPerson['teaching'] {
  const subjects = split(values['subjects'])
  const grade = values['grade'] ?? ''
  const classes = split(values['class']).map((name) => (name.startsWith(grade) ? name : `${grade}${name}`))
  const found = subjects.flatMap((one) => {
    const [subject = '', at] = one.split('=').map((part) => part.trim())
    if (subject === '') return []
    return at === undefined ? classes.map((name) => ({ subject, class: name })) : [{ subject, class: at }]
  })
  return found.length === 0 ? undefined : found
}

function split(text = ''): string[] {
  return text
    .split(/[;；、,，\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** Without what a row does not say. */
function withoutEmpty<T extends object>(given: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only undefined is left out
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never
}
