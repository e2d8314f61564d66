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
  tamper: ((idToken: string) => string | Promise<string>) | undefined
  /** How often its configuration was asked for. */
  readonly discoveries: number
  /** What its configuration is at a path, from what it is by itself; unchanged unless set. It is answered below any path. */
  document: ((path: string, usual: Readonly<Record<string, unknown>>) => unknown) | undefined
  /** How the portal's secret came with each request for tokens. */
  readonly secretWays: ('basic' | 'body')[]
  /** Where sessions that end there are told; nowhere unless set. */
  logoutAddress: string | undefined
  /** Ends the person's sessions there, which tells them to the portal; the statuses of its answers. */
  endSessions(): Promise<number[]>
  /** A logout token with these claims besides the usual ones, signed with the provider's own key unless told otherwise. */
  signLogoutToken(claims?: Record<string, unknown>, header?: Record<string, unknown>): string
  /** When its person has signed in there, in seconds since 1970, whatever it is asked; by default they sign in each time. */
  signedInAt: number | undefined
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
  /** The one way in which it takes the secret. */
  readonly secretMethod?: 'client_secret_basic' | 'client_secret_post'
}

const WELL_KNOWN = '/.well-known/openid-configuration'

const SECRET = 'a-secret-that-only-the-two-know-of'
const KID = 'peer-key'
const LOGOUT_EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} }

/** Starts a provider that knows the portal as one confidential client, demands PKCE, and names itself in its answers (RFC 9207). */
export async function startFakeOidcProvider({
  redirectUris = ['http://localhost/login'],
  port,
  secretMethod = 'client_secret_basic',
}: FakeOidcOptions = {}): Promise<FakeOidcProvider> {
  const at = port ?? (await findFreePort())
  const issuer = `http://127.0.0.1:${at}`
  const clientId = 'portal'
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  let refuses = false
  let discoveries = 0
  const peer: {
    person: FakeOidcProvider['person']
    tamper: FakeOidcProvider['tamper']
    document: FakeOidcProvider['document']
    logoutAddress: string | undefined
    signedInAt: number | undefined
  } = {
    person: { subject: 'teacher-1', name: '王老师' },
    tamper: undefined,
    document: undefined,
    logoutAddress: undefined,
    signedInAt: undefined,
  }
  const secretWays: FakeOidcProvider['secretWays'] = []
  /** Of the client's sessions, by the claims of its ID tokens. */
  const opened: { sub: string; sid: string }[] = []

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: SECRET,
        token_endpoint_auth_method: secretMethod,
        redirect_uris: [...redirectUris],
        // Implicit too, for the id_token that a native app would obtain itself; http on loopback is for native clients alone.
        application_type: 'native',
        grant_types: ['authorization_code', 'implicit'],
        response_types: ['code', 'id_token'],
        backchannel_logout_uri: 'http://127.0.0.1/logout',
        backchannel_logout_session_required: true,
      },
    ],
    responseTypes: ['code', 'id_token'],
    claims: { openid: ['sub'], profile: ['name'] },
    pkce: { required: () => true },
    cookies: { keys: [randomUUID()] },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kty: 'RSA', kid: KID, alg: 'RS256', use: 'sig' }] },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    // The library's own agent refuses loopback.
    fetch: (address, { method, headers, body }: RequestInit = {}) =>
      fetch(address, { ...(method && { method }), ...(headers && { headers }), ...(body && { body }) }),
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId, name: peer.person.name }) }),
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  })
  provider.use(async (ctx, next) => {
    const asked = ctx.path
    if (asked.endsWith(WELL_KNOWN)) ctx.path = WELL_KNOWN
    if (asked === '/token') {
      const way = ctx.get('authorization') === '' ? 'body' : 'basic'
      secretWays.push(way)
      // The library takes both from every client.
      if (way !== (secretMethod === 'client_secret_post' ? 'body' : 'basic')) {
        ctx.status = 401
        ctx.body = { error: 'invalid_client' }
        return
      }
    }
    await next()
    if (asked.endsWith(WELL_KNOWN)) {
      discoveries += 1
      if (peer.document) ctx.body = peer.document(asked.slice(0, -WELL_KNOWN.length), Object(ctx.body))
    }
    const body: unknown = ctx.body
    if (ctx.path === '/token' && isTokenAnswer(body)) {
      const { sub, sid } = Object(JSON.parse(Buffer.from(body.id_token.split('.')[1] ?? '', 'base64url').toString()))
      if (typeof sub === 'string' && typeof sid === 'string') opened.push({ sub, sid })
    }
    if (ctx.path === '/token' && peer.tamper && isTokenAnswer(body)) body.id_token = await peer.tamper(body.id_token)
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
    await provider.interactionFinished(request, response, {
      login: { accountId, ...(peer.signedInAt !== undefined && { ts: peer.signedInAt }) },
      consent: { grantId },
    })
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

  const toPart = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')
  function signToken(header: object, claims: object): string {
    const signed = `${toPart({ alg: 'RS256', kid: KID, ...header })}.${toPart(claims)}`
    return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`
  }

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
    get document() {
      return peer.document
    },
    set document(document) {
      peer.document = document
    },
    secretWays,
    refuseNext() {
      refuses = true
    },
    signIdToken: (claims) => signToken({}, claims),
    signLogoutToken(claims = {}, header = {}) {
      const now = Math.floor(Date.now() / 1000)
      const usual = { iss: issuer, aud: clientId, iat: now, exp: now + 120, jti: randomUUID(), events: LOGOUT_EVENTS }
      return signToken({ typ: 'logout+jwt', ...header }, { ...usual, ...claims })
    },
    get logoutAddress() {
      return peer.logoutAddress
    },
    set logoutAddress(address) {
      peer.logoutAddress = address
    },
    get signedInAt() {
      return peer.signedInAt
    },
    set signedInAt(seconds) {
      peer.signedInAt = seconds
    },
    async endSessions() {
      const client = await provider.Client.find(clientId)
      if (!client || peer.logoutAddress === undefined) throw new Error('nobody is to be told')
      Object.assign(client, { backchannelLogoutUri: peer.logoutAddress })
      const statuses: number[] = []
      for (const { sub, sid } of opened.splice(0)) {
        if (sub !== peer.person.subject) continue
        // Rejects for any status but 200 and 204.
        const told = (client as unknown as LogoutTeller).backchannelLogout(sub, sid)
        statuses.push(
          await told.then(
            () => 200,
            (error: { response?: { status: number } }) => error.response?.status ?? 0,
          ),
        )
      }
      return statuses
    },
    close() {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** The library's types leave it out. */
interface LogoutTeller {
  backchannelLogout(sub: string, sid: string): Promise<void>
}

function isTokenAnswer(body: unknown): body is { id_token: string } {
  return typeof body === 'object' && body !== null && 'id_token' in body && typeof body.id_token === 'string'
}
