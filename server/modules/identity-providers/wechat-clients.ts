import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'
import { PortalError } from '../../../contract/portal-error.ts'
import { fieldError } from '../../http/call.ts'
import type { Attempt, ProviderClient } from './attempts.ts'
import type { ProvedIdentity } from './identities.ts'
import { createProviderFetch, type ProviderFetch } from './provider-fetch.ts'
import type { OutgoingAddresses } from '../../runtime/outgoing-addresses.ts'
import type { Provider } from './providers.ts'

const NAME_LENGTH = 100
const short = z.string().check(z.minLength(1), z.maxLength(128))

const weChatTokens = z.object({
  access_token: z.string(),
  openid: short,
  unionid: z.optional(short),
  scope: z.optional(z.string()),
})
const userInfo = z.object({ openid: short, nickname: z.optional(z.string()), unionid: z.optional(short) })

/** Scopes that give the person's name. */
const NAMED = new Set(['snsapi_login', 'snsapi_userinfo'])

/** A QR box (`wechat_web`) or WeChat's own browser (`wechat_mp`). Its OAuth 2.0 has neither PKCE nor nonce: the state alone ties answer and browser together. */
export function createWeChatClient(addresses: OutgoingAddresses): ProviderClient {
  const ask = createProviderFetch([], { addresses })
  return {
    async begin(provider, attempt) {
      const qr = provider.kind === 'wechat_web'
      // As WeChat's own script adds: the page is in a frame, and redirects the window on top of it.
      const frame: Record<string, string> = qr ? { login_type: 'jssdk', self_redirect: 'default' } : {}
      const query = authorizeQuery(provider, attempt, frame)
      return `${provider.baseUrl}/connect/${qr ? 'qrconnect' : 'oauth2/authorize'}?${query}#wechat_redirect`
    },
    prove: (provider, _, { code }) => proveByCode(code, (given) => exchange(ask, provider, given)),
  }
}

async function exchange(
  ask: ProviderFetch,
  { clientId, clientSecret, apiUrl }: Provider,
  code: string,
): Promise<ProvedIdentity> {
  const secrets = { appid: clientId, secret: clientSecret ?? '', code, grant_type: 'authorization_code' }
  const given = await askJson(ask, apiUrl, '/sns/oauth2/access_token', secrets, weChatTokens)
  const { access_token, openid, scope = '' } = given
  const named = scope.split(',').some((one) => NAMED.has(one.trim()))
  // The answer gives only the displayed name and a missing union id, so a failure must not prevent the sign-in.
  const about = { access_token, openid, lang: 'zh_CN' }
  const info = named ? await askJson(ask, apiUrl, '/sns/userinfo', about, userInfo).catch(() => undefined) : undefined
  const own = info?.openid === openid ? info : undefined
  return {
    subject: openid,
    unionId: given.unionid ?? own?.unionid ?? null,
    providerSid: null,
    displayName: own?.nickname?.trim().slice(0, NAME_LENGTH) || null,
  }
}

const KEPT_MAX = 200
/** Milliseconds by which a token is dropped before its time. */
const TOKEN_MARGIN = 5 * 60_000
/** Not valid, over, or missing: WeCom may end a token before its time. */
const STALE_TOKEN = new Set([40_014, 42_001, 41_001])
const tokenAnswer = z.object({ access_token: short.check(z.maxLength(1024)), expires_in: z.number() })
/** A member has a userid, any other user an openid. Older documentation writes both with capitals. */
const userAnswer = z.object({
  userid: z.optional(short),
  openid: z.optional(short),
  UserId: z.optional(short),
  OpenId: z.optional(short),
})

