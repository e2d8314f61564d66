import { sql } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'

/**
 * Makes a temporary table of a query's rows until the transaction ends, in place of the one that an earlier comparison made: makeTable(tx, 'named', 'unique index on named (name)')`select …`. It is
 * analyzed, because PostgreSQL takes a table that has just been filled for nearly empty.
 */
export function makeTable(tx: Tx, name: string, ...indexes: readonly string[]) {
  return async (text: TemplateStringsArray, ...values: readonly unknown[]): Promise<void> => {
    const table = sql.identifier(name)
    await tx.execute(sql`drop table if exists ${table}`)
    await tx.execute(sql`create temporary table ${table} on commit drop as ${sql(text, ...values)}`)
    for (const index of indexes) await tx.execute(sql`create ${sql.raw(index)}`)
    await tx.execute(sql`analyze ${table}`)
  }
}
