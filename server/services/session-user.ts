import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { sessionUser } from '../../contract/calls/session.ts'
import type { SessionUser } from '../../contract/calls/session.ts'
import { PortalError } from '../../contract/portal-error.ts'
import type { Session } from '../call.ts'
import type { Tx } from '../db/database.ts'

/** Reads the transaction's person and their unit. */
export const SESSION_USER = 'select portal_session_user() as person'

/** The signed-in person and their unit as `me` answers, in one query. Throws 'session.required' when the account is gone. */
export async function readSessionUser(tx: Tx, session: Session): Promise<SessionUser> {
  const { rows } = await tx.execute(sql.raw(SESSION_USER))
  return z.parse(sessionUser, findSessionUser(rows, session))
}

/**
 * The person in the answer to `SESSION_USER`, as the database made it: whoever sends it checks it against its row. Throws 'session.required'
 * when the account is gone.
 */
export function findSessionUser(rows: readonly Record<string, unknown>[], session: Session): unknown {
  const person = rows[0]?.['person']
  // The function answers for whom the transaction runs; anything else would be a mistake of the server's.
  if (Object(person).userId !== session.userId) throw new PortalError('session.required')
  return person
}
