import type { FastifyRequest } from 'fastify'
import type { Tx } from '../db/database.ts'
import type { CallContext } from './call.ts'

/** Finds out where a call runs and who makes it. Handed in by app.ts: what sessions are is the module auth's. */
export interface SessionReader {
  /** The access token that a request carries. */
  readonly readToken: (request: FastifyRequest) => string | undefined
  /** As the database knows a token. */
  readonly hashToken: (token: string) => Buffer
  /** Limits the transaction to the unit of the host and to the person whose token this is. Throws 'tenant.unknown_host'. */
  readonly begin: (tx: Tx, host: string, token: string | undefined) => Promise<CallContext>
  /** The same from the answer of `portal_begin`. */
  readonly readFacts: (rows: readonly unknown[]) => CallContext
}
