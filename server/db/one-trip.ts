import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Tx } from './database.ts'

const results = z.array(z.object({ rows: z.array(z.record(z.string(), z.unknown())) }))

/**
 * Runs two or more statements in one message, one after the other; resolves with the rows of the last. Each statement sees what was committed before it began, so
 * it sees what the holder of a lock that an earlier one waited for has left. Values are inlined: bytes go through `inlineBytes`.
 */
export async function readAfterLocks(
  tx: Tx,
  ...statements: readonly [SQL, SQL, ...SQL[]]
): Promise<readonly Record<string, unknown>[]> {
  const answer: unknown = await tx.execute(sql.join([...statements], sql`; `).inlineParams())
  return z.parse(results, answer).at(-1)?.rows ?? []
}

/** Runs inserts, updates and deletes that do not depend on each other as one statement, in one round trip. */
export async function writeTogether(tx: Tx, statements: readonly SQLWrapper[]): Promise<void> {
  const parts = statements.map((statement, at) => sql`${sql.identifier(`part_${at}`)} as (${statement.getSQL()})`)
  if (parts.length > 0) await tx.execute(sql`with ${sql.join(parts, sql`, `)} select`)
}

/** Bytes for a statement whose values are inlined. */
export function inlineBytes(bytes: Buffer): SQL {
  return sql`decode(${bytes.toString('hex')}, 'hex')`
}
