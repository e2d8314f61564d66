import * as z from 'zod/mini'
import { askJson, authorizeQuery, proveByCode } from './ask-json.ts'
import type { ProvedIdentity } from './identities.ts'
import type { ProviderClient } from './provider-client.ts'
import { createProviderFetch } from './provider-fetch.ts'
import type { Provider } from './providers.ts'

const LENGTH = 128
const NAME_LENGTH = 100
const short = z.string().check(z.minLength(1), z.maxLength(LENGTH))

const tokens = z.object({
  access_token: z.string(),
  openid: short,
  unionid: z.optional(short),
  scope: z.optional(z.string()),
})
const userInfo = z.object({ openid: short, nickname: z.optional(z.string()), unionid: z.optional(short) })

/** Scopes that give the person's name. */
const NAMED = new Set(['snsapi_login', 'snsapi_userinfo'])

/** A QR box (`wechat_web`) or WeChat's own browser (`wechat_mp`). Its OAuth 2.0 has neither PKCE nor nonce: the state alone ties answer and browser together. */
export function createWeChatClient(): ProviderClient {
  return {
    async begin(provider, attempt) {
      const qr = provider.kind === 'wechat_web'
      // As WeChat's own script adds: the page is in a frame, and redirects the window on top of it.
      const frame: Record<string, string> = qr ? { login_type: 'jssdk', self_redirect: 'default' } : {}
      const query = authorizeQuery(provider, attempt, frame)
      return `${provider.baseUrl}/connect/${qr ? 'qrconnect' : 'oauth2/authorize'}?${query}#wechat_redirect`
    },
    prove: (provider, _, { code }) => proveByCode(code, (given) => exchange(provider, given)),
  }
}

async function exchange({ clientId, clientSecret, apiUrl }: Provider, code: string): Promise<ProvedIdentity> {
  const api = apiUrl ?? ''
  const ask = createProviderFetch([api])
  const given = await askJson(
    ask,
    `${api}/sns/oauth2/access_token`,
    { appid: clientId, secret: clientSecret ?? '', code, grant_type: 'authorization_code' },
    tokens,
  )
  const { access_token, openid, scope = '' } = given
  const named = scope.split(',').some((one) => NAMED.has(one.trim()))
  // Only for the displayed name and a missing union id: a failure must not prevent the sign-in.
  const info = named
    ? await askJson(ask, `${api}/sns/userinfo`, { access_token, openid, lang: 'zh_CN' }, userInfo).catch(
        () => undefined,
      )
    : undefined
  const own = info?.openid === openid ? info : undefined
  return {
    subject: openid,
    unionId: given.unionid ?? own?.unionid ?? null,
    displayName: own?.nickname?.trim().slice(0, NAME_LENGTH) || null,
  }
}
