import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { DETAIL_FIELDS, personField } from '../../../../contract/people/fields.ts'
import {
  besideOthers,
  fieldOf,
  IMPORT_FIELDS,
  type ImportTable,
  isNumberedAlone,
  normalizeHeading,
} from '../../../../contract/rules/imports/import-fields.ts'
import { shownText } from '../values/check-texts.ts'

/** What an administrator said of a sheet's columns: which field each heading is. */
export const columnMapping = z.object({
  table: z.literal(['people', 'classes']),
  /** The type of the people, where no column says it. */
  type: z.optional(z.literal([1, 2, 3, 4])),
  columns: z.record(z.string().check(z.maxLength(200)), z.string().check(z.maxLength(64))),
  /** The sheet's name says grade and class, where no column does. */
  classBySheet: z.optional(z.boolean()),
})
export type ColumnMapping = z.infer<typeof columnMapping>

/** Rows in which the headings are looked for. */
export const HEADER_ROWS = 10
/** Headings that have to be known in a row of headings, and in the second row of two. */
const HEADINGS_LEAST = 2
/** Characters that are shown of a cell or a heading. */
const SHOWN_LENGTH = 100

/** A cell as it is stored to be shown; headings are mapped by this. */
export const shownCell = (text: string) => shownText(text, SHOWN_LENGTH)

/** What a heading over others adds to whom they are about: 父亲信息, Mother details. */
const GROUP_WORDS = /(?:的|基本)*(?:信息|情况|资料)$|\s+(?:info|information|details)$/i

/** A column before its field is known: its heading, and the one above it in two rows of headings. */
interface Column {
  readonly text: string
  readonly group: string
}

/** Columns whose fields are known. */
export interface Found {
  readonly table: ImportTable
  /** By column, each once: by them columns are shown, mapped and found again. '' has none. */
  readonly names: readonly string[]
  /** By column; undefined for one that is not read. */
  readonly fields: readonly (string | undefined)[]
  readonly mapping?: ColumnMapping | undefined
}

export type FindMapping = (names: readonly string[]) => Promise<ColumnMapping | undefined>

/** A hash of the headings, by which the columns of the same sheet are recognised in a later file. */
export function signatureOf(names: readonly string[]): Buffer {
  const known = names.map(normalizeHeading)
  // Programs add empty columns at the end.
  while (known.at(-1) === '') known.pop()
  return createHash('sha256').update(JSON.stringify(known)).digest()
}

/** Reads a row as headings: as an administrator has said, else by the headings that are known. */
export function readHeadings(cells: readonly string[], findMapping: FindMapping): Promise<Found | undefined> {
  return readColumns(
    cells.map((text) => ({ text, group: '' })),
    findMapping,
  )
}

/**
 * Reads two rows as headings, where those of the first stand over several of the second: "父亲" over "姓名" and "手机". `alone` is what one of them is by itself: undefined unless two say
 * more, and where the second is no row of headings.
 */
export async function readTwoRows(
  top: readonly string[],
  bottom: readonly string[],
  alone: Found | undefined,
  findMapping: FindMapping,
): Promise<Found | undefined> {
  const columns: Column[] = []
  let above = ''
  for (let at = 0; at < Math.max(top.length, bottom.length); at += 1) {
    const upper = top[at] ?? ''
    const lower = bottom[at] ?? ''
    if (upper !== '') above = upper.replace(GROUP_WORDS, '')
    const isAlone = lower === '' || lower === upper
    columns.push({ text: isAlone ? upper : lower, group: isAlone ? '' : above })
  }
  const found = await readColumns(columns, findMapping)
  if (!found || (alone && countKnown(found.fields) <= countKnown(alone.fields))) return undefined
  const below = columns.flatMap(({ group }, at) => (group === '' ? [] : [found.fields[at]]))
  if (below.filter((field) => field !== undefined).length < HEADINGS_LEAST) return undefined
  // A row of values has a name below its heading.
  const key = found.table === 'people' ? 'name' : 'class'
  const hasValue = top.some(
    (text, at) => fieldOf(found.table, text) === key && (bottom[at] ?? '') !== '' && bottom[at] !== text,
  )
  return hasValue ? undefined : found
}

/** Fields of which a list has one column each; names and phones may stand for guardians as well. */
const ONCE: ReadonlySet<string> = new Set(['number', 'class', 'grade', 'sex', 'birthday', 'idCard'])

/** Whether two lists stand side by side on a sheet: the heading of a name and that of a field in `ONCE` come twice. */
export function isTwoLists({ table }: Found, texts: readonly string[]): boolean {
  const twice = texts.filter((text, at) => text !== '' && texts.indexOf(text) < at).map((text) => fieldOf(table, text))
  return twice.includes(table === 'people' ? 'name' : 'class') && twice.some((field) => ONCE.has(field ?? ''))
}

