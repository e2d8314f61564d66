import { sql } from 'drizzle-orm'
import type { Tx } from './database.ts'

/** Lets only one transaction at a time go on from here to its end, of those that lock the same name; its next statement sees what the one before has left. */
export async function lockUntilEnd(tx: Tx, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}
