import { timingSafeEqual } from 'node:crypto'
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { sessionUser, type SessionUser } from '../../../contract/endpoints/sign-in/session.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Session } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import { queryValue } from '../../db/query.ts'
import { session, unit, userAccount } from '../../db/tables.generated.ts'
import {
  type Tokens,
  ACCESS_SECONDS,
  createSalt,
  deriveSuccessors,
  hashToken,
  REFRESH_SECONDS,
  splitRefresh,
} from './session-tokens.ts'

/** Seconds in which the previous refresh token is still answered: tabs refresh at the same moment, and a phone may lose the answer. */
const GRACE_SECONDS = 60

const seconds = (count: number) => sql`now() + make_interval(secs => ${count})`

export type Refreshed =
  | {
      readonly outcome: 'renewed'
      readonly tokens: Tokens
      readonly person: Pick<Session, 'unitId' | 'unitType' | 'userType'>
    }
  | { readonly outcome: 'unknown' }
  | { readonly outcome: 'reused'; readonly owner: Pick<Session, 'unitId' | 'userId'> }

/** The previous token gets the same successors for a minute; an earlier one ends the session, as two parties hold its tokens. Every outcome must be committed. */
export async function refreshSession(tx: Tx, refresh: string): Promise<Refreshed> {
  const family = splitRefresh(refresh)?.family
  if (family === undefined) return { outcome: 'unknown' }
  const found = await findFamily(tx, family)
  if (!found) return { outcome: 'unknown' }

  const { sessionId, refreshHash, previousRefreshHash, rotationSalt, inGrace, userId, ...person } = found
  const presented = hashToken(refresh)
  if (timingSafeEqual(presented, refreshHash)) {
    return { outcome: 'renewed', tokens: await rotate(tx, sessionId, refresh), person }
  }
  if (inGrace && rotationSalt && previousRefreshHash && timingSafeEqual(presented, previousRefreshHash)) {
    return { outcome: 'renewed', tokens: deriveSuccessors(refresh, rotationSalt), person }
  }
  // The person's own page keeps what they typed, and asks them to sign in again over it.
  await tx.execute(sql`select set_config('portal.ends_quietly', 'on', true)`)
  await endSession(tx, { sessionId })
  return { outcome: 'reused', owner: { unitId: person.unitId, userId } }
}

async function findFamily(tx: Tx, family: string) {
  const [found] = await tx
    .select({
      sessionId: session.sessionId,
      refreshHash: session.refreshHash,
      previousRefreshHash: session.previousRefreshHash,
      rotationSalt: session.rotationSalt,
      inGrace: sql<boolean>`coalesce(${session.rotatedAt} > now() - make_interval(secs => ${GRACE_SECONDS}), false)`,
      userId: session.userId,
      unitId: unit.unitId,
      unitType: unit.unitType,
      userType: userAccount.userType,
    })
    .from(session)
    .innerJoin(unit, eq(unit.unitId, session.unitId))
    .innerJoin(userAccount, and(eq(userAccount.userId, session.userId), eq(userAccount.status, 1)))
    .where(
      and(
        eq(session.familyHash, hashToken(family)),
        isNull(session.revokedAt),
        gt(session.refreshExpiresAt, sql`now()`),
        gt(session.endsAt, sql`now()`),
      ),
    )
    // A concurrent request with the same token waits here, and then finds it rotated.
    .for('update', { of: session })
  return found
}

async function rotate(tx: Tx, sessionId: string, refresh: string): Promise<Tokens> {
  const rotationSalt = createSalt()
  const tokens = deriveSuccessors(refresh, rotationSalt)
  await tx
    .update(session)
    .set({
      accessHash: hashToken(tokens.access),
      accessExpiresAt: seconds(ACCESS_SECONDS),
      refreshHash: hashToken(tokens.refresh),
      refreshExpiresAt: seconds(REFRESH_SECONDS),
      previousRefreshHash: hashToken(refresh),
      rotationSalt,
      // Read after the lock was granted: now() may be before the other tab's rotation.
      rotatedAt: sql`clock_timestamp()`,
      lastUsedAt: sql`now()`,
    })
    .where(eq(session.sessionId, sessionId))
  return tokens
}

/** Returns whose sessions this call ended. */
export async function endSession(
  tx: Tx,
  which: { sessionId?: string; refresh?: string },
): Promise<Pick<Session, 'unitId' | 'userId'>[]> {
  const family = which.refresh === undefined ? undefined : splitRefresh(which.refresh)?.family
  const named = [
    ...(which.sessionId === undefined ? [] : [eq(session.sessionId, which.sessionId)]),
    ...(family === undefined ? [] : [eq(session.familyHash, hashToken(family))]),
  ]
  if (named.length === 0) return []
  return tx
    .update(session)
    .set({ revokedAt: sql`now()` })
    .where(and(or(...named), isNull(session.revokedAt)))
    .returning({ unitId: session.unitId, userId: session.userId })
}

/** An expression for `readRoute`. */
export const SESSION_USER = 'portal_session_user()'

/** Throws 'session.required' when the account is gone. */
export async function readSessionUser(tx: Tx, own: Session): Promise<SessionUser> {
  const person = await queryValue(tx, z.unknown())`select ${sql.raw(SESSION_USER)}`
  return z.parse(sessionUser, findSessionUser(person, own))
}

/** Unchecked: the route checks it against the endpoint. Throws 'session.required' when the account is gone. */
export function findSessionUser(person: unknown, own: Session): unknown {
  // The function answers for the transaction's person; any other would be the server's mistake.
  if (Object(person).userId !== own.userId) throw new PortalError('session.required')
  return person
}
