import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Database, Tx } from '../../db/database.ts'
import { inBatches } from '../../jobs/clean-up.ts'
import { queryRows } from '../../db/query.ts'

/** Notified by `portal_end_oauth_sessions` too. */
export const LOGOUT_CHANNEL = 'portal_logout'
/** Attempts to tell an application that a session ended, over some 13 hours. */
export const ATTEMPTS_MAX = 6
const FIRST_PAUSE = '1 minute'
const LONGEST_PAUSE = '12 hours'
/** Rows that one process takes at once. */
export const CLAIMED_MAX = 20

const endedSession = z.object({
  sessionId: z.string(),
  clientId: z.string(),
  unitId: z.string(),
  userId: z.string(),
  issuer: z.string(),
  /** With this one. */
  attempts: z.number(),
  /** Where the application wants to be told. */
  uri: z.string(),
})
/** A session that has ended and an application that it signed in to. */
export type EndedSession = z.infer<typeof endedSession>

/** Notes that an application got a code in a session. Throws 'session.expired' when that has ended meanwhile. */
export async function noteSession(
  tx: Tx,
  { sessionId, clientId, issuer }: Pick<EndedSession, 'sessionId' | 'clientId' | 'issuer'>,
): Promise<void> {
  // The session is locked, so that an end at the same moment finds the row of this one.
  const { rowCount } = await tx.execute(sql`
    insert into oauth_session (session_id, client_id, unit_id, user_id, issuer)
    select session_id, ${clientId}, unit_id, user_id, ${issuer} from session where session_id = ${sessionId} and revoked_at is null for share
    on conflict (session_id, client_id) do update set issuer = excluded.issuer`)
  if (!rowCount) throw new PortalError('session.expired')
}

/**
 * Takes what is due, of all units, and puts it off to the next attempt, so that a process that dies meanwhile loses nothing. Rows of applications that are
 * not to be told are deleted. Needs the owner's transaction.
 */
export async function claimEndedSessions(tx: Tx): Promise<EndedSession[]> {
  await tx.execute(sql`delete from oauth_session o using oauth_client c
    where o.due_at <= now() and c.unit_id = o.unit_id and c.client_id = o.client_id
      and (c.backchannel_logout_uri is null or c.disabled_at is not null)`)
  return queryRows(tx, endedSession)`
    with due as (
      select session_id, client_id from oauth_session where due_at <= now()
      order by attempts, due_at limit ${CLAIMED_MAX} for update skip locked)
    update oauth_session o
    set attempts = o.attempts + 1, due_at = now() + least(${LONGEST_PAUSE}::interval, ${FIRST_PAUSE}::interval * power(5, o.attempts))
    from due, oauth_client c
    where o.session_id = due.session_id and o.client_id = due.client_id and c.unit_id = o.unit_id and c.client_id = o.client_id
    returning o.session_id as "sessionId", o.client_id as "clientId", o.unit_id as "unitId", o.user_id as "userId", o.issuer, o.attempts,
      c.backchannel_logout_uri as uri`
}

export async function forgetEndedSession(tx: Tx, { sessionId, clientId }: EndedSession): Promise<void> {
  await tx.execute(sql`delete from oauth_session where session_id = ${sessionId} and client_id = ${clientId}`)
}

/** Sessions that were not used for too long end without a change of their row. */
export function endExpiredSessions(database: Database, signal?: AbortSignal): Promise<number> {
  const endSome = async (tx: Tx, most: number) => {
    const { rowCount } = await tx.execute(sql`
      update oauth_session o set due_at = now() where o.ctid = any(array(
        select e.ctid from oauth_session e join session s using (session_id)
        where e.due_at is null and (s.refresh_expires_at <= now() or s.ends_at <= now()) limit ${most} for update of e))`)
    if (rowCount) await tx.execute(sql`select pg_notify(${LOGOUT_CHANNEL}, '')`)
    return rowCount ?? 0
  }
  return inBatches(database, endSome, signal)
}
