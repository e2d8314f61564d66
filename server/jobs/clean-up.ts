import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Database, Tx } from '../db/database.ts'

/** Rows of one transaction, so that none holds locks for long, whatever has piled up. */
export const BATCH = 500

/** Rows of a table, in every unit, that are deleted. What foreign keys delete with one of them must be little. */
export interface CleaningRule {
  readonly from: PgTable
  readonly where: SQL | undefined
}

/**
 * Calls `work` again and again, each time in a transaction of the owner's role, until it has handled fewer rows than `most`. Returns how many it has handled in all.
 * Throws when the signal aborts: what is done stays done.
 */
export async function inBatches(
  database: Database,
  work: (tx: Tx, most: number) => Promise<number>,
  signal?: AbortSignal,
  most = BATCH,
): Promise<number> {
  for (let sum = 0; ;) {
    signal?.throwIfAborted()
    const handled = await database.asOwner((tx) => work(tx, most))
    sum += handled
    if (handled < most) return sum
  }
}

/** Deletes the rows of each rule, a statement for each batch. Rows that others have locked are left to the next time. Returns how many went. */
export async function cleanUp(
  database: Database,
  rules: readonly CleaningRule[],
  signal?: AbortSignal,
): Promise<number> {
  let sum = 0
  for (const { from, where } of rules)
    sum += await inBatches(database, (tx, most) => deleteSome(tx, from, where, most), signal)
  return sum
}

async function deleteSome(tx: Tx, from: PgTable, where: SQL | undefined, most: number): Promise<number> {
  // The planner takes what is old to be spread over the table, and would read that from its start for each batch, which costs the square of the rows that go.
  await tx.execute(sql`set local enable_seqscan = off; set local enable_bitmapscan = off`)
  const some = sql`select ctid from ${from} where ${where} limit ${most} for update skip locked`
  const { rowCount } = await tx.execute(sql`delete from ${from} where ctid = any(array(${some}))`)
  return rowCount ?? 0
}
