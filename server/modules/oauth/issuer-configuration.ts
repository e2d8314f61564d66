import type { Account, AdapterPayload, Configuration, FindAccount } from 'oidc-provider'
import { and, eq } from 'drizzle-orm'
import { LANGUAGES } from '../../../contract/limits.ts'
import { isAppAddress, isWebAddress } from '../../../contract/rules/fields/web-address.ts'
import { OWN_SCOPES } from '../../../contract/rules/own-scopes.ts'
import type { Tx } from '../../db/database.ts'
import { userAccount } from '../../db/tables.generated.ts'
import type { Client } from './oauth-clients.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Of an unused refresh token; each use rotates it. */
const REFRESH_SECONDS = 14 * DAY
/** Then the person has to sign in again, as in the portal itself. */
const GRANT_SECONDS = 90 * DAY

/** The `acr` of a session: one proof, or a second factor as well. */
export const ONE_FACTOR = '1'
export const TWO_FACTORS = '2'

/** Other requested scopes are ignored. */
export const SCOPES = ['openid', 'profile', 'email', 'offline_access'] as const
export type Scope = (typeof SCOPES)[number]

/** What a third party may want a person to be asked (OpenID Connect Core 1.0, 3.1.2.1). */
export const PROMPTS = ['none', 'login', 'consent', 'select_account'] as const
export type Prompt = (typeof PROMPTS)[number]

/** Only what is listed here is on. */
export const sharedConfiguration = {
  routes: {
    // The portal's own page, which has the code made by `sso.webauth`.
    authorization: '/authorize',
    // Likewise.
    end_session: '/logout',
    token: '/token',
    userinfo: '/me',
    jwks: '/jwks',
    revocation: '/revoke',
  },
  scopes: [...SCOPES, ...OWN_SCOPES],
  claims: {
    openid: ['sub', 'unitId', 'userType'],
    profile: ['name', 'preferred_username'],
    email: ['email'],
  },
  acrValues: [ONE_FACTOR, TWO_FACTORS],
  // The library says the rest of what it can do.
  discovery: {
    prompt_values_supported: PROMPTS,
    request_parameter_supported: false,
    ui_locales_supported: LANGUAGES,
  },
  responseTypes: ['code'],
  subjectTypes: ['public'],
  clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
  enabledJWA: { idTokenSigningAlgValues: ['RS256'] },
  features: {
    // Logout tokens are delivered by logout-delivery.ts, whichever way a session ends.
    backchannelLogout: { enabled: true },
    // own-tokens.ts checks what the token may be used for.
    clientCredentials: { enabled: true },
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    // By the portal's own page, which signs out of it by the call of all sign-outs.
    rpInitiatedLogout: { enabled: true },
    resourceIndicators: { enabled: false },
    revocation: { enabled: true, allowedPolicy: async (_, client, token) => token.clientId === client.clientId },
    userinfo: { enabled: true },
  },
  ttl: {
    AuthorizationCode: MINUTE,
    AccessToken: HOUR,
    ClientCredentials: HOUR,
    IdToken: HOUR,
    // In a browser, where a stolen one could be used unseen, use does not prolong it.
    RefreshToken: (ctx, _token, client) => {
      const rotated = ctx.oidc?.entities.RotatedRefreshToken
      return rotated && client.clientAuthMethod === 'none' ? rotated.remainingTTL : REFRESH_SECONDS
    },
    // Without `offline_access` nothing outlives the access token.
    Grant: (_, grant) => (grant.getOIDCScope().split(' ').includes('offline_access') ? GRANT_SECONDS : 2 * HOUR),
  },
  allowOmittingSingleRegisteredRedirectUri: false,
  clockTolerance: 0,
  expiresWithSession: async () => false,
  issueRefreshToken: async (_, client, source) =>
    client.grantTypeAllowed('refresh_token') && source.scopes.has('offline_access'),
  rotateRefreshToken: () => true,
  revokeGrantPolicy: () => true,
  // Only a third party without a server, which cannot keep a secret, calls from a page.
  // The origin of an application's own scheme is 'null', as is that of many pages.
  clientBasedCORS: (_, origin, client) =>
    client.clientAuthMethod === 'none' &&
    (client.redirectUris ?? []).some((uri) => isWebAddress(uri) && new URL(uri).origin === origin),
  renderError: async (ctx, out) => {
    ctx.type = 'json'
    ctx.body = out
  },
} as const satisfies Configuration

const LOOPBACK_TLS = /^https:\/\/(?:localhost|127\.0\.0\.1|\[::1\])[:/?]/

/** With the hash of the secret, as hexadecimal text, in its place: the portal compares it itself (issuer.ts). */
export function describeClient(client: Client): AdapterPayload {
  const { clientId, redirectUris, secretHash, ownScopes } = client
  const signsIn = redirectUris.length > 0
  const isApp = redirectUris.some(isAppAddress)
  return {
    client_id: clientId,
    // For the library a program of the device has no https on its own computer; the addresses were compared before.
    ...(isApp && { application_type: 'native' }),
    redirect_uris: isApp ? redirectUris.filter((uri) => !LOOPBACK_TLS.test(uri)) : redirectUris,
    // People are sent to none that acts in its own name alone.
    grant_types: [
      ...(signsIn ? ['authorization_code', 'refresh_token'] : []),
      ...(ownScopes.length > 0 ? ['client_credentials'] : []),
    ],
    response_types: signsIn ? ['code'] : [],
    scope: [...(signsIn ? SCOPES : []), ...ownScopes].join(' '),
    token_endpoint_auth_method: secretHash === null ? 'none' : 'client_secret_basic',
    ...(secretHash !== null && { client_secret: secretHash.toString('hex') }),
  }
}

/** undefined for a closed account. */
export function accountFinder(inUnit: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>): FindAccount {
  return async (_, accountId): Promise<Account | undefined> => {
    const [person] = await inUnit((tx) =>
      tx
        .select({
          unitId: userAccount.unitId,
          userType: userAccount.userType,
          name: userAccount.realName,
          preferred_username: userAccount.loginName,
          email: userAccount.email,
        })
        .from(userAccount)
        .where(and(eq(userAccount.userId, accountId), eq(userAccount.status, 1))),
    )
    if (!person) return undefined
    const { email, ...claims } = person
    return { accountId, claims: () => ({ sub: accountId, ...claims, ...(email !== null && { email }) }) }
  }
}
