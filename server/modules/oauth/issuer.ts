import { randomUUID } from 'node:crypto'
import type { EventEmitter } from 'node:events'
import { decodeJwt } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Provider } from 'oidc-provider'
import * as z from 'zod/mini'
import { PortalError } from '../../../contract/portal-error.ts'
import { UNKNOWN_PROOF } from '../auth/session-origin.ts'
import type { Database, Tx } from '../../db/database.ts'
import type { Log } from '../../runtime/logger.ts'
import type { Vault } from '../../runtime/vault.ts'
import { countWrongSecret } from '../auth/login-limits.ts'
import { createAdapter } from './issuer-adapter.ts'
import { accountFinder, ONE_FACTOR, sharedConfiguration, type Scope, TWO_FACTORS } from './issuer-configuration.ts'
import { readKeyIds, readKeys } from './issuer-keys.ts'
import { ownsSecret } from './oauth-clients.ts'
import { type EndedSession, noteSession } from './ended-sessions.ts'
import { LOGOUT_EVENT } from '../../../contract/endpoints/sign-in/sso.ts'
import { OWN_SCOPES } from '../../../contract/rules/own-scopes.ts'

/** Below each address of a unit. */
export const ISSUER_PATH = '/oidc'
/** Where clients prove themselves by their secrets, below the issuer's path. */
export const SECRET_PATHS: ReadonlySet<string> = new Set(['/token', '/revoke'])
/** Addresses; the longest unused issuer is built anew when it is requested. */
const KEPT = 100

interface Authorization {
  readonly userId: string
  readonly sessionId: string
  readonly clientId: string
  readonly redirectUri: string
  readonly scopes: readonly Scope[]
  readonly authenticatedAt: Date
  /** Two factors were proved. */
  readonly secondFactor: boolean
  readonly nonce?: string | undefined
  /** S256; undefined for a client without PKCE. */
  readonly codeChallenge?: string | undefined
}

/** An ID token of this issuer that a third party sends back, by which it names a person and a session. */
export interface IdTokenHint {
  readonly clientId: string
  readonly userId: string
  readonly sessionId: string | null
}

const hinted = z.object({ aud: z.string(), sub: z.string(), sid: z.optional(z.string()) })

export function issuerOf(origin: string): string {
  return `${origin}${ISSUER_PATH}`
}

export type Issuers = ReturnType<typeof createIssuers>

