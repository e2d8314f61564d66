import { and, eq, isNull, sql } from 'drizzle-orm'
import { foldText } from '../../../contract/rules/text/fold-text.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Session } from '../../http/call.ts'
import { findNullCharacters } from '../../http/null-characters.ts'
import type { Tx } from '../../db/database.ts'
import { loginTicket, oauthClient, secondStep, userAccount } from '../../db/tables.generated.ts'
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
  // The account is read for an unknown client too, so that the response time reveals nothing.
  const [person] = await tx
    .select({ unitId: userAccount.unitId, userId: userAccount.userId })
    .from(userAccount)
    .leftJoin(secondStep, eq(secondStep.userId, userAccount.userId))
    .where(
      and(
        eq(userAccount.loginKey, foldText(given.loginName)),
        eq(userAccount.status, 1),
        // A third party's request must not bypass a second step.
        isNull(secondStep.userId),
      ),
    )
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

/**
 * undefined for a ticket that is not good, or whose client may not issue any more. Throws 'sso.ticket_admin' for a person who is out of the
 * client's reach by now. One statement: of two at once the second finds it used.
 */
export async function takeTicket(
  tx: Tx,
  secretHash: Buffer,
): Promise<(Pick<Session, 'userId' | 'userType'> & { readonly authenticatedAt: Date }) | undefined> {
  const [taken] = await tx
    .update(loginTicket)
    .set({ usedAt: sql`now()` })
    .from(userAccount)
    .innerJoin(oauthClient, and(isNull(oauthClient.disabledAt), eq(oauthClient.mayIssueTickets, true)))
    .where(
      and(
        isGood(loginTicket, secretHash),
        eq(oauthClient.clientId, loginTicket.clientId),
        // It may have been turned on since the ticket was issued.
        sql`not exists (select from second_step s where s.user_id = ${userAccount.userId})`,
      ),
    )
    .returning({
      userId: userAccount.userId,
      userType: userAccount.userType,
      expiresAt: loginTicket.expiresAt,
      adminTickets: oauthClient.adminTickets,
      adminTicketsBy: oauthClient.adminTicketsBy,
    })
  if (!taken) return undefined
  const { userId, userType, expiresAt, ...client } = taken
  if (await isBeyond(tx, client, userId)) throw new PortalError('sso.ticket_admin')
  // The client vouched for the person when it was issued.
  return { userId, userType, authenticatedAt: new Date(expiresAt.getTime() - TICKET_SECONDS * 1000) }
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
