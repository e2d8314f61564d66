import { eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { userType } from '../../../contract/fields.ts'
import { foldText } from '../../../contract/rules/text/fold-text.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { findNullCharacters } from '../../http/null-characters.ts'
import type { Tx } from '../../db/database.ts'
import { queryRows } from '../../db/query.ts'
import { loginTicket, oauthClient } from '../../db/tables.generated.ts'
import { mayIssuerActFor } from '../auth/may-act-for.ts'
import { type Client, ownsSecret } from './oauth-clients.ts'
import { dropOldest, isGood } from '../auth/secret-sign-in.ts'
import { createSecret, hashToken } from '../auth/session-tokens.ts'

const TICKET_SECONDS = 60
/** Per person; the oldest are deleted. */
const TICKETS_MAX = 20

export interface TicketRequest {
  readonly clientId: string
  readonly clientSecret: string
  readonly loginName: string
}

/** The ticket signs in once, within a minute. 'administrator': the person is out of the client's reach. */
export async function issueTicket(
  tx: Tx,
  given: TicketRequest,
): Promise<{ outcome: 'issued'; ticket: string } | { outcome: 'wrong-client' | 'no-such-person' | 'administrator' }> {
  const [client] = await tx.select().from(oauthClient).where(eq(oauthClient.clientId, given.clientId))
  // The account is read for an unknown client too, so that the response time reveals nothing. A third party's request must not bypass a second step.
  const [person] = await queryRows(tx, owner)`
    select a.unit_id as "unitId", a.user_id as "userId" from user_account a
    where a.login_key = ${foldText(given.loginName)} and a.status = 1 and not exists (select from second_step s where s.user_id = a.user_id)`
  const proven = ownsSecret(client, given.clientSecret)
  if (!client || !proven || client.disabledAt !== null || !client.mayIssueTickets) return { outcome: 'wrong-client' }
  if (!person) return { outcome: 'no-such-person' }
  if (await isBeyond(tx, client, person.userId)) return { outcome: 'administrator' }

  const ticket = createSecret()
  const { clientId } = client
  const expiresAt = sql`now() + make_interval(secs => ${TICKET_SECONDS})`
  await tx.insert(loginTicket).values({ ...person, secretHash: hashToken(ticket), clientId, expiresAt })
  const { secretHash: key, expiresAt: newest } = loginTicket
  await dropOldest(tx, loginTicket, { key, newest, mine: eq(loginTicket.userId, person.userId), max: TICKETS_MAX })
  return { outcome: 'issued', ticket }
}

const owner = z.object({ unitId: z.string(), userId: z.string() })

const takenTicket = z.object({
  userId: z.string(),
  userType,
  issuedAt: z.coerce.date(),
  adminTickets: z.boolean(),
  adminTicketsBy: z.nullable(z.string()),
})

/**
 * undefined for a ticket that is not good, or whose client may not issue any more. Throws 'sso.ticket_admin' for a person who is out of the
 * client's reach by now. One statement: of two at once the second finds it used.
 */
export async function takeTicket(tx: Tx, secretHash: Buffer) {
  // The second step may have been turned on since the ticket was issued.
  const [taken] = await queryRows(tx, takenTicket)`
    update login_ticket t set used_at = now()
    from user_account a join oauth_client c on c.unit_id = a.unit_id and c.disabled_at is null and c.may_issue_tickets
    where ${isGood('t', secretHash)} and c.client_id = t.client_id and not exists (select from second_step s where s.user_id = a.user_id)
    returning a.user_id as "userId", a.user_type as "userType", t.expires_at - make_interval(secs => ${TICKET_SECONDS}) as "issuedAt",
      c.admin_tickets as "adminTickets", c.admin_tickets_by as "adminTicketsBy"`
  if (!taken) return undefined
  const { userId, userType: type, issuedAt, ...client } = taken
  if (await isBeyond(tx, client, userId)) throw new PortalError('sso.ticket_admin')
  // The client vouched for the person when it was issued.
  return { userId, userType: type, authenticatedAt: issuedAt }
}

/** A client has the rights of the administrator who allowed it to sign in people with rights of the administration, as long as that account has them; else none. */
async function isBeyond(
  tx: Tx,
  { adminTickets, adminTicketsBy }: Pick<Client, 'adminTickets' | 'adminTicketsBy'>,
  userId: string,
): Promise<boolean> {
  return !(await mayIssuerActFor(tx, adminTickets ? adminTicketsBy : null, [userId]))
}

/** Form-encoded as RFC 6749 (2.3.1) has it; undefined for an absent, damaged or other header. */
export function basicCredentials(header: string | undefined): { clientId: string; clientSecret: string } | undefined {
  const [, encoded] = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(header ?? '') ?? []
  if (encoded === undefined) return undefined
  const [, clientId, clientSecret] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? []
  if (clientId === undefined || clientSecret === undefined) return undefined
  try {
    const given = { clientId: decode(clientId), clientSecret: decode(clientSecret) }
    return findNullCharacters(given).length === 0 ? given : undefined
  } catch {
    return undefined
  }
}

function decode(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '))
}