async function readColumns(columns: readonly Column[], findMapping: FindMapping): Promise<Found | undefined> {
  if (columns.filter(({ text }) => text !== '').length < HEADINGS_LEAST) return undefined
  const names = namesOf(columns)
  const mapping = await findMapping(names)
  if (mapping) {
    const known = IMPORT_FIELDS[mapping.table]
    const taken = new Set<string>()
    const fields = names.map((name) => {
      const field = mapping.columns[name]
      if (name === '' || field === undefined || !Object.hasOwn(known, field) || taken.has(field)) return undefined
      taken.add(field)
      return field
    })
    return { table: mapping.table, names, fields, mapping }
  }
  const people = fieldsOf('people', columns)
  if (isNamed(people) && countKnown(people) >= HEADINGS_LEAST) return { table: 'people', names, fields: people }
  const classes = fieldsOf('classes', columns)
  if (classes.includes('class') && countKnown(classes) >= HEADINGS_LEAST)
    return { table: 'classes', names, fields: classes }
  return undefined
}

const countKnown = (fields: readonly (string | undefined)[]) => fields.filter((field) => field !== undefined).length

/** A name may stand in two columns. */
const isNamed = (fields: readonly (string | undefined)[]) =>
  fields.includes('name') || (fields.includes('surname') && fields.includes('forename'))

/** The headings, each once: with the one above, or with the number of its kind. */
function namesOf(columns: readonly Column[]): string[] {
  const taken = new Set<string>()
  return columns.map(({ text, group }) => {
    if (text === '') return ''
    const wanted = shownCell(isOfGroup(text, group) ? `${group} ${text}` : text)
    let name = wanted
    for (let number = 2; taken.has(name); number += 1) name = `${wanted} (${number})`
    taken.add(name)
    return name
  })
}

const isOfGroup = (text: string, group: string) =>
  group !== '' &&
  (fieldOf('people', `${group} ${text}`) !== undefined || ownerOf(fieldOf('people', group)) !== undefined)

const ownerOf = (field: string | undefined) => /^(guardian\d|father|mother)/.exec(field ?? '')?.[1]

/** Facts that not only pupils have: beside a guardian's name they are the guardian's, which are not kept. */
const PERSONS_OWN: ReadonlySet<string> = new Set(
  DETAIL_FIELDS.filter((name) => personField(name).of.some((type) => type !== 1)),
)

/**
 * The fields of columns by their headings, each once. A phone is that of the name on its left where its heading comes several times, or where it stands right beside a guardian's name: in
 * "姓名, 手机, 父亲, 手机" the second is the father's.
 */
function fieldsOf(table: ImportTable, columns: readonly Column[]): (string | undefined)[] {
  const alone = columns.map(({ text, group }) =>
    group === '' ? fieldOf(table, text) : (fieldOf(table, `${group} ${text}`) ?? fieldOf(table, text)),
  )
  const plain = alone.map((field, at) => {
    const beside = besideOthers(columns[at]?.text ?? '')
    if (field === undefined || beside === undefined) return field
    const isElsewhere = alone.some(
      (other, place) => other === field && besideOthers(columns[place]?.text ?? '') === undefined,
    )
    return isElsewhere ? (beside ?? undefined) : field
  })
  const known = IMPORT_FIELDS[table]
  for (const [at, field] of plain.entries()) {
    // 电话1 of a list without guardians is a number of the person.
    const owner = isNumberedAlone(columns[at]?.text ?? '') ? ownerOf(field) : undefined
    if (owner !== undefined && !plain.includes(`${owner}Name`)) plain[at] = undefined
  }
  const taken = new Set<string>()
  const fields: (string | undefined)[] = []
  /** Whose name was the last; '' for the person of the row, undefined for a second name under the same heading, of whom nothing says who it is. */
  let named: string | undefined = ''
  for (const [at, field] of plain.entries()) {
    const { group = '', text = '' } = columns[at] ?? {}
    const before = fields[at - 1]
    const owner: string | undefined =
      ownerOf(fieldOf(table, group)) ??
      (named === undefined || plain.filter((one) => one === field).length > 1 ? named : (ownerOf(before) ?? ''))
    const owned = ownedField(owner ?? '', field)
    const wanted: string | undefined =
      owned !== undefined && Object.hasOwn(known, owned) && !plain.includes(owned) ? owned : field
    const isOthers: boolean = owner !== '' && PERSONS_OWN.has(wanted ?? '')
    const isUnowned: boolean = owner === undefined && ownedField('guardian1', field) !== undefined && field !== 'name'
    const isRead: boolean = wanted !== undefined && !isOthers && !isUnowned && !taken.has(wanted) && text !== ''
    const read: string | undefined = isRead ? wanted : undefined
    if (read !== undefined) taken.add(read)
    if (field === 'name' || read?.endsWith('Name')) {
      const isSecond: boolean =
        read === undefined && columns.some((column, other) => other < at && column.text === text)
      named = isSecond ? undefined : (ownerOf(read) ?? '')
    }
    fields.push(read)
  }
  return fields
}

/** The field of a guardian that a bare heading beside the guardian's name means. */
function ownedField(owner: string, field: string | undefined): string | undefined {
  if (owner === '') return undefined
  if (field === 'phone') return `${owner}Phone`
  if (field === 'name') return `${owner}Name`
  return field === 'guardian1Relation' ? `${owner}Relation` : undefined
}
