import {
  ALL_FIELDS,
  DETAIL_FIELDS,
  hasField,
  isSealed,
  personField,
  type PersonField,
  SEALED_FIELDS,
} from '../../../../contract/people/fields.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { LOGIN_NAME } from '../../../../contract/limits.ts'
import { cleanText } from '../../../../contract/rules/text/fold-text.ts'
import { isMaskedNumber, maskIdCards, maskNumber } from '../../../../contract/rules/fields/id-card.ts'
import { fieldOf, isClassNumber, isNotKept, typeOfHeading } from '../../../../contract/rules/imports/import-fields.ts'
import { checkTexts } from '../values/check-texts.ts'
import {
  type ColumnMapping,
  type Found,
  HEADER_ROWS,
  isTwoLists,
  readHeadings,
  readTwoRows,
  shownCell,
  signatureOf,
} from './find-headings.ts'
import { gradeInClass, isOtherGrade } from '../../../../contract/rules/people/class-key.ts'
import { STORED } from '../../people/fields.ts'
import type { NumberSeal } from '../../people/sealed-numbers.ts'
import { placeOfSheet, type SheetPlace, stateOfSheet } from './sheet-place.ts'
import { createDayOrder, hasOpenOrder } from '../values/read-date.ts'
import type { Country } from '../../phones/read-phone.ts'
import { readStatus } from '../values/read-status.ts'
import { createValueReader, isNobody, isNothing, isRelation, type ValueReader } from '../values/read-values.ts'
import { cellText, lossOf, placeOf, type SourceCell, shownOf, type SourceRow } from './source-cell.ts'
import {
  type GivenClass,
  type GivenDetails,
  type GivenGuardian,
  type GivenPerson,
  type LateDate,
  type Relation,
  type RowProblem,
  type SheetColumns,
  type StagedRow,
  type UserKind,
  withoutEmpty,
} from './staged-row.ts'

/** Rows that are shown of a sheet. */
const SAMPLE_ROWS = 4
/** Hidden rows that are named. */
const HIDDEN_SHOWN = 100
const NAME_FIELDS: ReadonlySet<string> = new Set(['name', 'surname', 'forename', 'class'])
const FOOTER =
  /^(合计|总计|小计|共计|总人数|(制表|填表|填报|审核|负责)人?|备注|说明|注|共?计?\s*\d+\s*[人名位]|total)(?!\p{L})/iu
/** Fields that take a day. */
const DATE_FIELDS = ALL_FIELDS.filter((name) => personField(name).kind === 'day' || personField(name).kind === 'month')
const isDateField = (field: string) => DATE_FIELDS.some((one) => one === field)

/** What is said of a sheet whose name says the state of all its people. */
const STATE_READ = { left: 'left_by_sheet', mixed: undefined, suspended: 'suspended_by_sheet' } as const

interface SheetState {
  header: Header | undefined
  headerRow: number
  /** The row before, while the next may complete the headings. */
  before: readonly string[] | undefined
  /** Rows in which headings were looked for. */
  tried: number
  columns: SheetColumns['columns']
  sample: string[][]
  hidden: number[]
  /** Whether no row of the sheet is shown. */
  isHidden: boolean
  isTwoLists: boolean
  /** Whether it was said which state its people are read in. */
  isStateSaid: boolean
  /** Days that wait for the order of day and month, which all rows of their column tell. */
  readonly late: { readonly rowNo: number; readonly field: PersonField; readonly text: string; readonly cell: string }[]
  /** By field. */
  readonly dayOrders: ReadonlyMap<PersonField, ReturnType<typeof createDayOrder>>
}

interface Header extends Found {
  /** By field. */
  readonly headings: Readonly<Record<string, string>>
  readonly type: UserKind | undefined
  readonly place: SheetColumns['place']
  /** The state of its people by the sheet's name, which a column of states may contradict. */
  readonly people: ReturnType<typeof stateOfSheet>
}

const SEALED: ReadonlySet<string> = new Set(SEALED_FIELDS)

export interface MapOptions {
  readonly seal: NumberSeal
  /** For the sheets of this file, in place of what is known. */
  readonly mapping?: ColumnMapping | undefined
  readonly findMapping: (signature: Buffer) => Promise<ColumnMapping | undefined>
  /** Whether grade and class are those of a sheet's name, in place of what is remembered. */
  readonly classBySheet?: boolean | undefined
  /** Rows that sheets hide are read unless this says 'skip'. */
  readonly hiddenRows?: 'read' | 'skip' | undefined
  /** Of phones without a country's code; China by default. */
  readonly country?: Country | undefined
  /** The unit's day. */
  readonly today?: string | undefined
}

