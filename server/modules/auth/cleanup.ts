import { lt, or, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import {
  accountLinkCode,
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
import { cleanUp, type CleaningRule } from '../../jobs/clean-up.ts'

/** For the list of one's own sign-ins. */
const SESSION_KEPT = sql`now() - interval '7 days'`
const ATTEMPTS_KEPT = sql`now() - interval '1 day'`
/** The lifetime of a device's cookie. */
const DEVICES_KEPT = sql`now() - interval '400 days'`
/** Long enough to notice something after a holiday. */
const EVENTS_KEPT = sql`now() - interval '180 days'`

/** Longer than anything lives that a retired key signed, and than third parties cache the list of keys. */
const KEYS_KEPT = sql`now() - interval '2 days'`

const EXPIRED: readonly CleaningRule[] = [
  {
    from: session,
    where: or(
      lt(session.refreshExpiresAt, SESSION_KEPT),
      lt(session.endsAt, SESSION_KEPT),
      lt(session.revokedAt, SESSION_KEPT),
    ),
  },
  { from: loginAttempt, where: lt(loginAttempt.lastAt, ATTEMPTS_KEPT) },
  { from: rateLimit, where: lt(rateLimit.spentUntil, sql`now()`) },
  { from: loginDevice, where: lt(loginDevice.lastUsedAt, DEVICES_KEPT) },
  {
    from: userClient,
    where: or(
      lt(userClient.revokedAt, SESSION_KEPT),
      lt(sql`coalesce(${userClient.lastUsedAt}, ${userClient.createdAt})`, DEVICES_KEPT),
    ),
  },
  ...[
    passwordReset,
    handover,
    socialAttempt,
    pendingBinding,
    passkeyChallenge,
    secondStepSetup,
    loginTicket,
    oauthArtifact,
    accountLinkCode,
    setupCode,
  ].map((from) => ({ from, where: lt(from.expiresAt, sql`now()`) })),
  { from: oauthKey, where: lt(oauthKey.retiredAt, KEYS_KEPT) },
  { from: signInEvent, where: lt(signInEvent.at, EVENTS_KEPT) },
]

/** Deletes what has expired in every unit. */
export const cleanUpIdentity = (database: Database, signal?: AbortSignal) => cleanUp(database, EXPIRED, signal)
