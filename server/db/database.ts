import { type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { NotificationHandler, Listening } from './listen.ts'

/** One transaction of the application's role. Drizzle's query builder, or `tx.execute(sql\`…\`)`. */
export type Tx = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0]

/** Whose rows a transaction sees: row-level security compares every row's unit with `unitId`. */
export interface Scope {
  readonly unitId: string
  readonly userId: string | null
}

/** What a reading in one trip found: the row of `portal_begin` (none for an unknown host), and the answer (null when nobody is signed in). */
export interface CallResult {
  readonly begun: readonly Record<string, unknown>[]
  readonly answer: unknown
}

/** The portal's database, whoever started the server behind it. */
export interface Database {
  /** A transaction without a unit: sees no tenant's rows, only what security-definer functions hand out. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** A transaction that sees and writes the rows of one unit. */
  inUnit<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T>
  /** One statement in one unit, in a single round trip and committed when this resolves. For what chunks do by the thousand. */
  onceInUnit(scope: Scope, statement: SQL): Promise<readonly Record<string, unknown>[]>
  /**
   * The rows that a function of the database returns for these arguments, in a single round trip that is committed when this resolves. It has no scope:
   * the function must limit its transaction to a unit itself. Prepared once for each connection.
   */
  callFunction(name: `portal_${string}`, values: readonly unknown[]): Promise<readonly Record<string, unknown>[]>
  /**
   * What an expression of SQL gives, as JSON, in the scope that `portal_begin` opens for a host and an access token's hash: one statement, prepared once for each
   * connection, in one round trip that others share. For the calls that every page makes; it must not write, and must be quick.
   */
  readInCall(host: string, accessHash: Buffer | null, expression: string): Promise<CallResult>
  /** A transaction of the owner's role, for migrations, the demo school and upkeep. Never on behalf of a request. */
  asOwner<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Hears what transactions of any process announce by `pg_notify` on a channel, on a connection of its own that lasts until `close`. */
  listen(channel: `portal_${string}`, handler: NotificationHandler): Listening
  /** Resolves when the database answers; rejects with PortalError 'server.unavailable' otherwise. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** True when an identifier from outside can be one of a row; a query with anything else would fail instead of finding nothing. */
export function isRowId(id: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)
}

/** Lets only one transaction at a time go on from here to its end, of those that lock the same name; its next statement sees what the one before has left. */
export async function lockUntilEnd(tx: Tx, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}
