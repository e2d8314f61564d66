import type { ImportSheet } from '../../../../contract/endpoints/people/imports.ts'
import { fieldOf, isClassNumber, typeOfHeading } from '../../../../contract/rules/imports/import-fields.ts'
import { readStatus } from '../values/read-status.ts'
import { createValueReader, isNobody, isNothing } from '../values/read-values.ts'
import type { Found } from './find-headings.ts'
import { placeOfSheet, type SheetPlace, stateOfSheet } from './sheet-place.ts'
import type { UserKind } from './staged-row.ts'

const NAME_FIELDS: ReadonlySet<string> = new Set(['name', 'surname', 'forename', 'class'])
const FOOTER =
  /^(合计|总计|小计|共计|总人数|(制表|填表|填报|审核|负责)人?|备注|说明|注|共?计?\s*\d+\s*[人名位]|total)(?!\p{L})/iu
/** The headings of a sheet, and what they and its name say of its rows. */
export interface Header extends Found {
  /** By field. */
  readonly headings: Readonly<Record<string, string>>
  readonly type: UserKind | undefined
  readonly place: ImportSheet['place']
  /** The state of its people by the sheet's name, which a column of states may contradict. */
  readonly people: ReturnType<typeof stateOfSheet>
}

/** The headings once more, as sheets have them that are put together of several. */
export function isHeadingAgain({ table, fields, names }: Header, texts: readonly string[]): boolean {
  const cells = fields.flatMap((field, at) => {
    const text = texts[at] ?? ''
    return field === undefined || text === '' ? [] : [text === names[at] || fieldOf(table, text) === field]
  })
  return cells.length > 1 && cells.every(Boolean)
}

/** A row of a total, or of who has made the list: it names no person. */
export function isFooter({ fields, table }: Header, texts: readonly string[]): boolean {
  const names = fields.flatMap((field, at) => (NAME_FIELDS.has(field ?? '') ? [texts[at] ?? ''] : []))
  if (table === 'classes' && names.some((text) => FOOTER.test(text))) return true
  return FOOTER.test(texts.find((text) => text !== '') ?? '') && names.every((text) => text === '' || FOOTER.test(text))
}

/** The header of a sheet whose columns are known. `classBySheet`: whether grade and class are those of its name, where that was said. */
export function headerOf(found: Found, sheet: string, classBySheet: boolean | undefined): Header {
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

/** The cells of a row by field, without those that say nothing. */
export function readCells(header: Header, texts: readonly string[]): Record<string, string> {
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
