import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Tx } from './database.ts'

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

/** The one row of a statement that has always one, such as a count. Throws ZodError for none or several, and for another one. */
export function queryOne<R extends z.ZodMiniType>(tx: Tx, row: R): Statement<z.output<R>> {
  return async (text, ...values) => {
    const { rows } = await tx.execute(sql(text, ...values))
    if (rows.length > 1) throw new RangeError(`${rows.length} rows instead of one`)
    return z.parse(row, rows[0])
  }
}
