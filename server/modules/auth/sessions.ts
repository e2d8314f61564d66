import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { sessionUser, type SessionUser } from '../../../contract/endpoints/sign-in/session.ts'
import { unitType, userType } from '../../../contract/fields.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Session } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import { queryRows, queryValue } from '../../db/query.ts'
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
  const presented = hashToken(refresh)
  // A concurrent request with the same token waits here, and then finds it rotated.
  const [found] = await queryRows(tx, foundFamily)`
    select s.session_id as "sessionId", s.refresh_hash = ${presented} as "isCurrent", a.user_id as "userId", u.unit_id as "unitId",
      u.unit_type as "unitType", a.user_type as "userType",
      case when s.previous_refresh_hash = ${presented} and s.rotated_at > now() - make_interval(secs => ${GRACE_SECONDS})
        then s.rotation_salt end as "graceSalt"
    from session s join unit u on u.unit_id = s.unit_id join user_account a on a.user_id = s.user_id and a.status = 1
    where s.family_hash = ${hashToken(family)} and s.revoked_at is null and s.refresh_expires_at > now() and s.ends_at > now()
    for update of s`
  if (!found) return { outcome: 'unknown' }

  const { sessionId, isCurrent, graceSalt, userId, ...person } = found
  if (isCurrent) return { outcome: 'renewed', tokens: await rotate(tx, sessionId, refresh), person }
  if (graceSalt) return { outcome: 'renewed', tokens: deriveSuccessors(refresh, graceSalt), person }
  // The person's own page keeps what they typed, and asks them to sign in again over it.
  await tx.execute(sql`select set_config('portal.ends_quietly', 'on', true)`)
  await endSession(tx, { sessionId })
  return { outcome: 'reused', owner: { unitId: person.unitId, userId } }
}

const foundFamily = z.object({
  sessionId: z.string(),
  isCurrent: z.boolean(),
  /** Of the token before the current one, while it is still answered. */
  graceSalt: z.nullable(z.instanceof(Buffer)),
  userId: z.string(),
  unitId: z.string(),
  unitType,
  userType,
})

async function rotate(tx: Tx, sessionId: string, refresh: string): Promise<Tokens> {
  const salt = createSalt()
  const tokens = deriveSuccessors(refresh, salt)
  // The clock is read after the lock was granted: now() may be before the other tab's rotation.
  await tx.execute(sql`
    update session set access_hash = ${hashToken(tokens.access)}, access_expires_at = now() + make_interval(secs => ${ACCESS_SECONDS}),
      refresh_hash = ${hashToken(tokens.refresh)}, refresh_expires_at = now() + make_interval(secs => ${REFRESH_SECONDS}),
      previous_refresh_hash = ${hashToken(refresh)}, rotation_salt = ${salt}, rotated_at = clock_timestamp(), last_used_at = now()
    where session_id = ${sessionId}`)
  return tokens
}

/** Returns whose sessions this call ended. */
export function endSession(
  tx: Tx,
  { sessionId, refresh = '' }: { sessionId?: string | undefined; refresh?: string | undefined },
) {
  const family = splitRefresh(refresh)?.family
  const familyHash = family === undefined ? null : hashToken(family)
  return queryRows(tx, owner)`
    update session set revoked_at = now()
    where (session_id = ${sessionId ?? null} or family_hash = ${familyHash}) and revoked_at is null
    returning unit_id as "unitId", user_id as "userId"`
}

const owner = z.object({ unitId: z.string(), userId: z.string() })

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
