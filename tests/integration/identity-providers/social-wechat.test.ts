import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createVault } from '../../../server/runtime/vault.ts'
import { type TestApp, createTestApp } from '../../support/app/app.ts'
import { eventsOf, readMe, runAsOwner } from '../../support/callers/session-probe.ts'
import { begin, bind, finish, unboundId, visitProvider } from '../../support/callers/social-caller.ts'
import { addProvider, weChatForm } from '../../support/schools/social-providers.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { startFakeWeChat, type FakeWeChat, type WeChatPerson } from '../../support/fakes/fake-wechat.ts'

const PASSWORD = 'Campus2026'
const WANG: WeChatPerson = {
  openid: 'o-site',
  mpOpenid: 'o-account',
  unionid: 'u-one',
  userid: 'wang',
  nickname: '小王',
}

const vault = createVault(Buffer.alloc(32, 9))
let test: TestApp
let peer: FakeWeChat
let site: string
beforeAll(async () => {
  test = await createTestApp({ vault })
  peer = await startFakeWeChat()
  site = await addProvider(test.database, vault, weChatForm(peer, 'wechat_web'))
  await addProvider(test.database, vault, weChatForm(peer, 'wechat_mp'))
  await addProvider(test.database, vault, weChatForm(peer, 'wecom'))
})
afterAll(async () => {
  await peer.close()
  await test.close()
})
beforeEach(async () => {
  await runAsOwner(test, sql`with rates as (delete from rate_limit) delete from login_attempt`)
  await runAsOwner(test, sql`delete from external_identity`)
  peer.person = WANG
  peer.errcode = undefined
  peer.asked.length = 0
})

/** The QR page leads back by a script; what it would do is in it. */
async function scan(address: string) {
  const response = await fetch(address)
  const page = await response.text()
  const [, target = ''] = /top\.location\.href = "([^"]+)"/.exec(page) ?? []
  return { status: response.status, code: new URL(target, 'http://none').searchParams.get('code') ?? '' }
}

async function comeBy(provider: string, browser: TestBrowser = test.visit()) {
  const { url, state } = await begin(browser, provider)
  const { code = '' } = await (provider === site ? scan(url) : visitProvider(url))
  return { browser, back: { code, state } }
}

async function bindTo(provider: string, username: string): Promise<TestBrowser> {
  const { browser, back } = await comeBy(provider)
  const id = unboundId(await finish(browser, back))
  expect((await bind(browser, { id, username, password: PASSWORD })).envelope.code).toBe('ok')
  return browser
}

describe('WeChat’s QR box', () => {
  it('is the documented page for frames, with a state that WeChat takes', async () => {
    const { url } = await begin(test.visit(), site)
    const { origin, pathname, searchParams, hash } = new URL(url)
    expect(origin + pathname + hash).toBe(`${peer.base}/connect/qrconnect#wechat_redirect`)
    expect(Object.fromEntries(searchParams)).toEqual({
      appid: peer.appId,
      redirect_uri: 'http://localhost/login',
      response_type: 'code',
      scope: 'snsapi_login',
      state: expect.stringMatching(/^[0-9a-f]{96}$/),
      login_type: 'jssdk',
      self_redirect: 'default',
    })
    expect((await scan(url)).status).toBe(200)
  })

  it('binds whoever scanned it, and signs them in from then on', async () => {
    const { browser, back } = await comeBy(site)
    const unbound = await finish(browser, back)
    expect(unbound.envelope).toMatchObject({
      status: 400,
      code: 'sso.unbound',
      data: { openid: 'o-site', unionid: 'u-one' },
    })
    const id = unboundId(unbound)
    expect((await bind(browser, { id, username: 'parent', password: PASSWORD })).envelope.code).toBe('ok')

    const again = await comeBy(site)
    const answer = await finish(again.browser, again.back)
    expect(answer.envelope).toMatchObject({ status: 200, data: { userType: 3, openid: 'o-site', unionid: 'u-one' } })
    const { envelope } = await again.browser.get('/api/uaa/account/identities')
    expect(envelope.data).toMatchObject([{ providerName: '微信', displayName: '小王' }])
  })

  it('refuses a used or made-up code, an id_token, and the code of another application', async () => {
    const { browser, back } = await comeBy(site)
    await finish(browser, back)
    const second = await comeBy(site)
    const refused = { status: 403, code: 'sso.provider_refused' }
    expect((await finish(second.browser, { ...second.back, code: back.code })).envelope).toMatchObject(refused)
    const third = await comeBy(site)
    expect((await finish(third.browser, { state: third.back.state, token: 'x.y.z' })).envelope.code).toBe(
      'request.invalid',
    )
    const [ofAccount, ofSite] = [await comeBy('mp'), await comeBy(site)]
    const mixed = await finish(ofSite.browser, { ...ofSite.back, code: ofAccount.back.code })
    expect(mixed.envelope).toMatchObject(refused)
  })

  it('says when WeChat is busy', async () => {
    const { browser, back } = await comeBy(site)
    peer.errcode = -1
    expect((await finish(browser, back)).envelope).toMatchObject({ status: 502, code: 'sso.provider_unreachable' })
  })
})

