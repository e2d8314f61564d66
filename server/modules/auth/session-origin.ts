import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'
import { session } from '../../db/tables.generated.ts'

/**
 * Gives a session the origin of the one that it came from, by switching or by a handover: it ends with the sessions of the account by whose credentials that one began, and with the session
 * at the provider by which it was opened. Its person has proved who they are when that one's did.
 */
export async function inheritOrigin(tx: Tx, from: string, to: string): Promise<void> {
  await tx.execute(sql`
    update session t set began_as = coalesce(f.began_as, nullif(f.user_id, t.user_id)), authenticated_at = f.authenticated_at from session f
    where f.session_id = ${from}::uuid and t.session_id = ${to}::uuid`)
  await tx.execute(sql`
    insert into external_session (session_id, unit_id, provider_id, subject, provider_sid)
    select ${to}::uuid, unit_id, provider_id, subject, provider_sid from external_session where session_id = ${from}::uuid`)
}

/** Of a session whose person proved who they are at a moment that is not known: earlier than any that a third party can demand. */
export const UNKNOWN_PROOF = new Date(0)

/** Says of a session that its person proved who they are before it began. */
export async function noteEarlierProof(tx: Tx, sessionId: string, authenticatedAt: Date): Promise<void> {
  await tx.update(session).set({ authenticatedAt }).where(eq(session.sessionId, sessionId))
}

/** When the person of a session proved who they are, and whether by two factors. undefined when the session is gone. */
export async function readProof(tx: Tx, sessionId: string) {
  const [found] = await tx
    .select({ authenticatedAt: session.authenticatedAt, secondFactor: session.secondFactor })
    .from(session)
    .where(eq(session.sessionId, sessionId))
  return found
}
