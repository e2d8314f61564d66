import * as oauth from 'oauth4webapi'
import * as z from 'zod/mini'
import type { SecretWay } from './providers.ts'

export interface CodeGrant {
  readonly metadata: oauth.AuthorizationServer
  readonly clientId: string
  readonly clientSecret: string | null
  /** How the provider took the secret before; null: not known yet. */
  readonly secretWay: SecretWay | null
  /** The address that the provider led back to. */
  readonly address: URL
  readonly callback: string
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  readonly clockTolerance: number
  readonly options: oauth.TokenEndpointRequestOptions & oauth.ValidateSignatureOptions
  /** The issuer that the answered ID token must name. */
  readonly issuerOf: (idToken: string) => string
}

/**
 * Exchanges a code for tokens, with the signature of the ID token checked (OpenID Connect Core 1.0, section 3.1.3). Written with the library below openid-client, which
 * compares the issuer before it can be known: of an issuer for many tenants only the answer names the tenant. `secretWay`: how the provider took the secret.
 */
export async function exchangeCode(
  grant: CodeGrant,
): Promise<{ claims: oauth.IDToken; accessToken: string; secretWay: SecretWay | null }> {
  const { metadata, address, state, nonce, options, issuerOf } = grant
  const client: oauth.Client = { client_id: grant.clientId, [oauth.clockTolerance]: grant.clockTolerance }
  const parameters = oauth.validateAuthResponse(metadata, client, address, state)
  const { response, secretWay } = await requestTokens(grant, client, parameters)
  const { id_token: idToken } = tokenAnswer.safeParse(await readJson(response)).data ?? {}
  const issuer = idToken === undefined ? metadata.issuer : issuerOf(idToken)
  const server = { ...metadata, issuer }
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
    expectedNonce: nonce,
    requireIdToken: true,
  })
  await oauth.validateApplicationLevelSignature(server, response, options)
  const claims = oauth.getValidatedIdTokenClaims(tokens)
  if (!claims) throw new TypeError('the library takes no answer without an ID token')
  return { claims, accessToken: tokens.access_token, secretWay }
}

const tokenAnswer = z.object({ id_token: z.optional(z.string()) })
const refusedClient = z.object({ error: z.literal('invalid_client') })

/** Sends the secret as the provider took it before, else in the order of `secretWaysOf`: a provider that does not take it so has not used up the code. */
async function requestTokens(
  { metadata, clientSecret, secretWay, callback, verifier, options }: CodeGrant,
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
