import { desc, eq, sql } from 'drizzle-orm'
import type { SignInEvent, SignInEventKind } from '../../../contract/endpoints/account.ts'
import type { Tx } from '../../db/database.ts'
import { isoText } from '../../db/query.ts'
import { signInEvent } from '../../db/tables.generated.ts'
import type { FastifyRequest } from 'fastify'

const SHOWN = 50
const USER_AGENT_LENGTH = 200
/** Without it an attacker could push all other events off the list. */
const SLOWED_DOWN_PAUSE = '5 minutes'

export interface Origin {
  readonly address: string
  readonly userAgent: string
}

/** The transaction must commit in this outcome. */
export async function recordSignInEvent(
  tx: Tx,
  event: Origin & { readonly unitId: string; readonly userId: string; readonly kind: SignInEventKind },
): Promise<void> {
  const { unitId, userId, kind, address, userAgent } = event
  await tx.insert(signInEvent).values({ unitId, userId, kind, address, userAgent: cutUserAgent(userAgent) })
}

/** At most one in five minutes for an address. One statement also for an unknown name, so that the response time reveals nothing. */
export async function recordSlowedDown(tx: Tx, { loginName, address, userAgent }: Origin & { loginName: string }) {
  await tx.execute(sql`
    insert into sign_in_event (unit_id, user_id, kind, address, user_agent)
    select a.unit_id, a.user_id, 'slowed-down', ${address}, ${cutUserAgent(userAgent)}
    from user_account a
    where a.login_key = portal_fold(${loginName}) and not exists (
      select from sign_in_event e
      where e.unit_id = a.unit_id and e.user_id = a.user_id and e.kind = 'slowed-down' and e.address = ${address}
        and e.at > now() - ${SLOWED_DOWN_PAUSE}::interval)`)
}

export async function readSignInEvents(tx: Tx, userId: string): Promise<SignInEvent[]> {
  return tx
    .select({
      eventId: signInEvent.eventId,
      kind: signInEvent.kind,
      at: isoText(signInEvent.at),
      address: signInEvent.address,
      userAgent: signInEvent.userAgent,
    })
    .from(signInEvent)
    .where(eq(signInEvent.userId, userId))
    .orderBy(desc(signInEvent.at), desc(signInEvent.eventId))
    .limit(SHOWN)
}

export function cutUserAgent(userAgent: string): string {
  return [...userAgent].slice(0, USER_AGENT_LENGTH).join('')
}

export function originOf(request: FastifyRequest): Origin {
  return { address: request.ip, userAgent: request.headers['user-agent'] ?? '' }
}
