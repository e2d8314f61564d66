import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Provider } from 'oidc-provider'
import { findFreePort } from '../process/free-port.ts'

/** A certified OpenID provider on loopback that signs one person in without asking. */
export interface FakeOidcProvider {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Who signs in there; assign another one at any time. */
  person: { subject: string; name: string }
  /** What becomes of the id_token in the next answers for codes; unchanged unless set. */
  tamper: ((idToken: string) => string) | undefined
  /** How often its configuration was asked for. */
  readonly discoveries: number
  /** The next person who comes says no. */
  refuseNext(): void
  /** An id_token with these claims, signed with the provider's own key. */
  signIdToken(claims: Record<string, unknown>): string
  close(): Promise<void>
}

/** Where the portal wants its people back, and on which port of loopback the provider is. */
export interface FakeOidcOptions {
  /** Ports do not matter, as for all native clients (RFC 8252). */
  readonly redirectUris?: readonly string[]
  readonly port?: number
}

const SECRET = 'a-secret-that-only-the-two-know-of'
const KID = 'peer-key'

/** Starts a provider that knows the portal as one confidential client, demands PKCE, and names itself in its answers (RFC 9207). */
export async function startFakeOidcProvider({
  redirectUris = ['http://localhost/login'],
  port,
}: FakeOidcOptions = {}): Promise<FakeOidcProvider> {
  const at = port ?? (await findFreePort())
  const issuer = `http://127.0.0.1:${at}`
  const clientId = 'portal'
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  let refuses = false
  let discoveries = 0
  const peer: { person: FakeOidcProvider['person']; tamper: FakeOidcProvider['tamper'] } = {
    person: { subject: 'teacher-1', name: '王老师' },
    tamper: undefined,
  }

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: SECRET,
        redirect_uris: [...redirectUris],
        // Implicit too, for the id_token that a native app would obtain itself; http on loopback is for native clients alone.
        application_type: 'native',
        grant_types: ['authorization_code', 'implicit'],
        response_types: ['code', 'id_token'],
      },
    ],
    responseTypes: ['code', 'id_token'],
    claims: { openid: ['sub'], profile: ['name'] },
    pkce: { required: () => true },
    cookies: { keys: [randomUUID()] },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kty: 'RSA', kid: KID, alg: 'RS256', use: 'sig' }] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId, name: peer.person.name }) }),
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  })
  provider.use(async (ctx, next) => {
    await next()
    if (ctx.path === '/.well-known/openid-configuration') discoveries += 1
    const body: unknown = ctx.body
    if (ctx.path === '/token' && peer.tamper && isTokenAnswer(body)) body.id_token = peer.tamper(body.id_token)
  })

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (refuses) {
      refuses = false
      await provider.interactionFinished(request, response, { error: 'access_denied' })
      return
    }
    const accountId = peer.person.subject
    const grant = new provider.Grant({ accountId, clientId })
    grant.addOIDCScope('openid profile')
    const grantId = await grant.save()
    await provider.interactionFinished(request, response, { login: { accountId }, consent: { grantId } })
  }

  const answer = provider.callback()
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/interaction/')) {
      interact(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
      return
    }
    // The provider's own session is dropped, so that `person` decides each time.
    if (request.url?.startsWith('/auth?')) delete request.headers.cookie
    void answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve))

  return {
    issuer,
    clientId,
    clientSecret: SECRET,
    get person() {
      return peer.person
    },
    set person(person) {
      peer.person = person
    },
    get tamper() {
      return peer.tamper
    },
    set tamper(tamper) {
      peer.tamper = tamper
    },
    get discoveries() {
      return discoveries
    },
    refuseNext() {
      refuses = true
    },
    signIdToken(claims) {
      const toPart = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')
      const signed = `${toPart({ alg: 'RS256', kid: KID })}.${toPart(claims)}`
      return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`
    },
    close() {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

function isTokenAnswer(body: unknown): body is { id_token: string } {
  return typeof body === 'object' && body !== null && 'id_token' in body && typeof body.id_token === 'string'
}
