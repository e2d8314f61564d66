import { desc, eq, sql } from 'drizzle-orm'
import type { SignInEvent, SignInEventKind } from '../../../contract/endpoints/account.ts'
import type { Tx } from '../../db/database.ts'
import { signInEvent } from '../../db/schema/identity.ts'
import type { FastifyRequest } from 'fastify'

/** How many of a person's events are shown. */
const SHOWN = 50
const USER_AGENT_LENGTH = 200
/** Refused attempts cost whoever guesses nothing: without a pause between their events they would push all others off the list. */
const SLOWED_DOWN_PAUSE = '5 minutes'

/** Where something around a sign-in came from. */
export interface Origin {
  readonly address: string
  readonly userAgent: string
}

/** What happened around whose sign-in. */
export interface SignInHappening extends Origin {
  readonly unitId: string
  readonly userId: string
  readonly kind: SignInEventKind
}

/** Adds an event to a person's list. The transaction must be one that commits in this outcome. */
export async function recordSignInEvent(tx: Tx, happening: SignInHappening): Promise<void> {
  const { unitId, userId, kind, address, userAgent } = happening
  await tx.insert(signInEvent).values({ unitId, userId, kind, address, userAgent: cutUserAgent(userAgent) })
}

/**
 * Adds 'slowed-down' for whoever has this login name in the transaction's unit, at most once in five minutes for an address. One statement whether or
 * not somebody has the name, so that the time of the refusal does not tell.
 */
export async function recordSlowedDown(tx: Tx, { loginName, address, userAgent }: Origin & { loginName: string }) {
  await tx.execute(sql`
    insert into sign_in_event (unit_id, user_id, kind, address, user_agent)
    select a.unit_id, a.user_id, 'slowed-down', ${address}, ${cutUserAgent(userAgent)}
    from user_account a
    where lower(a.login_name) = lower(${loginName}) and not exists (
      select from sign_in_event e
      where e.unit_id = a.unit_id and e.user_id = a.user_id and e.kind = 'slowed-down' and e.address = ${address}
        and e.at > now() - ${SLOWED_DOWN_PAUSE}::interval)`)
}

/** The person's newest 50 events, newest first. */
export async function readSignInEvents(tx: Tx, userId: string): Promise<SignInEvent[]> {
  const rows = await tx
    .select({
      eventId: signInEvent.eventId,
      kind: signInEvent.kind,
      at: signInEvent.at,
      address: signInEvent.address,
      userAgent: signInEvent.userAgent,
    })
    .from(signInEvent)
    .where(eq(signInEvent.userId, userId))
    .orderBy(desc(signInEvent.at), desc(signInEvent.eventId))
    .limit(SHOWN)
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

/** A user agent as it is stored: the first 200 characters. */
export function cutUserAgent(userAgent: string): string {
  return [...userAgent].slice(0, USER_AGENT_LENGTH).join('')
}

/** Where a request comes from, as the events of a sign-in tell it. */
export function originOf(request: FastifyRequest): Origin {
  return { address: request.ip, userAgent: request.headers['user-agent'] ?? '' }
}