/** Reads rows of sheets as people and classes. `columns` and `lateDates` are complete once all rows were read. */
export function createRowMapper(options: MapOptions) {
  const sheets = new Map<string, SheetState>()
  let rowNo = 0

  const findMapping = async (names: readonly string[]) => {
    if (options.mapping && isMapped(options.mapping, names)) return options.mapping
    return options.findMapping(signatureOf(names))
  }

  /** The headings that a row completes; `last`: the rows below are no headings. */
  async function findHeader({ header, before }: SheetState, cells: readonly string[]) {
    const alone = header ?? (await readHeadings(cells, findMapping))
    const both = before && (await readTwoRows(before, cells, alone, findMapping))
    if (both) return { found: both, last: true }
    return header ? { found: undefined, last: true } : { found: alone, last: false }
  }

  async function stateOf({ sheet, row }: SourceRow, cells: readonly string[]) {
    const state = sheets.get(sheet) ?? {
      header: undefined,
      headerRow: 0,
      before: undefined,
      tried: 0,
      columns: [],
      sample: [],
      hidden: [],
      isHidden: true,
      isTwoLists: false,
      isStateSaid: false,
      late: [],
      dayOrders: new Map(DATE_FIELDS.map((field) => [field, createDayOrder()])),
    }
    sheets.set(sheet, state)
    const isLooking = state.header ? state.before !== undefined : state.tried < HEADER_ROWS
    if (!isLooking || cells.every((cell) => cell === '')) return { state, isHeader: false }
    state.tried += 1
    const { found, last } = await findHeader(state, cells)
    const isHeader = found !== undefined || !state.header
    state.before = last ? undefined : cells
    if (found) {
      state.isTwoLists = !found.mapping && isTwoLists(found, cells)
      state.header = headerOf(found, sheet, options.classBySheet)
      state.headerRow = row
      state.columns = found.names.map((heading, at) => {
        const field = found.fields[at] ?? null
        return { heading, field, ...(field === null && isNotKept(heading) && { isNotKept: true as const }) }
      })
    } else if (state.columns.length === 0)
      state.columns = cells.map((cell) => ({ heading: maskIdCards(shownCell(cell)), field: null }))
    if (isHeader) state.sample = found ? [] : [...state.sample, cells.map(shownSample)]
    return { state, isHeader }
  }

  return {
    get columns(): SheetColumns[] {
      // Hidden sheets of other things, as those that cells are chosen from, are not asked about.
      const shown = [...sheets].filter(([, { header, isHidden }]) => header !== undefined || !isHidden)
      return shown.map(([sheet, { header, columns, sample, hidden, isHidden }]) => ({
        sheet,
        table: header?.table ?? null,
        columns,
        sample,
        ...(hidden.length > 0 && {
          hidden: {
            count: hidden.length,
            rows: hidden.slice(0, HIDDEN_SHOWN),
            ...(isHidden && { isWhole: true as const }),
          },
        }),
        ...(header?.place && { place: header.place }),
      }))
    },

    /** What this file says that is to be remembered of its columns, by their headings. */
    get remembered(): (readonly [names: readonly string[], mapping: ColumnMapping])[] {
      return [...sheets.values()].flatMap(({ header }) => {
        if (!header) return []
        const { table, names, fields, mapping, place } = header
        const said = place && options.classBySheet !== undefined ? { classBySheet: options.classBySheet } : undefined
        if (!said && (!mapping || mapping !== options.mapping)) return []
        const columns = Object.fromEntries(
          names.flatMap((name, at) => (fields[at] === undefined ? [] : [[name, fields[at]] as const])),
        )
        return [[names, { table, columns, ...mapping, ...said }] as const]
      })
    },

    /** Days such as 03/09/2016, which the rows that `take` gave do not have. */
    get lateDates(): LateDate[] {
      const found = new Map<number, LateDate>()
      for (const { header, late, dayOrders } of sheets.values()) {
        const isSaid = new Set<PersonField>()
        for (const { rowNo: of, field, text, cell } of late) {
          const { order, isUncertain = false } = dayOrders.get(field) ?? {}
          const reader = createValueReader(header?.headings ?? {}, { today: options.today, cellOf: () => cell })
          const day =
            personField(field).kind === 'day' ? reader.date(field, text, order) : reader.month(field, text, order)
          if (day !== undefined && isUncertain && !isSaid.has(field)) {
            reader.warn(field, text, order === 'dayFirst' ? 'date_order_day' : 'date_order_month')
            isSaid.add(field)
          }
          const before = found.get(of)
          found.set(of, {
            rowNo: of,
            given: { ...before?.given, ...(day !== undefined && { [field]: day }) },
            warnings: [...(before?.warnings ?? []), ...reader.warnings],
            problems: [...(before?.problems ?? []), ...reader.problems],
          })
        }
      }
      return [...found.values()]
    },

    /** The row of a sheet's headings, the lower one of two; 0 where none was found. */
    headerRow: (sheet: string) => sheets.get(sheet)?.headerRow ?? 0,

    async take(row: SourceRow): Promise<StagedRow[]> {
      const texts = row.cells.map(cellText)
      const { state, isHeader } = await stateOf(row, texts)
      if (!row.hidden) state.isHidden = false
      const { header } = state
      if (isHeader || !header) return []
      // Hidden sheets may be for the school's own use: they are refused once they are to be read.
      if (state.isTwoLists && (!row.hidden || options.hiddenRows === 'read')) throw new PortalError('import.two_lists')
      const lost = header.fields.flatMap((field, at) => {
        const code = field === undefined ? undefined : lossIn(field, row.cells[at])
        return field === undefined || code === undefined ? [] : [{ field, code, at }]
      })
      if (lost.length === 0 && header.fields.every((field, at) => field === undefined || (texts[at] ?? '') === ''))
        return []
      if (isHeadingAgain(header, texts) || isFooter(header, texts)) return []
      if (row.hidden) state.hidden.push(row.row)
      if (row.hidden && options.hiddenRows === 'skip') return []
      if (state.sample.length < SAMPLE_ROWS)
        state.sample.push(
          texts.map((text, at) => (SEALED.has(header.fields[at] ?? '') ? maskNumber(text) : shownSample(text))),
        )
      const cellOf = (field: string) => placeOf(header.fields.indexOf(field), row.row)
      const { country, today } = options
      const reader = createValueReader(header.headings, { country, today, cellOf })
      for (const { field, code, at } of lost) {
        texts[at] = ''
        if (SEALED.has(field)) reader.warn(field, shownOf(row.cells[at] ?? ''), 'number_lost')
        else reader.refuse(field, shownOf(row.cells[at] ?? ''), code, { cell: placeOf(at, row.row) })
      }
      const values = readCells(header, texts)
      const numbers = sealNumbers(values, reader, options.seal)
      checkTexts(header.table, values, reader)
      cleanTexts(values)
      rowNo += 1
      const at = { rowNo, sheet: row.sheet, rowNumber: row.row }
      if (header.table === 'classes') return [readClass(values, reader, at)]
      const late = DATE_FIELDS.flatMap((field) => {
        const text = values[field] ?? ''
        if (!hasOpenOrder(text)) return []
        state.dayOrders.get(field)?.see(text)
        delete values[field]
        return [{ rowNo: at.rowNo, field, text, cell: cellOf(field) }]
      })
      const rows = readPerson(values, numbers, reader, at, header)
      const code = header.people && STATE_READ[header.people]
      if (code && !state.isStateSaid && readStatus(values['status'] ?? '') === undefined) {
        reader.warn('', row.sheet, code)
        state.isStateSaid = true
      }
      rowNo += rows.length - 1
      const [person] = rows
      const type = person?.kind === 'person' ? person.given.type : undefined
      if (type !== undefined) state.late.push(...late.filter(({ field }) => hasField(type, field)))
      return rows
    },
  }
}

