import type { NodePgDatabase } from 'drizzle-orm/node-postgres'

/** One transaction of the application's role. Drizzle's query builder, or `tx.execute(sql\`…\`)`. */
export type Tx = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0]

/** Whose rows a transaction sees: row-level security compares every row's unit with `unitId`. */
export interface Scope {
  readonly unitId: string
  readonly userId: string | null
}

/** The portal's database, whoever started the server behind it. */
export interface Database {
  /** A transaction without a unit: sees no tenant's rows, only what security-definer functions hand out. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** A transaction that sees and writes the rows of one unit. */
  inUnit<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T>
  /** A transaction of the owner's role, for migrations, the demo school and upkeep. Never on behalf of a request. */
  asOwner<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Resolves when the database answers; rejects with PortalError 'server.unavailable' otherwise. */
  ping(): Promise<void>
  close(): Promise<void>
}
