import * as jose from 'jose'
import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'
import * as oauth from 'oauth4webapi'
import * as client from 'openid-client'
import { LOGOUT_EVENT } from '../../../contract/endpoints/sign-in/sso.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Attempt, Proof, ProviderAnswer, ProviderClient } from './attempts.ts'
import type { ProvedIdentity } from './identities.ts'
import {
  CLOCK_TOLERANCE,
  type CodeEndpoints,
  exchangeCode,
  issuerOfToken,
  subjectIn,
  type TokenIssuer,
} from './code-grant.ts'
import { freshDemandOf, freshParameters, type ProvedAt } from './fresh-sign-in.ts'
import { fetchBy, insecureOnly, readOpenIdDocument, TIMEOUT_SECONDS } from './openid-document.ts'
import { createProviderFetch, type ProviderFetch } from './provider-fetch.ts'
import type { Provider } from './providers.ts'
import type { OutgoingAddresses } from '../../runtime/outgoing-addresses.ts'

/** Providers, and milliseconds. The library fetches the keys again when it meets an unknown one. */
const KEPT_MAX = 200
const KEPT_TIME = 10 * 60_000
const NAME_LENGTH = 100
/** OpenID Connect Core 1.0, section 2. */
const SUBJECT_LENGTH = 255

interface Known extends CodeEndpoints {
  readonly metadata: client.ServerMetadata
  /** The library's configuration, for this issuer. */
  readonly make: (issuer: string) => client.Configuration
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
    const key = JSON.stringify([provider.baseUrl, provider.clientId])
    return configurations.forceFetch(key, { context: provider })
  }

  return {
    async begin(provider, { state, nonce, verifier, callback, returnTo }) {
      const { metadata, make } = await discover(provider)
      return client.buildAuthorizationUrl(make(metadata.issuer), {
        redirect_uri: callback,
        scope: provider.scopes,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...freshParameters(freshDemandOf(returnTo), promptsOf(metadata)),
      }).href
    },
    async prove(provider, attempt, answer) {
      const known = await discover(provider)
      try {
        return await proveBy(known, provider, attempt, answer)
      } catch (error) {
        throw refusalOf(error)
      }
    },
    async readLogout(provider, token) {
      const { metadata, keys } = await discover(provider)
      try {
        const of = issuerOfToken(metadata.issuer, token, provider)
        const { issuer } = of
        // Keys are fetched only for a token that names this issuer.
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
        return toLogout(payload, of)
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

function toLogout(payload: jose.JWTPayload, of: TokenIssuer): Logout {
  const { sub = null, sid = null, jti } = z.parse(logoutClaims, payload)
  if (sub === null && sid === null) throw new PortalError('sso.logout_refused')
  return {
    subject: sub === null ? null : subjectIn(of, sub),
    providerSid: sid,
    tokenId: jti,
    keptSeconds: LOGOUT_SECONDS + 2 * CLOCK_TOLERANCE,
  }
}

function logoutRefusal(error: unknown): PortalError {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof PortalError) return cause
  return new PortalError('sso.logout_refused', { cause: error })
}

/** Who a provider says that it is, and how it took the portal's secret. */
async function proveBy(known: Known, provider: Provider, attempt: Attempt, answer: ProviderAnswer): Promise<Proof> {
  const { metadata, make } = known
  if (answer.code === undefined) {
    const { state, nonce, callback } = attempt
    const address = new URL(callback)
    const token = answer.token ?? ''
    const of = issuerOfToken(metadata.issuer, token, provider)
    const configuration = make(of.issuer)
    client.useIdTokenResponseType(configuration)
    address.hash = new URLSearchParams({ state, id_token: token }).toString()
    const implicit = await client.implicitAuthentication(configuration, address, nonce, { expectedState: state })
    return { ...toIdentity(implicit, of), providerSid: readSid(implicit), proved: provedBy(implicit, metadata) }
  }
  const { claims, of, accessToken, secretWay } = await exchangeCode(known, provider, attempt, answer)
  const proved = provedBy(claims, metadata)
  const proof = { ...toIdentity(claims, of), providerSid: readSid(claims), secretWay, proved }
  if (proof.displayName !== null || metadata.userinfo_endpoint === undefined) return proof
  // The answer gives only the name in the list of linked accounts, so a failure must not prevent the sign-in.
  const more = await client.fetchUserInfo(make(of.issuer), accessToken, claims.sub).catch(() => undefined)
  return more ? { ...proof, ...toIdentity(more, of) } : proof
}

/** The prompts that a provider knows, where its document says so. */
function promptsOf(metadata: client.ServerMetadata): readonly string[] | undefined {
  return z.array(z.string()).safeParse(metadata['prompt_values_supported']).data
}

/** Seconds since 1970, up to the year 5138. */
const authTime = z.number().check(z.minimum(0), z.maximum(1e11))

function provedBy(claims: client.IDToken, { claims_supported }: client.ServerMetadata): ProvedAt {
  const at = authTime.safeParse(claims.auth_time).data
  return {
    at: at === undefined ? null : new Date(at * 1000),
    isAnnounced: claims_supported?.includes('auth_time') ?? false,
  }
}

function readSid(claims: client.IDToken): string | null {
  return sidClaim.safeParse(claims['sid']).data ?? null
}

function toIdentity(
  claims: client.IDToken | client.UserInfoResponse,
  of: TokenIssuer,
): Omit<ProvedIdentity, 'providerSid'> {
  if (claims.sub.length === 0 || claims.sub.length > SUBJECT_LENGTH) throw new PortalError('sso.provider_refused')
  const names = [claims['name'], claims['preferred_username'], claims['email']]
  const name = names.find((one): one is string => typeof one === 'string' && one.trim() !== '')
  return { subject: subjectIn(of, claims.sub), unionId: null, displayName: name?.trim().slice(0, NAME_LENGTH) ?? null }
}

async function discoverProvider({ baseUrl, clientId }: Provider, ask: ProviderFetch): Promise<Known> {
  const metadata = await readOpenIdDocument(baseUrl, ask).catch(toUsers)
  const fetcher = fetchBy(ask)
  const execute = insecureOnly(baseUrl)
  function make(issuer: string) {
    const server = { ...metadata, issuer }
    const made = new client.Configuration(server, clientId, { [client.clockTolerance]: CLOCK_TOLERANCE }, client.None())
    made[client.customFetch] = fetcher
    made.timeout = TIMEOUT_SECONDS
    for (const extension of execute) extension(made)
    return made
  }
  const { jwks_uri } = metadata
  const options = {
    [oauth.customFetch]: fetcher,
    [oauth.allowInsecureRequests]: execute.length > 0,
    [oauth.jwksCache]: {},
    signal: () => AbortSignal.timeout(TIMEOUT_SECONDS * 1000),
  }
  return { metadata, options, make, keys: jwks_uri === undefined ? undefined : readKeys(jwks_uri, ask) }
}

/** Failures to read a document are told to administrators in detail; people learn whether trying again helps. */
function toUsers(error: unknown): never {
  const isGone = error instanceof PortalError && error.code === 'sso.document_unreachable'
  if (error instanceof PortalError && !error.code.startsWith('sso.document_')) throw error
  throw new PortalError(isGone ? 'sso.provider_unreachable' : 'sso.provider_setup', { cause: error })
}

function readKeys(address: string, ask: ProviderFetch): jose.JWTVerifyGetKey {
  return jose.createRemoteJWKSet(new URL(address), {
    timeoutDuration: TIMEOUT_SECONDS * 1000,
    cacheMaxAge: KEPT_TIME,
    [jose.customFetch]: (url, { headers, signal }) => ask(url, { headers: Object.fromEntries(headers), signal }),
  })
}

/** An unreadable answer says nothing about the person, and a refused client nothing but that the set-up is wrong; all others deny the identity. */
function refusalOf(error: unknown): PortalError {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof PortalError) return cause
    const { code, status } = Object(cause)
    if (cause instanceof client.ResponseBodyError && status < 500)
      return new PortalError(REFUSED_CLIENT.includes(cause.error) ? 'sso.provider_setup' : 'sso.provider_refused', {
        cause: error,
      })
    if (cause instanceof client.WWWAuthenticateChallengeError)
      return new PortalError('sso.provider_setup', { cause: error })
    if (cause instanceof client.ResponseBodyError || GARBLED.includes(code))
      return new PortalError('sso.provider_unreachable', { cause: error })
  }
  return new PortalError('sso.provider_refused', { cause: error })
}

/** RFC 6749, section 5.2. */
const REFUSED_CLIENT: readonly string[] = ['invalid_client', 'unauthorized_client', 'unsupported_grant_type']
const GARBLED: readonly unknown[] = ['OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON', 'OAUTH_PARSE_ERROR']