/** Why a cell of a field cannot be read: Excel makes days of classes such as 1-2. */
function lossIn(field: string, cell: SourceCell = ''): ReturnType<typeof lossOf> {
  if (typeof cell === 'object' && cell.is === 'date' && !isDateField(field)) return 'date_cell'
  return lossOf(cell)
}

function isMapped({ columns }: ColumnMapping, names: readonly string[]): boolean {
  const named = Object.keys(columns)
  return named.length > 0 && named.every((heading) => names.includes(heading))
}

/** The headings once more, as sheets have them that are put together of several. */
function isHeadingAgain({ table, fields, names }: Header, texts: readonly string[]): boolean {
  const cells = fields.flatMap((field, at) => {
    const text = texts[at] ?? ''
    return field === undefined || text === '' ? [] : [text === names[at] || fieldOf(table, text) === field]
  })
  return cells.length > 1 && cells.every(Boolean)
}

/** A row of a total, or of who has made the list: it names no person. */
function isFooter({ fields, table }: Header, texts: readonly string[]): boolean {
  const names = fields.flatMap((field, at) => (NAME_FIELDS.has(field ?? '') ? [texts[at] ?? ''] : []))
  if (table === 'classes' && names.some((text) => FOOTER.test(text))) return true
  return FOOTER.test(texts.find((text) => text !== '') ?? '') && names.every((text) => text === '' || FOOTER.test(text))
}

