import * as jose from 'jose'
import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'
import * as client from 'openid-client'
import { LOGOUT_EVENT } from '../../../contract/endpoints/sign-in/sso.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Attempt, ProviderAnswer, ProviderClient } from './attempts.ts'
import type { ProvedIdentity } from './identities.ts'
import { createProviderFetch, type ProviderFetch } from './provider-fetch.ts'
import type { Provider } from './providers.ts'
import type { OutgoingAddresses } from '../../runtime/outgoing-addresses.ts'

/** Providers, and milliseconds. The library fetches the keys again when it meets an unknown one. */
const KEPT_MAX = 200
const KEPT_TIME = 10 * 60_000
/** Seconds. */
const CLOCK_TOLERANCE = 30
const TIMEOUT_SECONDS = 10
const NAME_LENGTH = 100
/** OpenID Connect Core 1.0, section 2. */
const SUBJECT_LENGTH = 255

interface Known {
  readonly code: client.Configuration
  /** For tokens that a native app obtained itself. */
  readonly token: client.Configuration
  /** Fetched again for an unknown key, at most each half minute. */
  readonly keys: jose.JWTVerifyGetKey | undefined
}

/** Seconds since its issue for which a logout token is taken. */
const LOGOUT_SECONDS = 600

/** Whose sessions a provider ended: of this subject, of this session there, or of both. */
export interface Logout {
  readonly subject: string | null
  readonly providerSid: string | null
  readonly tokenId: string
  /** For which the token's id has to be known, so that it is not taken twice. */
  readonly keptSeconds: number
}

export interface OidcClient extends ProviderClient {
  /** Checks a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6). Throws 'sso.logout_refused' and 'sso.provider_unreachable'. */
  readLogout(provider: Provider, token: string): Promise<Logout>
}

/** OpenID Connect (Core 1.0, Discovery 1.0) with code flow, PKCE S256, nonce and RFC 9207; signatures of id_tokens are always checked. */
export function createOidcClient(addresses: OutgoingAddresses): OidcClient {
  const ask = createProviderFetch([], { addresses })
  const configurations = new LRUCache<string, Known, Provider>({
    max: KEPT_MAX,
    ttl: KEPT_TIME,
    // A caller gets its answer although other providers took the place meanwhile.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context }) => discoverProvider(context, ask),
  })
  const discover = (provider: Provider) => {
    const key = JSON.stringify([provider.baseUrl, provider.clientId, provider.clientSecret])
    return configurations.forceFetch(key, { context: provider })
  }

  return {
    async begin(provider, { state, nonce, verifier, callback }) {
      const { code } = await discover(provider)
      return client.buildAuthorizationUrl(code, {
        redirect_uri: callback,
        scope: provider.scopes,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }).href
    },
    async prove(provider, attempt, answer) {
      const known = await discover(provider)
      try {
        return await proveBy(known, attempt, answer)
      } catch (error) {
        throw refusalOf(error)
      }
    },
    async readLogout(provider, token) {
      const { code, keys } = await discover(provider)
      const { issuer } = code.serverMetadata()
      try {
        // What is not even meant for the portal makes it fetch no keys.
        if (!keys || jose.decodeJwt(token).iss !== issuer) throw new PortalError('sso.logout_refused')
        const { payload, protectedHeader } = await jose.jwtVerify(token, keys, {
          issuer,
          audience: provider.clientId,
          algorithms: SIGNATURES,
          clockTolerance: CLOCK_TOLERANCE,
          maxTokenAge: LOGOUT_SECONDS,
          requiredClaims: ['iat', 'exp', 'jti'],
        })
        // Older providers leave the type out.
        if (!LOGOUT_TYPES.includes(protectedHeader.typ?.toLowerCase())) throw new PortalError('sso.logout_refused')
        return toLogout(payload)
      } catch (error) {
        throw logoutRefusal(error)
      }
    },
  }
}

/** All with public keys: a secret that both know would let the portal's own leak end sessions. */
const SIGNATURES = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
const LOGOUT_TYPES: readonly (string | undefined)[] = [undefined, 'jwt', 'logout+jwt', 'application/logout+jwt']

const sidClaim = z.string().check(z.minLength(1), z.maxLength(SUBJECT_LENGTH))
const logoutClaims = z.object({
  jti: z.string().check(z.minLength(1)),
  sub: z.optional(sidClaim),
  sid: z.optional(sidClaim),
  events: z.object({ [LOGOUT_EVENT]: z.looseObject({}) }),
  /** Only ID tokens have one. */
  nonce: z.optional(z.never()),
})

function toLogout(payload: jose.JWTPayload): Logout {
  const { sub = null, sid = null, jti } = z.parse(logoutClaims, payload)
  if (sub === null && sid === null) throw new PortalError('sso.logout_refused')
  return { subject: sub, providerSid: sid, tokenId: jti, keptSeconds: LOGOUT_SECONDS + 2 * CLOCK_TOLERANCE }
}