describe('WeChat’s own browser', () => {
  it('goes by the official account, and its app id is public', async () => {
    const { envelope } = await test.visit().get('/api/uaa/social/mp_info')
    expect(envelope.data).toEqual({ providerAppId: peer.mpAppId })
    const { url } = await begin(test.visit(), 'mp')
    expect(url).toMatch(/\/connect\/oauth2\/authorize\?.*scope=snsapi_base.*#wechat_redirect$/)
    expect(url).not.toContain('login_type')
  })

  it('knows by the union id who is known by the QR box already, and says so in their list', async () => {
    const { userId } = await readMe(await bindTo(site, 'parent'))
    const { browser, back } = await comeBy('mp')
    const answer = await finish(browser, back)
    expect(answer.envelope).toMatchObject({ status: 200, data: { openid: 'o-account', unionid: 'u-one' } })
    expect((await readMe(browser)).userId).toBe(userId)
    expect((await eventsOf(test, userId)).slice(0, 2)).toEqual(['signed-in', 'identity-bound'])
  })

  it('knows nobody by a union id that another owner’s address tells, or after the person took the other one off', async () => {
    const browser = await bindTo(site, 'parent')
    await runAsOwner(test, sql`update sign_in_provider set api_url = 'https://api.example' where provider_id = ${site}`)
    const first = await comeBy('mp')
    expect((await finish(first.browser, first.back)).envelope.code).toBe('sso.unbound')
    await runAsOwner(test, sql`update sign_in_provider set api_url = ${peer.base} where provider_id = ${site}`)

    const second = await comeBy('mp')
    expect((await finish(second.browser, second.back)).envelope.code).toBe('ok')
    const [account] = await runAsOwner(
      test,
      sql`select identity_id as id from external_identity where subject = 'o-account'`,
    )
    const unbound = await browser.post('/api/uaa/account/unbind_identity', {
      identityId: String(account?.['id']),
      password: PASSWORD,
    })
    expect(unbound.envelope.code).toBe('ok')
    const third = await comeBy('mp')
    expect((await finish(third.browser, third.back)).envelope.code).toBe('sso.unbound')
  })
})

describe('WeCom’s browser', () => {
  it('goes by the company’s application', async () => {
    const { envelope } = await test.visit().get('/api/uaa/social/qy_info')
    expect(envelope.data).toEqual({ providerAppId: peer.corpId })
    const { searchParams } = new URL((await begin(test.visit(), 'qy')).url)
    expect(Object.fromEntries(searchParams)).toMatchObject({
      appid: peer.corpId,
      agentid: peer.agentId,
      scope: 'snsapi_base',
    })
  })

  it('signs members in with one token for all, and gets another when WeCom ended it', async () => {
    await bindTo('qy', 'teacher')
    const enter = async () => {
      const { browser, back } = await comeBy('qy')
      return (await finish(browser, back)).envelope
    }
    expect(await enter()).toMatchObject({ status: 200, data: { userType: 2, openid: 'wang' } })
    expect(await enter()).toMatchObject({ status: 200 })
    const tokensAsked = () => peer.asked.filter((path) => path === '/cgi-bin/gettoken').length
    expect(tokensAsked()).toBeLessThanOrEqual(1)
    const before = tokensAsked()
    peer.endTokens()
    expect(await enter()).toMatchObject({ status: 200 })
    expect(tokensAsked()).toBe(before + 1)
  })

  it('tells members from others, and refuses a made-up code', async () => {
    await bindTo('qy', 'teacher')
    peer.person = { openid: 'wang', mpOpenid: 'x', nickname: 'x' }
    const { browser, back } = await comeBy('qy')
    expect((await finish(browser, back)).envelope).toMatchObject({
      code: 'sso.unbound',
      data: { openid: 'openid:wang' },
    })
    const next = await comeBy('qy')
    expect((await finish(next.browser, { ...next.back, code: 'made-up' })).envelope.code).toBe('sso.provider_refused')
  })
})

it('A unit without such a provider says so', async () => {
  const elsewhere = test.visit({ host: 'ginkgo.localhost' })
  for (const path of ['/api/uaa/social/qy_info', '/api/uaa/social/mp_info'])
    expect((await elsewhere.get(path)).envelope).toMatchObject({ status: 404, code: 'sso.provider_unknown' })
})