function headerOf(found: Found, sheet: string, classBySheet: boolean | undefined): Header {
  const headings: Record<string, string> = {}
  for (const [at, field] of found.fields.entries()) if (field !== undefined) headings[field] = found.names[at] ?? ''
  const byHeading = found.names.map(typeOfHeading).find((type) => type !== undefined)
  const bySheet = createValueReader({}).type('', sheet.replace(/(名单|信息|列表|表|s)$/i, ''))
  const type = found.mapping?.type ?? bySheet ?? byHeading
  const place = found.table === 'people' && (type ?? 1) === 1 ? missingPlace(found.fields, sheet) : undefined
  const used = classBySheet ?? found.mapping?.classBySheet ?? false
  return { ...found, headings, type, place: place && { ...place, used }, people: stateOfSheet(sheet) }
}

/** What the sheet's name says of grade and class that no column says. */
function missingPlace(fields: Found['fields'], sheet: string): SheetPlace | undefined {
  const place = placeOfSheet(sheet)
  if (!place) return undefined
  const missing = {
    grade: fields.includes('grade') ? '' : place.grade,
    class: fields.includes('class') ? '' : place.class,
  }
  return missing.class !== '' || (missing.grade !== '' && fields.includes('class')) ? missing : undefined
}

/** Whether a cell says that there is nothing: there are people named Null, and classes named X. */
function isUnsaid(field: string, text: string): boolean {
  if (field === 'surname' || field === 'forename') return false
  if (field === 'status' && readStatus(text) !== undefined) return false
  if (field === 'name') return isNobody(text)
  return isNothing(text) && !((field === 'class' || field === 'grade') && /^x$/i.test(text))
}

function readCells(header: Header, texts: readonly string[]): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [at, field] of header.fields.entries()) {
    const text = texts[at] ?? ''
    if (field === undefined || text === '' || isUnsaid(field, text)) continue
    values[field] = field === 'class' && isClassNumber(header.names[at] ?? '') ? classOfNumber(text) : text
  }
  const joined = joinName(values['surname'], values['forename'])
  if (values['name'] === undefined && joined !== '') values['name'] = joined
  if (header.place?.used) {
    if (header.place.grade !== '') values['grade'] = header.place.grade
    if (header.place.class !== '') values['class'] = header.place.class
  }
  return values
}

/** The name of a class by its number: '1班' of '01'. */
function classOfNumber(text: string): string {
  const number = /^\s*0*([1-9]\d?)\s*$/.exec(text.normalize('NFKC'))?.[1]
  return number === undefined ? text : `${number}班`
}

/** A name from its two columns: 王小明, but Ada King. */
function joinName(surname = '', forename = ''): string {
  const isHan = /^\p{Script=Han}+$/u.test(surname + forename)
  return isHan ? surname + forename : [forename, surname].filter((part) => part !== '').join(' ')
}

/** A cell that is shown of a sheet, with its identity numbers masked. */
const shownSample = (text: string) => maskIdCards(shownCell(text))

/** Takes the numbers that are stored sealed alone out of the values: neither problems nor rows have them as they are. */
function sealNumbers(values: Record<string, string>, reader: ValueReader, seal: NumberSeal): GivenDetails {
  const given = SEALED_FIELDS.flatMap((field) => {
    const text = values[field]
    delete values[field]
    // A marked sheet that came back: the number stays as it is.
    if (text === undefined || isNothing(text) || isMaskedNumber(text)) return []
    const { readNumber, unread } = STORED[field]
    const found = readNumber?.(text)
    if (found) return [[field, seal.seal(field, found.number, found.compared)]]
    if (unread) reader.warn(field, text, unread)
    return []
  })
  return Object.fromEntries(given)
}

