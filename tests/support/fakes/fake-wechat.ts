import { randomUUID } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import { findFreePort } from '../process/free-port.ts'

/** WeChat and WeCom as far as their documentation describes what a sign-in needs, on loopback. */
export interface FakeWeChat {
  /** Stands for open.weixin.qq.com, api.weixin.qq.com and qyapi.weixin.qq.com at once. */
  readonly base: string
  /** Of the QR box; the official account is `mpAppId`. Both have the same secret. */
  readonly appId: string
  readonly mpAppId: string
  readonly secret: string
  readonly corpId: string
  readonly corpSecret: string
  readonly agentId: string
  /** Who scans, confirms and is asked about; assign another one at any time. Without a userid they are no member of the company. */
  person: WeChatPerson
  /** Answers everything with this `errcode` as long as it is set. */
  errcode: number | undefined
  /** Paths that were asked for, the oldest first. */
  readonly asked: string[]
  /** WeCom ends all its tokens before their time. */
  endTokens(): void
  close(): Promise<void>
}

/** A person in WeChat's eyes: another openid in each application, the same union id in all of one owner. */
export interface WeChatPerson {
  readonly openid: string
  readonly mpOpenid: string
  readonly unionid?: string
  readonly userid?: string
  readonly nickname: string
}

/** Starts the fake. Its QR page has a button 'Confirm', which leads the window on top back; pages for WeChat's own browsers go back at once. */
export async function startFakeWeChat({ port }: { port?: number } = {}): Promise<FakeWeChat> {
  const at = port ?? (await findFreePort())
  const codes = new Map<string, { appid: string; person: WeChatPerson; scope: string }>()
  const tokens = new Map<string, WeChatPerson>()
  const corpTokens = new Set<string>()
  const ids = { appId: 'wx-site', mpAppId: 'wx-account', corpId: 'ww-school' }
  const secret = 'wechat-secret'
  const corpSecret = 'wecom-secret'
  const asked: string[] = []
  const state: { person: WeChatPerson; errcode: number | undefined } = {
    person: { openid: 'o-site', mpOpenid: 'o-account', unionid: 'u-one', userid: 'wang', nickname: '王' },
    errcode: undefined,
  }

  /** A code is good once. */
  function takeCode(code: string) {
    const found = codes.get(code)
    codes.delete(code)
    return found
  }

  const endpoints: Record<string, (query: Record<string, string>) => object> = {
    '/sns/oauth2/access_token': ({ appid = '', secret: given, code = '', grant_type }) => {
      const found = takeCode(code)
      if (given !== secret) return { errcode: 40_125, errmsg: 'invalid appsecret' }
      if (found?.appid !== appid || grant_type !== 'authorization_code')
        return { errcode: 40_029, errmsg: 'invalid code' }
      const { person, scope } = found
      const access_token = randomUUID()
      tokens.set(access_token, person)
      return {
        access_token,
        expires_in: 7200,
        refresh_token: randomUUID(),
        openid: appid === ids.mpAppId ? person.mpOpenid : person.openid,
        scope,
        ...(person.unionid && { unionid: person.unionid }),
      }
    },
    '/sns/userinfo': ({ access_token = '', openid }) => {
      const person = tokens.get(access_token)
      return person ? { openid, nickname: person.nickname } : { errcode: 40_001, errmsg: 'invalid credential' }
    },
    '/cgi-bin/gettoken': ({ corpid, corpsecret }) => {
      if (corpid !== ids.corpId || corpsecret !== corpSecret) return { errcode: 40_001, errmsg: 'invalid credential' }
      const access_token = randomUUID()
      corpTokens.add(access_token)
      return { errcode: 0, errmsg: 'ok', access_token, expires_in: 7200 }
    },
    '/cgi-bin/auth/getuserinfo': ({ access_token = '', code = '' }) => {
      if (!corpTokens.has(access_token)) return { errcode: 42_001, errmsg: 'access_token expired' }
      const found = takeCode(code)
      if (found?.appid !== ids.corpId) return { errcode: 40_029, errmsg: 'invalid code' }
      const { userid, openid } = found.person
      return { errcode: 0, errmsg: 'ok', ...(userid ? { userid } : { openid }) }
    },
  }

  function authorize(path: string, query: Record<string, string>, response: ServerResponse): void {
    const { appid = '', redirect_uri = '', state: given = '', response_type, scope = '' } = query
    const known = path.endsWith('qrconnect') ? appid === ids.appId : appid === ids.mpAppId || appid === ids.corpId
    if (!known || response_type !== 'code' || !/^[A-Za-z0-9]{1,128}$/.test(given)) {
      response.writeHead(400).end('Scope 参数错误或没有 Scope 权限')
      return
    }
    const code = randomUUID()
    codes.set(code, { appid, person: state.person, scope })
    const back = new URL(redirect_uri)
    back.searchParams.set('code', code)
    back.searchParams.set('state', given)
    if (!path.endsWith('qrconnect')) {
      response.writeHead(302, { location: back.href }).end()
      return
    }
    const target = JSON.stringify(back.href).replaceAll('<', '\\u003c')
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(
      `<!doctype html><title>Scan</title><h1>Scan</h1><button id="go">Confirm</button><script>go.onclick = () => { top.location.href = ${target} }</script>`,
    )
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://peer')
    const query = Object.fromEntries(url.searchParams)
    asked.push(url.pathname)
    if (url.pathname.startsWith('/connect/')) return authorize(url.pathname, query, response)
    const endpoint = endpoints[url.pathname]
    const body =
      state.errcode === undefined ? (endpoint?.(query) ?? { errcode: 404 }) : { errcode: state.errcode, errmsg: 'no' }
    response.writeHead(200, { 'content-type': 'text/plain' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve))

  return {
    base: `http://127.0.0.1:${at}`,
    ...ids,
    secret,
    corpSecret,
    agentId: '1000002',
    asked,
    get person() {
      return state.person
    },
    set person(person) {
      state.person = person
    },
    get errcode() {
      return state.errcode
    },
    set errcode(errcode) {
      state.errcode = errcode
    },
    endTokens() {
      corpTokens.clear()
    },
    close() {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
