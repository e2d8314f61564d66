import { type SQL, sql } from 'drizzle-orm'

// What erasing and merging do with rows, as SQL for a batch of them.

/** Who is erased, with all by which texts name them. */
export interface Erased {
  readonly pupil: string | null
  readonly users: readonly string[]
  readonly names: readonly string[]
  /** Numbers, login names and the like, which nobody else has. */
  readonly marks: readonly string[]
  readonly phones: readonly string[]
  /** When it was begun, as PostgreSQL writes it. */
  readonly begun: string
}

/** An entry that goes, and the one that stays in its place. */
type Pair = readonly [gone: string, stays: string]

/** Two entries that become one. */
export interface Merged {
  /** Null for people who are no pupils. */
  readonly pupil: Pair | null
  /** Null where at most one of two pupils has an account. */
  readonly user: Pair | null
  /** Whose ways of signing in stay. */
  readonly signIn: 'keep' | 'gone'
  /** Whose records of attendance stay on days on which both have some. */
  readonly days: 'keep' | 'gone' | 'both'
  readonly bothDays: readonly string[]
  readonly zone: string
  readonly begun: string
}

/** Where the rows of a batch lie, which the statement has as `part`: all columns of the table, and `tid`, by which they are found again. */
interface Place {
  readonly table: string
  readonly column: string
}

/** Rows that stay as they are, with the reason. */
export interface Kept {
  readonly keeps: string
}

/** Expressions of a statement's WITH after `part`. Afterwards no row of `part` is found by the column any more. */
export type EraseRule = Kept | ((of: Erased, at: Place) => SQL)
export type MergeRule = Kept | ((of: Merged, at: Place & { readonly stays: string }) => SQL)

export const keep = (reason: string): Kept => ({ keeps: reason })

/** The rows are changed by the table's walk, because no index finds them by the column. */
export const BY_WALK = keep('changed by the walk over the table')

/** Files and folders are moved in one statement, because their keys refer to each other with the owner. */
export const TOGETHER = keep('moved together with the folders')

/** Only the rows of the side whose ways of signing in stay: those of two people would open one account. */
export const BY_SIGN_IN = keep('the rows of one side go, those of the other are moved')

const table = (at: Place) => sql.identifier(at.table)
const column = (at: Place) => sql.identifier(at.column)

export const drop = (_: unknown, at: Place): SQL =>
  sql`gone as (delete from ${table(at)} t using part where t.ctid = part.tid)`

/** Empties the column, and sets others. */
export const empty =
  (more = '') =>
  (_: Erased, at: Place): SQL =>
    sql`emptied as (update ${table(at)} t set ${column(at)} = null${sql.raw(more)} from part where t.ctid = part.tid)`

export const move = (_: Merged, at: Place & { readonly stays: string }): SQL => moved(at)

const moved = (at: Place & { readonly stays: string }, which = sql``) => sql`
  moved as (update ${table(at)} t set ${column(at)} = ${at.stays} from part g where t.ctid = g.tid ${which})`

/**
 * Moves rows unless the one who stays has the same already: the doubles go. `same`: when a row `k` of the one who stays is the same as a row `g`; `join`: what `k` takes
 * over from it.
 */
export const once =
  (same: string, join?: string): MergeRule =>
  (_, at) => {
    const double = sql`select from ${table(at)} k where k.${column(at)} = ${at.stays} and ${sql.raw(same)}`
    const joined = sql`
      joined as (update ${table(at)} k set ${sql.raw(join ?? '')} from part g where k.${column(at)} = ${at.stays} and ${sql.raw(same)}),`
    return sql`
      doubled as (delete from ${table(at)} t using part g where t.ctid = g.tid and exists (${double})), ${join ? joined : sql``}
      ${moved(at, sql`and not exists (${double})`)}`
  }

export const texts = (values: readonly string[]) => sql`${sql.param([...values])}::text[]`

/** All identifiers of who is erased. */
export const idsOf = ({ pupil, users }: Pick<Erased, 'pupil' | 'users'>): string[] => [
  ...users,
  ...(pupil === null ? [] : [pupil]),
]

/** The pairs of both kinds. */
const pairsOf = ({ pupil, user }: Merged): Pair[] => [pupil, user].filter((pair) => pair !== null)

/** The identifiers of the entry that goes. */
export const goneOf = (of: Merged): string[] => pairsOf(of).map(([gone]) => gone)

const escape = (text: string) => text.replaceAll(/[\\.^$*+?()[\]{}|]/g, String.raw`\$&`)

const replaced = (text: SQL, pattern: string, by: string) => sql`regexp_replace(${text}, ${pattern}, ${by}, 'g')`

/** A text in which the portal put names: not within a longer one. */
export const withoutNames = (text: SQL, { names }: Erased) =>
  names.reduce((from, name) => replaced(from, `(^|[（(])${escape(name)}(?=[ :])`, String.raw`\1…`), text)

/** JSON without the values that are a name, a number or a phone of who is erased; keys of objects stay. */
export const withoutValues = (json: SQL, of: Erased) =>
  sql`${valuesOf(of).reduce((from, value) => replaced(from, `${escape(JSON.stringify(value))}(?!:)`, '"…"'), sql`${json}::text`)}::jsonb`

const valuesOf = ({ names, marks, phones }: Erased) => [...new Set([...names, ...marks, ...phones])]

const contains = (text: SQL, values: readonly string[]) =>
  sql`exists (select from unnest(${texts(values)}) v where position(v in ${text}) > 0)`

export const hasName = (text: SQL, { names }: Erased) => contains(text, names)
export const hasValue = (json: SQL, of: Erased) =>
  contains(
    sql`${json}::text`,
    valuesOf(of).map((value) => JSON.stringify(value)),
  )
export const hasId = (json: SQL, ids: readonly string[]) => contains(sql`${json}::text`, ids)

/** JSON as text in which identifiers are null. */
export const withoutIds = (text: SQL, ids: readonly string[]) =>
  ids.reduce((from, id) => sql`replace(${from}, ${`"${id}"`}, 'null')`, text)

/** Columns of `t` as JSON in which identifiers are null. */
export const setWithoutIds = (columns: readonly string[], ids: readonly string[]) =>
  setJson(columns, (text) => withoutIds(text, ids))

/** Columns of `t` as JSON in which the identifiers that stay stand in place of those that go. */
export const setExchanged = (columns: readonly string[], of: Merged) => setJson(columns, (text) => exchanged(text, of))

export const exchanged = (text: SQL, of: Merged) =>
  pairsOf(of).reduce((from, [gone, stays]) => sql`replace(${from}, ${gone}, ${stays})`, text)

const setJson = (columns: readonly string[], change: (text: SQL) => SQL) =>
  sql.join(
    columns.map((name) => sql`${sql.identifier(name)} = ${change(sql`t.${sql.identifier(name)}::text`)}::jsonb`),
    sql`, `,
  )