/** The facts of registers that people of a type have; `numbers` are those that are sealed. */
function readDetails(values: Values, reader: ValueReader, type: UserKind, numbers: GivenDetails): GivenDetails {
  const given = DETAIL_FIELDS.map((field) => {
    const text = values[field]
    if (!hasField(type, field)) return [field, undefined]
    if (isSealed(field)) return [field, numbers[field]]
    if (text === undefined || isNothing(text)) return [field, undefined]
    const { kind } = personField(field)
    if (kind === 'month' || kind === 'day') return [field, reader[kind === 'day' ? 'date' : 'month'](field, text)]
    const { readValue, unread } = STORED[field]
    const value = readValue ? readValue(text) : text
    if (value === undefined && unread) reader.warn(field, text, unread)
    return [field, value]
  })
  return withoutEmpty(Object.fromEntries(given))
}

/** Values as they are stored. Lines tell subjects apart. */
function cleanTexts(values: Record<string, string>): void {
  for (const [field, text] of Object.entries(values)) {
    if (field === 'subjects') continue
    const cleaned = cleanText(text)
    if (cleaned === '') delete values[field]
    else values[field] = cleaned
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
  checkGrade(values, reader)
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

function checkGrade({ grade, class: name }: Values, reader: ValueReader): void {
  if (grade !== undefined && name !== undefined && isOtherGrade(grade, name))
    reader.refuse('class', name, 'grade_differs', { grade })
}

/** The person, and the guardians in their row. */
function readPerson(
  values: Values,
  numbers: GivenDetails,
  reader: ValueReader,
  at: Place,
  header: Header,
): StagedRow[] {
  const { englishName, loginName, grade, campus, sourceId } = values
  const name = values['name'] === undefined || isRelation(values['name']) ? undefined : values['name']
  const number = reader.number('number', values['number'])
  const type = reader.type('type', values['type']) ?? header.type ?? guessType(values, header)
  if (name === undefined && !reader.isRefused('name')) reader.refuse('name', '', 'name_missing')
  if (loginName !== undefined && !LOGIN_NAME.test(loginName)) reader.refuse('loginName', loginName, 'bad_login')
  if (type === undefined && values['type'] === undefined) {
    reader.refuse('type', '', 'type_missing')
    if (header.fields.includes('number') && number === undefined && !reader.isRefused('number'))
      reader.refuse('number', '', 'number_missing')
  }
  if (type === 1) checkGrade(values, reader)
  const said = reader.status('status', values['status'])
  const active = said ?? (header.people === 'left' ? false : undefined)
  if (said === undefined && header.people === 'mixed')
    reader.refuse('status', values['status'] ?? '', 'state_missing', { sheet: at.sheet })
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
    isClassNumber: type === 1 && isClassNumber(header.headings['class'] ?? '') ? true : undefined,
    campus: type === 1 ? campus : undefined,
    department,
    englishDepartment,
    position,
    englishPosition,
    parentAccount: type === 2 ? values['parentAccount'] : undefined,
    phone: reader.phone('phone', values['phone']),
    email: reader.email('email', values['email']),
    active,
    ...(type === undefined ? {} : readDetails(values, reader, type, numbers)),
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

/** Only pupils have guardians in their row, and a class in a list that has neither numbers nor what only employees have: of them, the number is what is missing. */
function guessType(values: Values, { fields }: Header): UserKind | undefined {
  if (Object.keys(values).some((field) => /^(guardian|father|mother)/.test(field))) return 1
  const has = (...some: readonly string[]) => some.some((field) => fields.includes(field))
  const isList =
    has('grade', 'class', 'enrolledOn') && !has('number', 'loginName', 'subjects', 'position', 'department')
  return isList ? 1 : undefined
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
    const said = values[nameField]
    const name = said === undefined || isNobody(said) ? undefined : said
    const phone = reader.phone(phoneField, values[phoneField])
    if (name !== undefined && isRelation(name)) {
      reader.warn(nameField, name, 'guardian_relation_only')
      return []
    }
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
  const grade = values['grade']
  const classes = split(values['class']).map((name) => ({
    class: name,
    ...(grade !== undefined && gradeInClass(name) === null && { grade }),
  }))
  const found = subjects.flatMap((one) => {
    const [subject = '', at] = one.split('=').map((part) => part.trim())
    if (subject === '') return []
    return at === undefined ? classes.map((named) => ({ subject, ...named })) : [{ subject, class: at }]
  })
  return found.length === 0 ? undefined : found
}

function split(text = ''): string[] {
  return text
    .split(/[;；、,，\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
