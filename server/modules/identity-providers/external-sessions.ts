import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Session } from '../../http/call.ts'
import type { Database, Tx } from '../../db/database.ts'
import { externalSession, logoutToken, session } from '../../db/tables.generated.ts'
import { cleanUp } from '../../jobs/clean-up.ts'
import { hashToken } from '../auth/session-tokens.ts'
import { recordSignInEvent } from '../auth/sign-in-events.ts'
import type { Logout } from './oidc-client.ts'

/** Notes with which session at a provider a session of the portal was opened. */
export async function noteExternalSession(
  tx: Tx,
  { sessionId, unitId }: Pick<Session, 'sessionId' | 'unitId'>,
  opened: { readonly providerId: string; readonly subject: string; readonly providerSid: string | null },
): Promise<void> {
  const { providerId, subject, providerSid } = opened
  await tx.insert(externalSession).values({ sessionId, unitId, providerId, subject, providerSid })
}

/** Throws 'sso.logout_refused' for a token that was taken before. */
export async function endExternalSessions(
  tx: Tx,
  unitId: string,
  providerId: string,
  { subject, providerSid, tokenId, keptSeconds, address }: Logout & { readonly address: string },
): Promise<void> {
  const expiresAt = sql`now() + make_interval(secs => ${keptSeconds})`
  const { rowCount } = await tx
    .insert(logoutToken)
    .values({ tokenHash: hashToken(`${providerId} ${tokenId}`), unitId, expiresAt })
    .onConflictDoNothing()
  if (!rowCount) throw new PortalError('sso.logout_refused')
  const opened = tx
    .select({ sessionId: externalSession.sessionId })
    .from(externalSession)
    .where(
      and(
        eq(externalSession.providerId, providerId),
        subject === null ? undefined : eq(externalSession.subject, subject),
        providerSid === null
          ? undefined
          : or(
              eq(externalSession.providerSid, providerSid),
              // Of a provider that does not name the session in its ID tokens.
              subject === null ? undefined : isNull(externalSession.providerSid),
            ),
      ),
    )
  const ended = await tx
    .update(session)
    .set({ revokedAt: sql`now()` })
    .where(and(inArray(session.sessionId, opened), isNull(session.revokedAt)))
    .returning({ userId: session.userId, userAgent: session.userAgent })
  for (const owner of ended) await recordSignInEvent(tx, { ...owner, unitId, kind: 'session-ended', address })
}

/** Those of every unit. */
export const deleteOldLogoutTokens = (database: Database, signal?: AbortSignal) =>
  cleanUp(database, [{ from: logoutToken, where: lt(logoutToken.expiresAt, sql`now()`) }], signal)