function logoutRefusal(error: unknown): PortalError {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof PortalError) return cause
  return new PortalError('sso.logout_refused', { cause: error })
}

async function proveBy({ code, token }: Known, attempt: Attempt, answer: ProviderAnswer): Promise<ProvedIdentity> {
  const { state, nonce, verifier, callback } = attempt
  const address = new URL(callback)
  if (answer.code === undefined) {
    address.hash = new URLSearchParams({ state, id_token: answer.token ?? '' }).toString()
    const implicit = await client.implicitAuthentication(token, address, nonce, { expectedState: state })
    return { ...toIdentity(implicit), providerSid: readSid(implicit) }
  }
  address.search = new URLSearchParams({
    state,
    code: answer.code,
    ...(answer.issuer !== undefined && { iss: answer.issuer }),
  }).toString()
  const tokens = await client.authorizationCodeGrant(code, address, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new PortalError('sso.provider_refused')
  const identity = { ...toIdentity(claims), providerSid: readSid(claims) }
  if (identity.displayName !== null || code.serverMetadata().userinfo_endpoint === undefined) return identity
  // Only for the name in the list of linked accounts: a failure must not prevent the sign-in.
  const more = await client.fetchUserInfo(code, tokens.access_token, claims.sub).catch(() => undefined)
  return more ? { ...toIdentity(more), providerSid: identity.providerSid } : identity
}

function readSid(claims: client.IDToken): string | null {
  return sidClaim.safeParse(claims['sid']).data ?? null
}

function toIdentity(claims: client.IDToken | client.UserInfoResponse): Omit<ProvedIdentity, 'providerSid'> {
  if (claims.sub.length === 0 || claims.sub.length > SUBJECT_LENGTH) throw new PortalError('sso.provider_refused')
  const names = [claims['name'], claims['preferred_username'], claims['email']]
  const name = names.find((one): one is string => typeof one === 'string' && one.trim() !== '')
  return { subject: claims.sub, unionId: null, displayName: name?.trim().slice(0, NAME_LENGTH) ?? null }
}

async function discoverProvider({ baseUrl, clientId, clientSecret }: Provider, ask: ProviderFetch): Promise<Known> {
  const issuer = new URL(baseUrl)
  const fetcher: client.CustomFetch = async (address, { method, headers, body, signal }) => {
    const form = body instanceof URLSearchParams ? body : undefined
    if (body != null && !form) throw new TypeError('only forms are sent to providers')
    return ask(address, { method, headers, body: form, signal })
  }
  // Only a provider on this machine can be registered without TLS.
  const execute = issuer.protocol === 'http:' ? [client.allowInsecureRequests] : []
  try {
    const options = { execute, timeout: TIMEOUT_SECONDS, [client.customFetch]: fetcher }
    const found = await client.discovery(issuer, clientId, undefined, client.None(), options)
    const metadata = found.serverMetadata()
    const make = () => {
      const authentication = authenticationOf(clientSecret, metadata.token_endpoint_auth_methods_supported)
      const made = new client.Configuration(
        metadata,
        clientId,
        { [client.clockTolerance]: CLOCK_TOLERANCE },
        authentication,
      )
      made[client.customFetch] = fetcher
      made.timeout = TIMEOUT_SECONDS
      for (const extension of execute) extension(made)
      return made
    }
    const { jwks_uri } = metadata
    const known = { code: make(), token: make(), keys: jwks_uri === undefined ? undefined : readKeys(jwks_uri, ask) }
    client.enableNonRepudiationChecks(known.code)
    client.useIdTokenResponseType(known.token)
    return known
  } catch (error) {
    for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof PortalError) throw cause
    throw new PortalError('sso.provider_unreachable', { cause: error })
  }
}

function readKeys(address: string, ask: ProviderFetch): jose.JWTVerifyGetKey {
  return jose.createRemoteJWKSet(new URL(address), {
    timeoutDuration: TIMEOUT_SECONDS * 1000,
    cacheMaxAge: KEPT_TIME,
    [jose.customFetch]: (url, { headers, signal }) => ask(url, { headers: Object.fromEntries(headers), signal }),
  })
}

/** HTTP basic is the default of OpenID Connect Discovery 1.0. */
function authenticationOf(
  secret: string | null,
  methods: readonly string[] = ['client_secret_basic'],
): client.ClientAuth {
  if (secret === null) return client.None()
  return methods.includes('client_secret_basic') ? client.ClientSecretBasic(secret) : client.ClientSecretPost(secret)
}

/** An unreadable answer says nothing about the person; all others deny the identity. */
function refusalOf(error: unknown): PortalError {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof PortalError) return cause
  const garbled =
    (error instanceof client.ResponseBodyError && error.status >= 500) ||
    (error instanceof client.ClientError &&
      ['OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON', 'OAUTH_PARSE_ERROR'].includes(error.code ?? ''))
  return new PortalError(garbled ? 'sso.provider_unreachable' : 'sso.provider_refused', { cause: error })
}
