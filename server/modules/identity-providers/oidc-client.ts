import { LRUCache } from 'lru-cache'
import * as client from 'openid-client'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Attempt, ProviderAnswer, ProviderClient } from './attempts.ts'
import type { ProvedIdentity } from './identities.ts'
import { createProviderFetch } from './provider-fetch.ts'
import type { Provider } from './providers.ts'

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
}

/** OpenID Connect (Core 1.0, Discovery 1.0) with code flow, PKCE S256, nonce and RFC 9207; signatures of id_tokens are always checked. */
export function createOidcClient(): ProviderClient {
  const configurations = new LRUCache<string, Known, Provider>({
    max: KEPT_MAX,
    ttl: KEPT_TIME,
    // A caller gets its answer although other providers took the place meanwhile.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context }) => discoverProvider(context),
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
  }
}

async function proveBy({ code, token }: Known, attempt: Attempt, answer: ProviderAnswer): Promise<ProvedIdentity> {
  const { state, nonce, verifier, callback } = attempt
  const address = new URL(callback)
  if (answer.code === undefined) {
    address.hash = new URLSearchParams({ state, id_token: answer.token ?? '' }).toString()
    return toIdentity(await client.implicitAuthentication(token, address, nonce, { expectedState: state }))
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
  const identity = toIdentity(claims)
  if (identity.displayName !== null || code.serverMetadata().userinfo_endpoint === undefined) return identity
  // Only for the name in the list of linked accounts: a failure must not prevent the sign-in.
  const more = await client.fetchUserInfo(code, tokens.access_token, claims.sub).catch(() => undefined)
  return more ? toIdentity(more) : identity
}

function toIdentity(claims: client.IDToken | client.UserInfoResponse): ProvedIdentity {
  if (claims.sub.length === 0 || claims.sub.length > SUBJECT_LENGTH) throw new PortalError('sso.provider_refused')
  const names = [claims['name'], claims['preferred_username'], claims['email']]
  const name = names.find((one): one is string => typeof one === 'string' && one.trim() !== '')
  return { subject: claims.sub, unionId: null, displayName: name?.trim().slice(0, NAME_LENGTH) ?? null }
}

async function discoverProvider({ baseUrl, clientId, clientSecret }: Provider): Promise<Known> {
  const issuer = new URL(baseUrl)
  const ask = createProviderFetch([baseUrl])
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
    const known = { code: make(), token: make() }
    client.enableNonRepudiationChecks(known.code)
    client.useIdTokenResponseType(known.token)
    return known
  } catch (error) {
    throw new PortalError('sso.provider_unreachable', { cause: error })
  }
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