/** The issuers of all units, each with a unit's own keys, clients and tokens. */
export function createIssuers({ database, vault, log }: { database: Database; vault: Vault; log: Log }) {
  const issuers = new LRUCache<string, Provider, { readonly unitId: string; readonly origin: string }>({
    max: KEPT,
    // A caller gets its issuer although others took the place meanwhile.
    ignoreFetchAbort: true,
    fetchMethod: (_name, _stale, { context }) => build(context.unitId, context.origin),
  })

  /** The issuer of a unit at one of its origins, which is built anew when its keys have changed. */
  async function at(unitId: string, origin: string): Promise<Provider> {
    const keyIds = await database.inUnit({ unitId, userId: null }, readKeyIds)
    const name = [unitId, origin, ...keyIds].join(' ')
    return issuers.forceFetch(name, { context: { unitId, origin } })
  }

  async function build(unitId: string, origin: string): Promise<Provider> {
    const inUnit = <T>(work: (tx: Tx) => Promise<T>) => database.inUnit({ unitId, userId: null }, work)
    // Loaded on first use: a school without third parties does not pay for it.
    const oidc = await import('oidc-provider')
    const refusal = (reason: string) => new oidc.errors.InvalidGrant(reason)
    const provider = new oidc.Provider(issuerOf(origin), {
      ...sharedConfiguration,
      adapter: createAdapter(database, unitId, refusal),
      findAccount: accountFinder(inUnit),
      // The library lets scopes for people through, and none at all. It leaves out those that it does not know.
      extraTokenClaims: async (_, token) => {
        if (token.kind !== 'ClientCredentials') return undefined
        const isOwn = (scope: string) => OWN_SCOPES.some((known) => known === scope)
        const scopes = [...token.scopes]
        if (scopes.length === 0 || !scopes.every(isOwn))
          throw new oidc.errors.InvalidScope('requested scope is not allowed', scopes.join(' '))
        return undefined
      },
      jwks: { keys: await inUnit((tx) => readKeys(tx, vault, unitId)) },
    })
    // routes/issuer.ts writes the headers that name the origin.
    provider.proxy = true
    provider.Client.prototype.compareClientSecret = function (secret) {
      const { clientSecret: hash } = this
      return ownsSecret(hash === undefined ? undefined : { secretHash: Buffer.from(hash, 'hex') }, secret)
    }
    provider.use(async (ctx, next) => {
      const { path } = ctx
      await next().finally(() => {
        // The library got the address without the path; the log gets all of it.
        ctx.req.url = `${ISSUER_PATH}${ctx.originalUrl}`
      })
      // Counted before the answer is sent. Who waits already is refused by routes/issuer.ts.
      if (ctx.status === 401 && SECRET_PATHS.has(path))
        await inUnit((tx) => countWrongSecret(tx, ctx.ip)).catch((error: unknown) => {
          if (!(error instanceof PortalError)) throw error
        })
      // The library lists every response mode; the portal's page answers by the query alone.
      if (ctx.path.includes('/.well-known/') && typeof ctx.body === 'object' && ctx.body !== null)
        Object.assign(ctx.body, { response_modes_supported: ['query'] })
    })
    provider.on('grant.revoked', (ctx) => {
      if (ctx.oidc.route === 'token')
        log.warn({ unit: unitId, client: ctx.oidc.client?.clientId }, 'a code or token of a third party was used twice')
    })
    provider.on('server_error', (_, err) => log.error({ err }, 'the issuer failed'))
    const events: EventEmitter = provider
    events.on('error', (err: unknown) => log.warn({ err }, 'the issuer could not answer'))
    return provider
  }

  return {
    at,
    /**
     * The client redeems the code once, within a minute, and is told when the session ends. Throws 'sso.client_unknown' when the client is gone, and
     * 'session.expired' when the session has ended meanwhile.
     */
    async issueCode(unitId: string, origin: string, authorization: Authorization): Promise<string> {
      const { userId, sessionId, clientId, scopes, authenticatedAt, codeChallenge, ...rest } = authorization
      const provider = await at(unitId, origin)
      const client = await provider.Client.find(clientId)
      if (!client) throw new PortalError('sso.client_unknown')
      // A grant for each code: when a code is used twice, what came of it ends, and nothing else.
      const grant = new provider.Grant({ accountId: userId, clientId })
      grant.addOIDCScope(scopes.join(' '))
      const grantId = await grant.save()
      const code = new provider.AuthorizationCode({
        client,
        accountId: userId,
        grantId,
        gty: 'authorization_code',
        // In the ID tokens as well.
        sid: sessionId,
        scope: scopes.join(' '),
        authTime: authenticatedAt > UNKNOWN_PROOF ? Math.floor(authenticatedAt.getTime() / 1000) : undefined,
        acr: rest.secondFactor ? TWO_FACTORS : ONE_FACTOR,
        // In each ID token, whether the client asked for them or not.
        claims: { id_token: { auth_time: null, acr: null } },
        redirectUri: rest.redirectUri,
        nonce: rest.nonce,
        codeChallenge,
        codeChallengeMethod: codeChallenge === undefined ? undefined : 'S256',
      })
      const value = await code.save()
      // Noted only after the code is stored: a session that ends later deletes its codes (`portal_end_oauth_sessions`).
      const issuer = issuerOf(origin)
      await database.inUnit({ unitId, userId }, (tx) => noteSession(tx, { sessionId, clientId, issuer }))
      return value
    },
    /** What an ID token says; null for one that this issuer did not sign, or not for this client. One that has expired is good. */
    async readHint(unitId: string, origin: string, token: string, clientId?: string): Promise<IdTokenHint | null> {
      const provider = await at(unitId, origin)
      const named = clientId ?? readAudience(token)
      const client = named === undefined ? undefined : await provider.Client.find(named)
      if (!client) return null
      const verified = await provider.IdToken.validate(token, client).catch(() => null)
      const claims = hinted.safeParse(verified?.payload)
      if (!claims.success) return null
      const { aud, sub, sid = null } = claims.data
      return { clientId: aud, userId: sub, sessionId: sid }
    },
    /** A logout token, valid for two minutes (OpenID Connect Back-Channel Logout 1.0). undefined when the client is gone. */
    async signLogoutToken({ unitId, issuer, clientId, userId, sessionId }: EndedSession): Promise<string | undefined> {
      const provider = await at(unitId, issuer.slice(0, -ISSUER_PATH.length))
      const client = await provider.Client.find(clientId)
      if (!client) return undefined
      const token = new provider.IdToken({ sub: userId }, { client })
      Object.assign(token, { mask: { sub: null } })
      token.set('sid', sessionId)
      token.set('jti', randomUUID())
      token.set('events', { [LOGOUT_EVENT]: {} })
      return token.issue({ use: 'logout' })
    },
  }
}

/** The client that a token names, before its signature is checked. */
function readAudience(token: string): string | undefined {
  try {
    return hinted.safeParse(decodeJwt(token)).data?.aud
  } catch {
    return undefined
  }
}
