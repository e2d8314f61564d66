import * as oauth from 'oauth4webapi'
import * as z from 'zod/mini'
import type { Attempt, ProviderAnswer } from './attempts.ts'
import type { Provider, SecretWay } from './providers.ts'
import { issuerOfToken } from './tenants.ts'

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
  const known = secretWaysOf(metadata)
  const [first, ...others] = secretWay === null ? known : [secretWay, ...known.filter((way) => way !== secretWay)]
  if (first === undefined) throw new TypeError('there is always a way')
  let taken = { response: await request(CLIENT_SECRETS[first](clientSecret)), secretWay: first }
  for (const way of others) {
    if (!(await isRefused(taken.response))) break
    taken = { response: await request(CLIENT_SECRETS[way](clientSecret)), secretWay: way }
  }
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
