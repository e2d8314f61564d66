import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Tx } from './database.ts'

const results = z.array(z.object({ rows: z.array(z.record(z.string(), z.unknown())) }))

/**
 * Runs two or more statements in one message and resolves with the rows of the last. Each statement sees what was committed before it began, also
 * by the previous holder of a lock that an earlier statement took. Values are inlined: bytes go through `inlineBytes`.
 */
export async function readAfterLocks(
  tx: Tx,
  ...statements: readonly [SQL, SQL, ...SQL[]]
): Promise<readonly Record<string, unknown>[]> {
  const answer: unknown = await tx.execute(sql.join([...statements], sql`; `).inlineParams())
  return z.parse(results, answer).at(-1)?.rows ?? []
}

/** Runs inserts, updates and deletes that do not depend on each other as one statement. */
export async function writeTogether(tx: Tx, statements: readonly SQLWrapper[]): Promise<void> {
  const parts = statements.map((statement, at) => sql`${sql.identifier(`part_${at}`)} as (${statement.getSQL()})`)
  if (parts.length > 0) await tx.execute(sql`with ${sql.join(parts, sql`, `)} select`)
}

export function inlineBytes(bytes: Buffer): SQL {
  return sql`decode(${bytes.toString('hex')}, 'hex')`
}
