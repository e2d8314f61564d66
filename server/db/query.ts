import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import * as z from 'zod/mini'
import { isRowId, type Tx } from './database.ts'

/** A statement as `sql` of Drizzle takes it: what stands in `${…}` is a parameter or a part of the statement. */
type Statement<T> = (text: TemplateStringsArray, ...values: readonly unknown[]) => Promise<T>

/**
 * The rows of a statement, each as `row` describes it: queryRows(tx, row)`select …`. Throws ZodError when one is another. A template of its own, so that
 * the text keeps its lines.
 */
export function queryRows<R extends z.ZodMiniType>(tx: Tx, row: R): Statement<z.output<R>[]> {
  return async (text, ...values) => {
    const { rows } = await tx.execute(sql(text, ...values))
    return rows.map((found) => z.parse(row, found))
  }
}

/** Whether a statement has a row. */
export function queryAny(tx: Tx): Statement<boolean> {
  return async (text, ...values) => (await tx.execute(sql(text, ...values))).rows.length > 0
}

/** The one row of a statement that has always one, such as a count. Throws ZodError for none or several, and for another one. */
export function queryOne<R extends z.ZodMiniType>(tx: Tx, row: R): Statement<z.output<R>> {
  return async (text, ...values) => {
    const { rows } = await tx.execute(sql(text, ...values))
    if (rows.length > 1) throw new RangeError(`${rows.length} rows instead of one`)
    return z.parse(row, rows[0])
  }
}

/** The first column of each row of a statement. Throws ZodError when `value` describes another one. */
export function queryValues<V extends z.ZodMiniType>(tx: Tx, value: V): Statement<z.output<V>[]> {
  return async (text, ...values) => {
    const { rows } = await tx.execute(sql(text, ...values))
    return rows.map((found) => z.parse(value, Object.values(found)[0]))
  }
}

/** The one column of the one row of a statement that has always one. Throws as `queryOne`. */
export function queryValue<V extends z.ZodMiniType>(tx: Tx, value: V): Statement<z.output<V>> {
  return async (text, ...values) => {
    const found = await queryValues(tx, value)(text, ...values)
    if (found.length > 1) throw new RangeError(`${found.length} rows instead of one`)
    return z.parse(value, found[0])
  }
}

/** An identifier from outside as a UUID of a statement: one that is none finds nothing. */
export function asId(id: string): SQL {
  return sql`${isRowId(id) ? id : null}::uuid`
}

/** A column with time zone as the contract's `moment`. */
export function isoText(column: SQLWrapper): SQL<string> {
  return sql<string>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

/** The start of the transaction by the clock of the database, which writes when sessions and attempts begin. */
export function readNow(tx: Tx): Promise<Date> {
  return queryValue(tx, z.coerce.date())`select now()`
}

/** The values of a function of the database that takes them as one JSON. Bytes become the text of a bytea; null and undefined are null. */
export function jsonArgument(values: Readonly<Record<string, unknown>>): string {
  const write = (value: unknown): unknown =>
    Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : Array.isArray(value) ? value.map(write) : value
  return JSON.stringify(Object.fromEntries(Object.entries(values).map(([name, value]) => [name, write(value)])))
}
