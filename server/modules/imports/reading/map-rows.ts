import {
  ALL_FIELDS,
  hasField,
  personField,
  type PersonField,
  SEALED_FIELDS,
} from '../../../../contract/people/fields.ts'
import type { ImportSheet } from '../../../../contract/endpoints/people/imports.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { maskIdCards, maskNumber } from '../../../../contract/rules/fields/id-card.ts'
import { isNotKept } from '../../../../contract/rules/imports/import-fields.ts'
import { cleanText } from '../../../../contract/rules/text/fold-text.ts'
import type { NumberSeal } from '../../people/record/sealed-numbers.ts'
import type { Country } from '../../phones/read-phone.ts'
import { checkTexts } from '../values/check-texts.ts'
import { createDayOrder, hasOpenOrder } from '../values/read-date.ts'
import { readStatus } from '../values/read-status.ts'
import { createValueReader } from '../values/read-values.ts'
import {
  type ColumnMapping,
  HEADER_ROWS,
  isTwoLists,
  readHeadings,
  readTwoRows,
  shownCell,
  signatureOf,
} from './find-headings.ts'
import { readClass, readPerson, sealNumbers } from './read-person.ts'
import { type Header, headerOf, isFooter, isHeadingAgain, readCells } from './sheet-header.ts'
import { cellText, lossOf, placeOf, type SourceCell, shownOf, type SourceRow } from './source-cell.ts'
import type { LateDate, StagedRow } from './staged-row.ts'

/** Rows that are shown of a sheet. */
const SAMPLE_ROWS = 4
/** Hidden rows that are named. */
const HIDDEN_SHOWN = 100
/** Fields that take a day. */
const DATE_FIELDS = ALL_FIELDS.filter((name) => personField(name).kind === 'day' || personField(name).kind === 'month')
const isDateField = (field: string) => DATE_FIELDS.some((one) => one === field)

/** The warning for a sheet whose name says the state of all its people. */
const STATE_READ = { left: 'left_by_sheet', mixed: undefined, suspended: 'suspended_by_sheet' } as const

const openSheet = () => ({
  header: undefined as Header | undefined,
  headerRow: 0,
  /** The row before, while the next may complete the headings. */
  before: undefined as readonly string[] | undefined,
  /** Rows in which headings were looked for. */
  tried: 0,
  columns: [] as ImportSheet['columns'],
  sample: [] as string[][],
  hidden: [] as number[],
  /** Whether no row of the sheet is shown. */
  isHidden: true,
  isTwoLists: false,
  /** Whether it was said which state its people are read in. */
  isStateSaid: false,
  /** Days that wait for the order of day and month, which all rows of their column tell. */
  late: [] as { rowNo: number; field: PersonField; text: string; cell: string }[],
  dayOrders: new Map(DATE_FIELDS.map((field) => [field, createDayOrder()])),
})
type SheetState = ReturnType<typeof openSheet>

const SEALED: ReadonlySet<string> = new Set(SEALED_FIELDS)

export interface MapOptions {
  readonly seal: NumberSeal
  /** The columns of the sheets of this file, in place of those that are remembered. */
  readonly mapping?: ColumnMapping | undefined
  readonly findMapping: (signature: Buffer) => Promise<ColumnMapping | undefined>
  /** Whether grade and class are those of a sheet's name, in place of what is remembered. */
  readonly classBySheet?: boolean | undefined
  /** Rows that sheets hide are read unless this says 'skip'. */
  readonly hiddenRows?: 'read' | 'skip' | undefined
  /** The country of phones without a country's code; China by default. */
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
    const state = sheets.get(sheet) ?? openSheet()
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
    get columns(): ImportSheet[] {
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
          const day = reader.day(personField(field).kind === 'day' ? 'day' : 'month', field, text, order)
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

/** A cell that is shown of a sheet, with its identity numbers masked. */
const shownSample = (text: string) => maskIdCards(shownCell(text))

/** Values as they are stored. Lines tell subjects apart. */
function cleanTexts(values: Record<string, string>): void {
  for (const [field, text] of Object.entries(values)) {
    if (field === 'subjects') continue
    const cleaned = cleanText(text)
    if (cleaned === '') delete values[field]
    else values[field] = cleaned
  }
}
