import { lt, or, sql } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'
import {
  handover,
  loginAttempt,
  loginDevice,
  loginTicket,
  oauthArtifact,
  oauthKey,
  passkeyChallenge,
  passwordReset,
  pendingBinding,
  rateLimit,
  secondStepSetup,
  session,
  setupCode,
  signInEvent,
  socialAttempt,
  userClient,
} from '../../db/tables.generated.ts'

/** For the list of one's own sign-ins. */
const SESSION_KEPT = sql`now() - interval '7 days'`
const ATTEMPTS_KEPT = sql`now() - interval '1 day'`
/** The lifetime of a device's cookie. */
const DEVICES_KEPT = sql`now() - interval '400 days'`
/** Long enough to notice something after a holiday. */
const EVENTS_KEPT = sql`now() - interval '180 days'`

/** Longer than anything lives that a retired key signed, and than third parties cache the list of keys. */
const KEYS_KEPT = sql`now() - interval '2 days'`

/** Deletes what has expired in every unit. Needs the owner's transaction. */
export async function cleanUpIdentity(tx: Tx): Promise<void> {
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
  await tx.delete(rateLimit).where(lt(rateLimit.spentUntil, sql`now()`))
  await tx.delete(loginDevice).where(lt(loginDevice.lastUsedAt, DEVICES_KEPT))
  await tx.delete(passwordReset).where(lt(passwordReset.expiresAt, sql`now()`))
  await tx.delete(handover).where(lt(handover.expiresAt, sql`now()`))
  await tx
    .delete(userClient)
    .where(
      or(
        lt(userClient.revokedAt, SESSION_KEPT),
        lt(sql`coalesce(${userClient.lastUsedAt}, ${userClient.createdAt})`, DEVICES_KEPT),
      ),
    )
  await tx.delete(socialAttempt).where(lt(socialAttempt.expiresAt, sql`now()`))
  await tx.delete(pendingBinding).where(lt(pendingBinding.expiresAt, sql`now()`))
  await tx.delete(passkeyChallenge).where(lt(passkeyChallenge.expiresAt, sql`now()`))
  await tx.delete(secondStepSetup).where(lt(secondStepSetup.expiresAt, sql`now()`))
  await tx.delete(loginTicket).where(lt(loginTicket.expiresAt, sql`now()`))
  await tx.delete(oauthArtifact).where(lt(oauthArtifact.expiresAt, sql`now()`))
  await tx.delete(oauthKey).where(lt(oauthKey.retiredAt, KEYS_KEPT))
  await tx.execute(sql`delete from account_link_code where expires_at < now()`)
  await tx.delete(setupCode).where(lt(setupCode.expiresAt, sql`now()`))
  await tx.delete(signInEvent).where(lt(signInEvent.at, EVENTS_KEPT))
}
