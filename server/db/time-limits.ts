/** What a transaction is for: a person waits for an interactive one. */
export type CallKind = 'interactive' | 'export' | 'cleanup'

/** Milliseconds of one statement, of waiting for one lock, and between two statements, by the names of PostgreSQL, which keeps to them. */
const TIME_LIMITS = {
  interactive: { statement_timeout: 4000, lock_timeout: 3000, idle_in_transaction_session_timeout: 15_000 },
  export: { statement_timeout: 60_000, lock_timeout: 5000, idle_in_transaction_session_timeout: 15_000 },
  cleanup: { statement_timeout: 300_000, lock_timeout: 30_000, idle_in_transaction_session_timeout: 60_000 },
} as const satisfies Record<CallKind, object>

/** Milliseconds for opening a connection, and for getting one of a pool whose connections are all in use. */
export const CONNECT_WAIT = 2000
export const POOL_WAIT = 5000

/** Milliseconds for an answer, so that a PostgreSQL that hangs is noticed; one that works ends the statement itself and keeps the connection. */
export function readWait(kind: CallKind): number {
  return TIME_LIMITS[kind].statement_timeout + 500
}

/** Start-up options. PostgreSQL ignores limits of a role (`alter role … set`) where the options name another role. */
export function limitOptions(kind: CallKind): string {
  return Object.entries(TIME_LIMITS[kind])
    .map(([name, most]) => `-c ${name}=${most}`)
    .join(' ')
}

/** Statements that give the present transaction the limits of another kind. */
export function limitStatements(kind: CallKind): string {
  return Object.entries(TIME_LIMITS[kind])
    .map(([name, most]) => `set local ${name} = ${most}`)
    .join('; ')
}
