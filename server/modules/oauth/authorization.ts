import { eq, sql } from 'drizzle-orm'
import type { Session } from '../../http/call.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Tx } from '../../db/database.ts'
import { session as sessionTable } from '../../db/schema/identity.ts'
import { oauthConsent } from '../../db/schema/third-parties.ts'
import { findFault, readScopes, type AuthorizationFault, type AuthorizationRequest } from './authorization-request.ts'
import type { Scope } from './issuer-configuration.ts'
import type { Client } from './oauth-clients.ts'
import { findClient } from './oauth-clients.ts'
import type { Origin } from '../auth/sign-in-events.ts'
import { recordSignInEvent } from '../auth/sign-in-events.ts'

/** An authorization request whose client and address are known to belong together: from here on, failures may be told there. */
export interface KnownRequest {
  readonly client: Client
  readonly scopes: readonly Scope[]
  /** What the client is told instead of a code. */
  readonly fault: AuthorizationFault | undefined
  /** The person allowed this before, or is not asked. */
  readonly allowed: boolean
}

/** Looks at a request on behalf of a person. Throws 'sso.client_unknown' and 'sso.redirect_mismatch': nobody is ever sent to the address then. */
export async function readRequest(
  tx: Tx,
  { userId }: Pick<Session, 'userId'>,
  request: AuthorizationRequest,
): Promise<KnownRequest> {
  const client = await findClient(tx, request.client_id)
  // Letter by letter (RFC 9700, 2.1): whatever is cleverer has been outwitted.
  if (!client.redirectUris.includes(request.redirect_uri)) throw new PortalError('sso.redirect_mismatch')
  const scopes = readScopes(request.scope)
  const fault = findFault(request, scopes, client.pkceRequired)
  const allowed = client.trusted || (await wasAllowed(tx, userId, client.clientId, scopes))
  return { client, scopes, fault, allowed }
}

/** Remembers that a person allowed a client these scopes, beside what they allowed it before. */
export async function rememberConsent(
  tx: Tx,
  { unitId, userId }: Pick<Session, 'unitId' | 'userId'>,
  clientId: string,
  scopes: readonly Scope[],
): Promise<void> {
  const all = sql`array(select distinct unnest(${oauthConsent.scopes} || excluded.scopes) order by 1)`
  await tx
    .insert(oauthConsent)
    .values({ unitId, userId, clientId, scopes: [...scopes] })
    .onConflictDoUpdate({
      target: [oauthConsent.unitId, oauthConsent.userId, oauthConsent.clientId],
      set: { scopes: all, agreedAt: sql`now()` },
    })
}

/** Notes on the person's list that a third party is let in, and returns when the person signed in. */
export async function noteAuthorized(tx: Tx, { unitId, userId, sessionId }: Session, origin: Origin): Promise<Date> {
  await recordSignInEvent(tx, { unitId, userId, kind: 'authorized', ...origin })
  const [found] = await tx
    .select({ signedInAt: sessionTable.createdAt })
    .from(sessionTable)
    .where(eq(sessionTable.sessionId, sessionId))
  if (!found) throw new PortalError('session.expired')
  return found.signedInAt
}

async function wasAllowed(tx: Tx, userId: string, clientId: string, scopes: readonly Scope[]): Promise<boolean> {
  const [consent] = await tx
    .select({ scopes: oauthConsent.scopes })
    .from(oauthConsent)
    .where(sql`${oauthConsent.userId} = ${userId} and ${oauthConsent.clientId} = ${clientId}`)
  return consent !== undefined && scopes.every((scope) => consent.scopes.includes(scope))
}
