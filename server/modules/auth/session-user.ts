import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { sessionUser, type SessionUser } from '../../../contract/endpoints/session.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Session } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'

/** An expression for `readRoute`. */
export const SESSION_USER = 'portal_session_user()'

/** Throws 'session.required' when the account is gone. */
export async function readSessionUser(tx: Tx, session: Session): Promise<SessionUser> {
  const { rows } = await tx.execute(sql.raw(`select ${SESSION_USER} as person`))
  return z.parse(sessionUser, findSessionUser(rows[0]?.['person'], session))
}

/** Unchecked: the route checks it against the endpoint. Throws 'session.required' when the account is gone. */
export function findSessionUser(person: unknown, session: Session): unknown {
  // The function answers for the transaction's person; any other would be the server's mistake.
  if (Object(person).userId !== session.userId) throw new PortalError('session.required')
  return person
}
