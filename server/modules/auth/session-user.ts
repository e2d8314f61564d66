import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { sessionUser, type SessionUser } from '../../../contract/endpoints/session.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Session } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'

/** The transaction's person and their unit, as an expression for `readRoute`. */
export const SESSION_USER = 'portal_session_user()'

/** The signed-in person and their unit as `me` answers, in one query. Throws 'session.required' when the account is gone. */
export async function readSessionUser(tx: Tx, session: Session): Promise<SessionUser> {
  const { rows } = await tx.execute(sql.raw(`select ${SESSION_USER} as person`))
  return z.parse(sessionUser, findSessionUser(rows[0]?.['person'], session))
}

/**
 * The person that `SESSION_USER` gives, as the database made it: whoever sends it checks it against its row. Throws 'session.required'
 * when the account is gone.
 */
export function findSessionUser(person: unknown, session: Session): unknown {
  // The function answers for whom the transaction runs; anything else would be a mistake of the server's.
  if (Object(person).userId !== session.userId) throw new PortalError('session.required')
  return person
}
