import type { logoutRequest } from '../../../contract/endpoints/sign-in/sso.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import type { Tx } from '../../db/database.ts'
import type { Session } from '../../http/call.ts'
import type { IdTokenHint } from './issuer.ts'
import { seekClient } from './oauth-clients.ts'
import { isRegistered, withParameters } from './redirect-address.ts'

interface LogoutRequest {
  /** Undefined without one; null for one that is not good. */
  readonly hint: IdTokenHint | null | undefined
  readonly clientId: string | undefined
  readonly post_logout_redirect_uri?: string | undefined
  readonly state?: string | undefined
}

/**
 * What a request to sign out leads to (OpenID Connect RP-Initiated Logout 1.0, section 2). A person confirms it unless an ID token of their own session is its hint: any page could make
 * a browser send the rest. It leads back to registered addresses alone.
 */
export async function readLogoutRequest(
  tx: Tx,
  session: Session | null,
  { hint, clientId, post_logout_redirect_uri: address, state }: LogoutRequest,
): Promise<ResponseOf<typeof logoutRequest>> {
  const named = hint?.clientId ?? clientId
  const client = named === undefined ? undefined : await seekClient(tx, named)
  const isOwn = session !== null && hint?.userId === session.userId && hint.sessionId === session.sessionId
  const isKnown = address !== undefined && client && isRegistered(client, client.postLogoutRedirectUris, address)
  const goesBack = isKnown === true && hint !== null
  return {
    ask: session !== null && !isOwn,
    clientName: client?.name ?? null,
    clientEnglishName: client?.englishName ?? null,
    address: goesBack ? withParameters(address, { state }) : null,
    problem: hint === null ? 'sso.logout_hint' : address !== undefined && !goesBack ? 'sso.logout_address' : null,
  }
}
