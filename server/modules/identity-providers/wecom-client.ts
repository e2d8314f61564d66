import * as z from 'zod/mini'
import { PortalError } from '../../../contract/portal-error.ts'
import { askJson, authorizeQuery, proveByCode, WeChatRefusal } from './ask-json.ts'
import type { ProvedIdentity } from './identities.ts'
import { createExpiringCache } from './expiring-cache.ts'
import type { ProviderClient } from './provider-client.ts'
import { createProviderFetch, type ProviderFetch } from './provider-fetch.ts'
import type { Provider } from './providers.ts'

const KEPT_MAX = 200
/** Milliseconds by which a token is dropped before its time. */
const TOKEN_MARGIN = 5 * 60_000
/** Not valid, over, or missing: WeCom may end a token before its time. */
const STALE_TOKEN = new Set([40_014, 42_001, 41_001])
const short = z.string().check(z.minLength(1), z.maxLength(128))

const tokenAnswer = z.object({ access_token: short.check(z.maxLength(1024)), expires_in: z.number() })
/** A member has a userid, any other user an openid. Older documentation writes both with capitals. */
const userAnswer = z.object({
  userid: z.optional(short),
  openid: z.optional(short),
  UserId: z.optional(short),
  OpenId: z.optional(short),
})

/** WeCom requires that a token is kept as long as it is good. */
export function createWeComClient(): ProviderClient {
  const tokens = createExpiringCache<string>(KEPT_MAX)

  async function prove(provider: Provider, code: string): Promise<ProvedIdentity> {
    const ask = createProviderFetch([provider.apiUrl ?? ''])
    const key = JSON.stringify([provider.apiUrl, provider.clientId, provider.clientSecret])
    const tell = async () => readUser(ask, provider, code, await tokens.get(key, () => fetchToken(ask, provider)))
    return tell().catch((error: unknown) => {
      if (!(error instanceof WeChatRefusal && STALE_TOKEN.has(error.errcode))) throw error
      tokens.forget(key)
      return tell()
    })
  }

  return {
    async begin(provider, attempt) {
      const query = authorizeQuery(provider, attempt, provider.agentId === null ? {} : { agentid: provider.agentId })
      return `${provider.baseUrl}/connect/oauth2/authorize?${query}#wechat_redirect`
    },
    prove: (provider, _, { code }) => proveByCode(code, (given) => prove(provider, given)),
  }
}

async function fetchToken(ask: ProviderFetch, { apiUrl, clientId, clientSecret }: Provider) {
  const query = { corpid: clientId, corpsecret: clientSecret ?? '' }
  const { access_token, expires_in } = await askJson(ask, `${apiUrl}/cgi-bin/gettoken`, query, tokenAnswer)
  return { value: access_token, keep: Math.max(0, expires_in * 1000 - TOKEN_MARGIN) }
}

async function readUser(
  ask: ProviderFetch,
  { apiUrl }: Provider,
  code: string,
  token: string,
): Promise<ProvedIdentity> {
  const query = { access_token: token, code }
  const given = await askJson(ask, `${apiUrl}/cgi-bin/auth/getuserinfo`, query, userAnswer)
  const member = given.userid ?? given.UserId
  const stranger = given.openid ?? given.OpenId
  if (member !== undefined) return { subject: member, unionId: null, displayName: member }
  // A userid has no colon, so the two cannot be equal.
  if (stranger !== undefined) return { subject: `openid:${stranger}`, unionId: null, displayName: null }
  throw new PortalError('sso.provider_refused')
}
