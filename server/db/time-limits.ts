/** What a transaction is for: a person waits for an interactive one. */
export type CallKind = 'interactive' | 'export' | 'cleanup'

interface TimeLimits {
  /** Milliseconds of one statement, of waiting for one lock, and between two statements. PostgreSQL keeps to them. */
  readonly statement: number
  readonly lock: number
  readonly idle: number
}

export const TIME_LIMITS: Readonly<Record<CallKind, TimeLimits>> = {
  interactive: { statement: 4000, lock: 3000, idle: 15_000 },
  export: { statement: 60_000, lock: 5000, idle: 15_000 },
  cleanup: { statement: 300_000, lock: 30_000, idle: 60_000 },
}

/** Milliseconds for opening a connection, and for getting one of a pool whose connections are all in use. */
export const CONNECT_WAIT = 2000
export const POOL_WAIT = 5000

/** Milliseconds for an answer, so that a PostgreSQL that hangs is noticed; one that works ends the statement itself and keeps the connection. */
export function readWait(kind: CallKind): number {
  return TIME_LIMITS[kind].statement + 500
}

/** Start-up options. PostgreSQL ignores limits of a role (`alter role … set`) where the options name another role. */
export function limitOptions(kind: CallKind): string {
  const { statement, lock, idle } = TIME_LIMITS[kind]
  return `-c statement_timeout=${statement} -c lock_timeout=${lock} -c idle_in_transaction_session_timeout=${idle}`
}

/** Statements that give the present transaction the limits of another kind. */
export function limitStatements(kind: CallKind): string {
  const { statement, lock, idle } = TIME_LIMITS[kind]
  return `set local statement_timeout = ${statement}; set local lock_timeout = ${lock}; set local idle_in_transaction_session_timeout = ${idle}`
}
