import { sql, type SQL } from 'drizzle-orm'
import {
  ALL_FIELDS,
  personField,
  hasSealed,
  importName,
  isSealed,
  LISTED_FIELDS,
  type PersonField,
  SEALED_FIELDS,
} from '../../../contract/people/fields.ts'
import { type PersonTable, STORED } from './fields.ts'

// The parts of statements that name all fields of a person, made of `STORED`: names of fields and columns are constants.

/** What the statements call a row of each table. */
const ROWS: Readonly<Record<PersonTable, string>> = {
  student: 's',
  user_account: 'a',
  staff_member: 'm',
  person_detail: 'd',
}

/** Fields of which nobody has none: a new row without one is an error. */
const REQUIRED: readonly PersonField[] = ['realName', 'number', 'loginName']

interface Column {
  readonly name: PersonField
  readonly column: string
  /** Of a sealed number. */
  readonly part?: 'key' | 'sealed'
}

/** The columns of a table that keep fields. A sealed number has two, which are both null without one. */
function columnsOf(table: PersonTable): Column[] {
  return ALL_FIELDS.flatMap((name): Column[] => {
    const column = STORED[name][table]
    if (column === undefined) return []
    if (!isSealed(name)) return [{ name, column }]
    return (['key', 'sealed'] as const).map((part) => ({ name, column: `${column}_${part}`, part }))
  })
}

/** The columns of a table that keep fields, with what chooses between them in a merge. */
export const fieldColumns = (table: 'student' | 'user_account' | 'staff_member') =>
  columnsOf(table).map(({ name, column }) => ({ name, column, choice: STORED[name].choice }))

const list = (parts: readonly SQL[]) => sql.join([...parts], sql`, `)
/** The name of a field in the rows of imports. */
const key = (name: PersonField) => sql.raw(`'${importName(name)}'`)
const cell = (table: PersonTable, column: string) => sql.raw(`${ROWS[table]}.${column}`)
/** A text that may be empty where nobody has said it. */
const isOpenText = (name: PersonField) => personField(name).kind === 'text' && !REQUIRED.includes(name)

/** What a row `w` of an import says of a field. */
function said({ name, part }: Column): SQL {
  if (part) return sql`decode(w.after -> ${key(name)} ->> ${sql.raw(`'${part}'`)}, 'hex')`
  const { kind, values } = personField(name)
  const type = kind === 'row' ? 'uuid' : kind === 'day' || kind === 'month' ? 'date' : 'text'
  return sql`(w.after ->> ${key(name)})::${sql.raw(typeof values?.[0] === 'number' ? 'smallint' : type)}`
}

/**
 * Names and values for `jsonb_build_object`, as imports compare them, of rows `s` (of a pupil), `a`, `m` and `d`; a sealed number is its key and its bytes as hexadecimal digits. Texts of an
 * account without a record as an employee are empty, and the number is null, by which comparing and undoing know it.
 */
export function imageOf(who: 'pupil' | 'others'): SQL {
  const tables = who === 'pupil' ? (['student', 'user_account'] as const) : (['user_account', 'staff_member'] as const)
  const isOf = (name: PersonField) => personField(name).of.some((type) => (type === 1) === (who === 'pupil'))
  return list(
    ALL_FIELDS.filter(isOf).flatMap((name) => {
      const found = [...tables, 'person_detail' as const].find((table) => STORED[name][table] !== undefined)
      if (!found) return []
      const column = cell(found, STORED[name][found] ?? '')
      if (isSealed(name))
        return sql`${key(name)}, case when ${column}_key is not null then jsonb_build_object('key', encode(${column}_key, 'hex'), 'sealed', encode(${column}_sealed, 'hex')) end`
      return sql`${key(name)}, ${found === 'staff_member' && isOpenText(name) ? sql`coalesce(${column}, '')` : column}`
    }),
  )
}

/** `set` of a table, called as in `ROWS`: what a row `w` of an import says; texts cannot become null. */
export function assignmentsOf(table: PersonTable): SQL {
  return list(
    columnsOf(table).map((one) => {
      const before = cell(table, one.column)
      const value =
        personField(one.name).kind === 'text'
          ? sql`coalesce(${said(one)}, ${before})`
          : sql`case when w.after ? ${key(one.name)} then ${said(one)} else ${before} end`
      return sql`${sql.raw(one.column)} = ${value}`
    }),
  )
}

/** The columns of a table and their values in a new row, from a row `w` of an import; what it does not say of the account of a pupil is as in the record `s`. */
export function newRowOf(table: PersonTable): { readonly columns: SQL; readonly values: SQL } {
  const columns = columnsOf(table)
  const valueOf = (one: Column) => {
    const known = table === 'user_account' ? STORED[one.name].student : undefined
    return sql`coalesce(${list([
      said(one),
      ...(known === undefined ? [] : [cell('student', known)]),
      ...(isOpenText(one.name) ? [sql`''`] : []),
    ])})`
  }
  return { columns: list(columns.map(({ column }) => sql.raw(column))), values: list(columns.map(valueOf)) }
}

/** The columns that images have under the names of fields. */
export const imageColumns = (['student', 'user_account', 'staff_member'] as const).flatMap((table) =>
  columnsOf(table).map(({ column }) => column),
)

/** What a class list has of a pupil `s` beside the number, under the names of the fields. */
export const listedFields = list(
  LISTED_FIELDS.filter((name) => name !== 'number').map((name) => {
    const { student, person_detail: detail = '' } = STORED[name]
    const column = student === undefined ? cell('person_detail', detail) : cell('student', student)
    return sql`${column}${sql.raw(personField(name).kind === 'day' ? '::text' : '')} as ${sql.identifier(name)}`
  }),
)

/** The two columns of each sealed number in `person_detail`: the number, and the key by which it is found again. */
export const sealedColumns = SEALED_FIELDS.map((name) => {
  const { person_detail: column } = STORED[name]
  return { name, sealed: `${column}_sealed`, key: `${column}_key` }
})

const details = columnsOf('person_detail')
/** The columns of a fact in `person_detail`: of a sealed number the key and the number. */
export const detailColumns = (of: PersonField) => details.flatMap(({ name, column }) => (name === of ? [column] : []))
/** Whether a row of `person_detail` says nothing any more, so that it goes. */
export const hasNoDetail = sql.raw(`num_nonnulls(${details.map(({ column }) => column).join(', ')}) = 0`)
/** `set` of a row `k` of `person_detail` that is joined with a row `o`: it keeps its facts, and gets those that only `o` has. */
export const joinedDetails = sql.raw(
  details.map(({ column }) => `${column} = coalesce(k.${column}, o.${column})`).join(', '),
)
/** Names and values for `json_build_object`: the facts of a row `d` of `person_detail` for a page, and the keys of its sealed numbers for the version of the page. */
export const shownDetails = sql.raw(
  details
    .filter(({ part }) => part !== 'sealed')
    .map(({ name, column, part }) =>
      part && isSealed(name)
        ? `'${hasSealed(name)}', d.${column} is not null, '${name}', encode(d.${column}, 'hex')`
        : `'${name}', d.${column}`,
    )
    .join(', '),
)
