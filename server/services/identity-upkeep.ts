import { lt, or, sql } from 'drizzle-orm'
import type { Tx } from '../db/database.ts'
import { loginAttempt, loginDevice, session } from '../db/schema/identity.ts'

/** Ended sessions are kept this long, so that whoever asks "where was I signed in" still sees them. */
const SESSION_KEPT = sql`now() - interval '7 days'`
const ATTEMPTS_KEPT = sql`now() - interval '1 day'`
/** As long as a device keeps its cookie. */
const DEVICES_KEPT = sql`now() - interval '400 days'`

/** Deletes sessions that are over, and counters and devices that no longer matter, in every unit. Needs the owner's transaction. */
export async function collectIdentity(tx: Tx): Promise<void> {
  await tx
    .delete(session)
    .where(
      or(
        lt(session.refreshExpiresAt, SESSION_KEPT),
        lt(session.endsAt, SESSION_KEPT),
        lt(session.revokedAt, SESSION_KEPT),
      ),
    )
  await tx.delete(loginAttempt).where(lt(loginAttempt.lastAt, ATTEMPTS_KEPT))
  await tx.delete(loginDevice).where(lt(loginDevice.lastUsedAt, DEVICES_KEPT))
}
