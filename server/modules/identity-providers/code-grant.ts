import * as jose from 'jose'
import * as oauth from 'oauth4webapi'
import * as z from 'zod/mini'
import { PortalError } from '../../../contract/portal-error.ts'
import { TENANT_PLACE } from '../../../contract/rules/sign-in/sign-in-settings.ts'
import type { Attempt, ProviderAnswer } from './attempts.ts'
import type { Provider, SecretWay } from './providers.ts'

/** Seconds. */
export const CLOCK_TOLERANCE = 30

/** What is known of a provider, and how the library calls it. */
export interface CodeEndpoints {
  readonly metadata: oauth.AuthorizationServer
  readonly options: oauth.TokenEndpointRequestOptions & oauth.ValidateSignatureOptions
}

/**
 * Exchanges a code for tokens, with the signature of the ID token checked (OpenID Connect Core 1.0, section 3.1.3). Written with the library below openid-client, which
 * compares the issuer before it can be known: of an issuer for many tenants only the answer names the tenant. `secretWay`: how the provider took the secret; `of`: the issuer.
 */
export async function exchangeCode(
  { metadata, options }: CodeEndpoints,
  provider: Provider,
  attempt: Attempt,
  { code = '', issuer: iss }: ProviderAnswer,
) {
  const { state, nonce } = attempt
  const client: oauth.Client = { client_id: provider.clientId, [oauth.clockTolerance]: CLOCK_TOLERANCE }
  const answered = new URLSearchParams({ state, code, ...(iss !== undefined && { iss }) })
  const parameters = oauth.validateAuthResponse(metadata, client, answered, state)
  const { response, secretWay } = await requestTokens({ metadata, options }, provider, attempt, client, parameters)
  const { id_token: idToken } = tokenAnswer.safeParse(await readJson(response)).data ?? {}
  const { issuer } = metadata
  const of = idToken === undefined ? { issuer, tenant: null } : issuerOfToken(issuer, idToken, provider)
  const server = { ...metadata, issuer: of.issuer }
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
    expectedNonce: nonce,
    requireIdToken: true,
  })
  await oauth.validateApplicationLevelSignature(server, response, options)
  const claims = oauth.getValidatedIdTokenClaims(tokens)
  if (!claims) throw new TypeError('the library takes no answer without an ID token')
  return { claims, accessToken: tokens.access_token, secretWay, of }
}

const tokenAnswer = z.object({ id_token: z.optional(z.string()) })
const refusedClient = z.object({ error: z.literal('invalid_client') })

/** Sends the secret as the provider took it before, else in the order of `secretWaysOf`: a provider that does not take it so has not used up the code. */
async function requestTokens(
  { metadata, options }: CodeEndpoints,
  { clientSecret, secretWay }: Provider,
  { callback, verifier }: Attempt,
  client: oauth.Client,
  parameters: URLSearchParams,
): Promise<{ response: Response; secretWay: SecretWay | null }> {
  const request = (authentication: oauth.ClientAuth) =>
    oauth.authorizationCodeGrantRequest(metadata, client, authentication, parameters, callback, verifier, options)
  if (clientSecret === null) return { response: await request(oauth.None()), secretWay: null }
  const ways = new Set([...(secretWay === null ? [] : [secretWay]), ...secretWaysOf(metadata)])
  let taken: { response: Response; secretWay: SecretWay } | undefined
  for (const way of ways) {
    taken = { response: await request(CLIENT_SECRETS[way](clientSecret)), secretWay: way }
    if (!(await isRefused(taken.response))) break
  }
  if (!taken) throw new TypeError('there is always a way')
  return taken
}

const CLIENT_SECRETS = { basic: oauth.ClientSecretBasic, body: oauth.ClientSecretPost } as const

async function isRefused(response: Response): Promise<boolean> {
  return response.status === 401 || refusedClient.safeParse(await readJson(response)).success
}

async function readJson(response: Response): Promise<unknown> {
  return response
    .clone()
    .json()
    .catch(() => undefined)
}

const METHODS = [
  ['client_secret_basic', 'basic'],
  ['client_secret_post', 'body'],
] as const

/** How a provider takes a secret, to be tried in this order; none where it only takes other proofs. A document that is silent says nothing: some take it in the body alone. */
export function secretWaysOf({
  token_endpoint_auth_methods_supported: methods,
}: Pick<oauth.AuthorizationServer, 'token_endpoint_auth_methods_supported'>): SecretWay[] {
  return METHODS.filter(([method]) => methods?.includes(method) ?? true).map(([, way]) => way)
}

/** As tokens name a tenant: Microsoft Entra's `tid`. */
const TENANT = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** The issuer that a token must name, and the tenant whose it is; null where the provider's issuer is one. */
export interface TokenIssuer {
  readonly issuer: string
  readonly tenant: string | null
}

/**
 * The issuer of a token: the provider's, or, where that is for many tenants, the one of the tenant that the token names. The token is only decoded here; its
 * signature and issuer are checked with what this returns. Throws 'sso.provider_refused' for a token without tenant, and 'sso.tenant_refused' for a tenant whose
 * accounts are not let in.
 */
export function issuerOfToken(
  issuer: string,
  token: string,
  { tenants, anyTenant }: Pick<Provider, 'tenants' | 'anyTenant'>,
): TokenIssuer {
  if (!issuer.includes(TENANT_PLACE)) return { issuer, tenant: null }
  const tenant = tenantOf(token)
  if (tenant === null) throw new PortalError('sso.provider_refused')
  if (!anyTenant && !tenants.includes(tenant)) throw new PortalError('sso.tenant_refused')
  return { issuer: issuer.replace(TENANT_PLACE, tenant), tenant }
}

/** A subject as identities are found by it: each tenant counts its own. */
export function subjectIn({ tenant }: TokenIssuer, subject: string): string {
  return tenant === null ? subject : `${tenant} ${subject}`
}

function tenantOf(token: string): string | null {
  try {
    const { tid } = jose.decodeJwt(token)
    return typeof tid === 'string' && TENANT.test(tid) ? tid : null
  } catch {
    return null
  }
}