/** WeCom requires that a token is kept as long as it is good. */
export function createWeComClient(addresses: OutgoingAddresses): ProviderClient {
  const ask = createProviderFetch([], { addresses })
  const tokens = new LRUCache<string, string, Provider>({
    max: KEPT_MAX,
    // A caller gets its token although others took the place meanwhile.
    ignoreFetchAbort: true,
    async fetchMethod(_key, _stale, { context, options }) {
      const query = { corpid: context.clientId, corpsecret: context.clientSecret ?? '' }
      const { access_token, expires_in } = await askJson(ask, context.apiUrl, '/cgi-bin/gettoken', query, tokenAnswer)
      // Zero would keep it for ever.
      options.ttl = Math.max(1, expires_in * 1000 - TOKEN_MARGIN)
      return access_token
    },
  })

  async function prove(provider: Provider, code: string): Promise<ProvedIdentity> {
    const key = JSON.stringify([provider.apiUrl, provider.clientId, provider.clientSecret])
    const tell = async () => readUser(ask, provider, code, await tokens.forceFetch(key, { context: provider }))
    return tell().catch((error: unknown) => {
      if (!(error instanceof WeChatRefusal && STALE_TOKEN.has(error.errcode))) throw error
      tokens.delete(key)
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

async function readUser(
  ask: ProviderFetch,
  { apiUrl }: Provider,
  code: string,
  token: string,
): Promise<ProvedIdentity> {
  const query = { access_token: token, code }
  const given = await askJson(ask, apiUrl, '/cgi-bin/auth/getuserinfo', query, userAnswer)
  const member = given.userid ?? given.UserId
  const stranger = given.openid ?? given.OpenId
  const common = { unionId: null, providerSid: null }
  if (member !== undefined) return { subject: member, displayName: member, ...common }
  // A userid has no colon, so the two cannot be equal.
  if (stranger !== undefined) return { subject: `openid:${stranger}`, displayName: null, ...common }
  throw new PortalError('sso.provider_refused')
}

const failure = z.object({ errcode: z.optional(z.number()) })

/** An answer with an `errcode`. */
class WeChatRefusal extends Error {
  readonly errcode: number

  constructor(errcode: number) {
    super(`errcode ${errcode}`)
    this.errcode = errcode
  }
}

/** Throws WeChatRefusal for an `errcode` other than 0, and 'sso.provider_unreachable' for any other answer than the documented one. */
async function askJson<S extends z.core.$ZodType>(
  ask: ProviderFetch,
  api: string | null,
  path: string,
  query: Record<string, string>,
  shape: S,
): Promise<z.output<S>> {
  const response = await ask(`${api ?? ''}${path}?${new URLSearchParams(query).toString()}`)
  if (response.status !== 200) throw unreadable(`status ${response.status}`)
  // Its content type says text/plain.
  const given: unknown = await response.json().catch((error: unknown) => {
    throw unreadable(error)
  })
  const { errcode = 0 } = z.safeParse(failure, given).data ?? {}
  if (errcode !== 0) throw new WeChatRefusal(errcode)
  const parsed = z.core.safeParse(shape, given)
  if (parsed.success) return parsed.data
  throw unreadable('an answer without the documented fields')
}

/** The parameters that both document; `more` comes after them. */
function authorizeQuery(
  { clientId, scopes }: Provider,
  { state, callback }: Attempt,
  more: Record<string, string>,
): string {
  return new URLSearchParams({
    appid: clientId,
    redirect_uri: callback,
    response_type: 'code',
    scope: scopes.split(' ').join(','),
    state,
    ...more,
  }).toString()
}

/** Throws 'request.invalid' without a code, and 'sso.provider_refused' or 'sso.provider_unreachable' for a refusal. */
async function proveByCode(
  code: string | undefined,
  redeem: (code: string) => Promise<ProvedIdentity>,
): Promise<ProvedIdentity> {
  if (code === undefined) throw fieldError('code', 'request.invalid')
  return redeem(code).catch((error: unknown) => {
    if (!(error instanceof WeChatRefusal)) throw error
    // -1 is the documented "system busy".
    throw new PortalError(error.errcode === -1 ? 'sso.provider_unreachable' : 'sso.provider_refused', { cause: error })
  })
}

function unreadable(cause: unknown): PortalError {
  return new PortalError('sso.provider_unreachable', {
    cause: cause instanceof Error ? cause : new Error(String(cause)),
  })
}
