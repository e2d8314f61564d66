import { type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Pool } from 'pg'
import type { NotificationHandler, Listening } from './listen.ts'
import type { CallKind } from './time-limits.ts'

/** One transaction of the application's role. Drizzle's query builder, or `tx.execute(sql\`…\`)`. */
export type Tx = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0]

/** Row-level security compares every row's unit with `unitId`. */
export interface Scope {
  readonly unitId: string
  readonly userId: string | null
}

/** The row of `portal_begin` (none for an unknown host), and the answer (null without a session). */
export interface CallResult {
  readonly begun: readonly Record<string, unknown>[]
  readonly answer: unknown
}

/**
 * Every call has time limits of its kind (`time-limits.ts`). Throws PortalError 'server.unavailable' when the database does not answer in time, and
 * 'storage.disk_full' when its disk is full.
 */
export interface Database {
  /** A transaction without a unit: sees no tenant's rows, only what security-definer functions hand out. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** A transaction that sees and writes the rows of one unit. Interactive unless told otherwise. */
  inUnit<T>(scope: Scope, work: (tx: Tx) => Promise<T>, kind?: Exclude<CallKind, 'cleanup'>): Promise<T>
  /** One statement in one unit, in a single round trip and committed when this resolves. For the statements of chunks. */
  onceInUnit(scope: Scope, statement: SQL): Promise<readonly Record<string, unknown>[]>
  /**
   * The rows that a function of the database returns, in a single round trip that is committed when this resolves. Without a scope: the function
   * must limit its transaction to a unit itself. Prepared once for each connection.
   */
  callFunction(name: `portal_${string}`, values: readonly unknown[]): Promise<readonly Record<string, unknown>[]>
  /** As `callFunction`, in a round trip shared with others: for a function that writes nothing and is quick. */
  readFunction(name: `portal_${string}`, values: readonly unknown[]): Promise<readonly Record<string, unknown>[]>
  /**
   * The JSON of an SQL expression in the scope that `portal_begin` opens for a host and an access token's hash: one statement, prepared once for
   * each connection, in a round trip shared with others. For the calls that every page makes; it must not write, and must be quick.
   */
  readInCall(host: string, accessHash: Buffer | null, expression: string): Promise<CallResult>
  /** A transaction of the owner's role, for changes of the schema, commands, cleanup jobs and the queue of jobs. On behalf of no request but that of a set-up link, and of the operator who makes a unit. */
  asOwner<T>(work: (tx: Tx) => Promise<T>, kind?: Exclude<CallKind, 'export'>): Promise<T>
  /** The connections of `asOwner`, for the library of the queue of jobs alone, which keeps one of them to listen. */
  readonly ownersPool: Pool
  /** Receives `pg_notify` of a channel from all processes, on the one connection of this process for that. */
  listen(channel: `portal_${string}`, handler: NotificationHandler): Listening
  /** Rejects with PortalError 'server.unavailable' when the database does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** Whether an identifier from outside is a UUID; a query with anything else would fail instead of finding nothing. */
export function isRowId(id: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)
}

/** Takes a lock of this name until the transaction ends. The next statement sees what the previous holder has committed. */
export async function lockUntilEnd(tx: Tx, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}
