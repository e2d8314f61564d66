import type { EventEmitter } from 'node:events'
import { LRUCache } from 'lru-cache'
import type { Provider } from 'oidc-provider'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Database, Tx } from '../../db/database.ts'
import type { Log } from '../../runtime/logger.ts'
import type { Vault } from '../../runtime/vault.ts'
import { createAdapter } from './issuer-adapter.ts'
import { accountFinder, ownsHashedSecret, sharedConfiguration, type Scope } from './issuer-configuration.ts'
import { readKeyIds, readKeys } from './issuer-keys.ts'

/** Below each address of a unit. */
export const ISSUER_PATH = '/oidc'
/** Addresses; the longest unused issuer is built anew when it is requested. */
const KEPT = 100

interface Authorization {
  readonly userId: string
  readonly clientId: string
  readonly redirectUri: string
  readonly scopes: readonly Scope[]
  readonly signedInAt: Date
  readonly nonce?: string | undefined
  /** S256; undefined for a client without PKCE. */
  readonly codeChallenge?: string | undefined
}

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
      jwks: { keys: await inUnit((tx) => readKeys(tx, vault, unitId)) },
    })
    // routes/issuer.ts writes the headers that name the origin.
    provider.proxy = true
    provider.Client.prototype.compareClientSecret = function (secret) {
      return ownsHashedSecret(this.clientSecret, secret)
    }
    provider.use(async (ctx, next) => {
      await next().finally(() => {
        // The library got the address without the path; the log gets all of it.
        ctx.req.url = `${ISSUER_PATH}${ctx.originalUrl}`
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
    /** The client redeems the code once, within a minute. Throws 'sso.client_unknown' when the client is gone. */
    async issueCode(unitId: string, origin: string, authorization: Authorization): Promise<string> {
      const { userId, clientId, scopes, signedInAt, codeChallenge, ...rest } = authorization
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
        scope: scopes.join(' '),
        authTime: Math.floor(signedInAt.getTime() / 1000),
        redirectUri: rest.redirectUri,
        nonce: rest.nonce,
        codeChallenge,
        codeChallengeMethod: codeChallenge === undefined ? undefined : 'S256',
      })
      return code.save()
    },
  }
}
