// oxlint-disable-next-line import/no-unassigned-import -- it puts IndexedDB's classes where a browser has them
import 'fake-indexeddb/auto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { type ApiServer, sendJson, startApiServer, succeeded } from '../../../../../tests/support/fakes/api-server.ts'
import { stubLocalStorage, stubSessionStorage } from '../../../../../tests/support/fakes/stub-storage.ts'
import { teacher } from '../../../../../tests/support/schools/teacher.ts'
import { CallError } from '../../api/call-error.ts'
import { autoLoginCountKey, loggedOutKey } from '../../storage/local-keys.ts'
import { closePortalDatabase } from '../../storage/portal-database.ts'
import { session } from '../session.ts'
import type * as remembered from '../remembered-credentials.ts'
import type { Flow } from './choose-flow.ts'
import type * as external from './external-sign-in.ts'
import type { FlowPage, FlowResult } from './run-flow.ts'

const SIGNED_IN = succeeded({ unitType: '2', unitId: '1', userType: 2 })
const REFUSED = { status: 400, code: 'login.failed', message: '用户名或密码错误|||wrong' }
const NOBODY = { status: 401, code: 'session.required', message: '' }

let server: ApiServer
let seen: string[]
let tab: Map<string, string>
/** What the server says, by path. */
let answers: Record<string, unknown>
let runFlow: (signal: AbortSignal, flow: Flow, page: FlowPage) => Promise<FlowResult>
let credentials: typeof remembered
let hasWeChat: typeof external.hasWeChat

beforeAll(async () => {
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  stubLocalStorage()
  tab = stubSessionStorage()
  // They look for the page when they are loaded.
  ;({ runFlow } = await import('./run-flow.ts'))
  credentials = await import('../remembered-credentials.ts')
  ;({ hasWeChat } = await import('./external-sign-in.ts'))
  server = await startApiServer(({ url = '' }, response, body) => {
    const address = url.replace(/[?&]_=\d+$/, '')
    const path = address.split('?')[0] ?? ''
    seen.push(body.length > 0 ? `${path} ${body.toString()}` : address)
    const answer = answers[path] ?? NOBODY
    if (answer !== 'silence') sendJson(response, answer)
  })
})

beforeEach(() => {
  seen = []
  answers = {}
})

afterEach(async () => {
  tab.clear()
  session.set({ status: 'unknown' })
  await credentials.forgetRemembered()
  autoLoginCountKey.remove()
  loggedOutKey.remove()
})

afterAll(async () => {
  await server.close()
  await closePortalDatabase()
  vi.unstubAllGlobals()
})

const PAGE: FlowPage = { ticketPath: '/api/uaa/ticket/login', returnTo: '/pages/x?a=1#/b', host: 'school.example' }
const HERE = 'unitHost=school.example'
const run = (flow: Flow, signal = new AbortController().signal, page = PAGE) => runFlow(signal, flow, page)
/** What is known of WeChat is kept by host. */
const runAt = (host: string, flow: Flow) => run(flow, undefined, { ...PAGE, host })
const LOGIN = '/api/uaa/oauth/login'
const form = { username: 'teacher', password: 'secret' }

it('user name and password of the address go to the login row', async () => {
  answers[LOGIN] = SIGNED_IN
  expect(await run({ kind: 'password', form })).toEqual({ kind: 'signed-in', start: null, returnTo: null })
  expect(seen).toEqual([`${LOGIN} username=teacher&password=secret&noIntercept=true&withStart=true`])
})

it('an access token goes to the relogin row', async () => {
  answers['/api/uaa/oauth/relogin'] = SIGNED_IN
  expect((await run({ kind: 'access-token', accessToken: 't 1' })).kind).toBe('signed-in')
  expect(seen).toEqual(['/api/uaa/oauth/relogin accessToken=t+1'])
})

it('a client signs in only where nobody is signed in yet', async () => {
  answers['/api/uaa/oauth/login_user_client'] = SIGNED_IN
  expect((await run({ kind: 'user-client', userClientId: 'c1' })).kind).toBe('signed-in')
  expect(seen).toEqual([
    '/api/uaa/oauth/me',
    '/api/uaa/oauth/refresh',
    '/api/uaa/oauth/login_user_client userClientId=c1',
  ])
})

it('a refusal is handed on with the server’s words', async () => {
  answers[LOGIN] = REFUSED
  const result = await run({ kind: 'password', form })
  if (result.kind !== 'failed' || !(result.error instanceof CallError)) throw new Error(result.kind)
  expect(result.error.serverText('zh-CN')).toBe('用户名或密码错误')
})

it('an identity that belongs to no account leads to the binding page', async () => {
  answers['/api/uaa/oauth/relogin'] = { status: 400, code: 'not_bound', message: '', data: { openid: 'o' } }
  const result = await run({ kind: 'access-token', accessToken: 't' })
  expect(result).toEqual({ kind: 'bind', address: '/bind/?openid=o' })
})

it('an authorization goes on for whoever is signed in, and is nothing for nobody', async () => {
  const flow: Flow = { kind: 'authorize', clientId: 'c' }
  expect(await run(flow)).toEqual({ kind: 'nothing' })
  answers['/api/uaa/oauth/me'] = { status: 200, code: 'ok', message: '', data: teacher }
  expect(await run(flow)).toEqual({ kind: 'signed-in', start: null, returnTo: null })
  expect(seen.filter((path) => !path.startsWith('/api/uaa/oauth/'))).toEqual([])
})

it('a ticket is told to the path that the school set up, and to none where there is none', async () => {
  answers['/cas/login'] = SIGNED_IN
  const signal = new AbortController().signal
  const flow: Flow = { kind: 'ticket', ticket: 'T 1' }
  expect((await run(flow, signal, { ...PAGE, ticketPath: '/cas/login' })).kind).toBe('signed-in')
  expect(seen).toEqual([`/cas/login?ticket=T+1&${HERE}`])
  for (const ticketPath of [undefined, '', 'https://evil.example/x', '//evil.example/x', '/\\evil.example'])
    expect(await run(flow, signal, { ...PAGE, ticketPath })).toEqual({ kind: 'no-ticket-path' })
  expect(seen).toHaveLength(1)
})

const STATE = 'a'.repeat(96)
const social = (given: Partial<Extract<Flow, { kind: 'social' }>>): Flow => ({
  kind: 'social',
  state: STATE,
  code: null,
  token: null,
  iss: null,
  error: null,
  ...given,
})

it('a code from elsewhere goes to the row of its state, with who sent it, and leads back to the page that was wanted', async () => {
  answers[`/api/uaa/social/${STATE}`] = { ...SIGNED_IN, data: { ...SIGNED_IN.data, returnTo: '/pages/x' } }
  expect(await run(social({ code: 'c&1', iss: 'https://i' }))).toEqual({
    kind: 'signed-in',
    start: null,
    returnTo: '/pages/x',
  })
  expect((await run(social({ token: 't' }))).kind).toBe('signed-in')
  expect(seen).toEqual([
    `/api/uaa/social/${STATE} code=c%261&iss=https%3A%2F%2Fi&${HERE}`,
    `/api/uaa/social/${STATE} token=t&${HERE}`,
  ])
})

it('the device that the host names goes with the code, and an identity without an account leads to the binding page with it', async () => {
  const data = { id: 'b1', openid: 'o', unionid: 'u', deviceId: 'phone 1' }
  answers[`/api/uaa/social/${STATE}`] = { status: 400, code: 'sso.unbound', message: '', data }
  const page = { ...PAGE, deviceId: 'phone 1' }
  expect(await run(social({ code: 'c' }), undefined, page)).toEqual({
    kind: 'bind',
    address: '/bind/?id=b1&openid=o&unionid=u&deviceId=phone+1',
  })
  expect(seen).toEqual([`/api/uaa/social/${STATE} code=c&deviceId=phone+1&${HERE}`])
})

it('whoever was refused elsewhere is told so without a call, and a fault of the provider with its code', async () => {
  expect(await run(social({}))).toEqual({ kind: 'refused-external' })
  expect(await run(social({ error: 'access_denied' }))).toEqual({ kind: 'refused-external' })
  expect(await run(social({ error: 'unauthorized_client' }))).toEqual({
    kind: 'provider-error',
    code: 'unauthorized_client',
  })
  // The address may say anything; the page shows letters alone.
  expect(await run(social({ error: 'Call 555-1234 now' }))).toEqual({ kind: 'refused-external' })
  expect(seen).toEqual([])
})

it.each([
  ['qy', '/api/uaa/social/qy_info'],
  ['mp', '/api/uaa/social/mp_info'],
] as const)('WeChat (%s) is gone to once in a visit, with the way back', async (provider, info) => {
  answers[info] = { status: 200, code: 'ok', message: '', data: { providerAppId: 'wx1' } }
  answers['/api/uaa/social_begin'] = { status: 200, code: 'ok', message: '', data: { url: 'https://open.example/a' } }
  expect(await run({ kind: 'wechat', provider })).toEqual({ kind: 'leave', address: 'https://open.example/a' })
  const sent = [`${info}?${HERE}`, `/api/uaa/social_begin provider=${provider}&returnTo=%2Fpages%2Fx%3Fa%3D1%23%2Fb`]
  expect(seen).toEqual(sent)
  expect(await run({ kind: 'wechat', provider })).toEqual({ kind: 'nothing' })
  expect(seen).toEqual(sent)
})

it('a school without WeChat is no failure', async () => {
  answers['/api/uaa/social/mp_info'] = { status: 404, code: 'sso.provider_unknown', message: '' }
  expect(await runAt('without.example', { kind: 'wechat', provider: 'mp' })).toEqual({
    kind: 'no-wechat',
    provider: 'mp',
  })
})

it('the redirect and the buttons of the login ask once, and again after a failure', async () => {
  answers['/api/uaa/social/qy_info'] = { status: 500, code: 'server.unexpected', message: '' }
  const flow: Flow = { kind: 'wechat', provider: 'qy' }
  expect((await runAt('wecom.example', flow)).kind).toBe('failed')
  answers['/api/uaa/social/qy_info'] = { status: 404, code: 'sso.provider_unknown', message: '' }
  const [redirect, buttons] = [runAt('wecom.example', flow), hasWeChat('qy', 'wecom.example')]
  expect(await redirect).toEqual({ kind: 'no-wechat', provider: 'qy' })
  expect(await buttons).toBe(false)
  const asked = '/api/uaa/social/qy_info?unitHost=wecom.example'
  expect(seen).toEqual([asked, asked])
})

it('what the unit does not allow is sent nowhere', async () => {
  expect(await run({ kind: 'not-allowed' })).toEqual({ kind: 'not-allowed' })
  expect(seen).toEqual([])
})

it('nobody is led to an address that is no web page', async () => {
  answers['/api/uaa/social/mp_info'] = { status: 200, code: 'ok', message: '', data: { providerAppId: 'wx1' } }
  answers['/api/uaa/social_begin'] = { status: 200, code: 'ok', message: '', data: { url: 'javascript:alert(1)' } }
  expect((await runAt('trapped.example', { kind: 'wechat', provider: 'mp' })).kind).toBe('failed')
})

it('an aborted way in ends at once', async () => {
  answers[LOGIN] = 'silence'
  const leaving = new AbortController()
  const result = run({ kind: 'password', form }, leaving.signal)
  await vi.waitFor(() => expect(seen).toHaveLength(1))
  leaving.abort()
  expect((await result).kind).toBe('failed')
})

it('what is remembered signs in, counted as an attempt', async () => {
  await credentials.remember(form)
  answers[LOGIN] = SIGNED_IN
  expect((await run({ kind: 'remembered' })).kind).toBe('signed-in')
  expect(seen).toEqual([`${LOGIN} username=teacher&password=secret&noIntercept=true&withStart=true`])
  expect(autoLoginCountKey.get()).toBe(1)
})

it('with nothing remembered nothing is sent or counted', async () => {
  expect(await run({ kind: 'remembered' })).toEqual({ kind: 'nothing' })
  expect(seen).toEqual([])
  expect(autoLoginCountKey.get()).toBeNull()
})

it('the fourth attempt sets the logged-out flag and clears the counter', async () => {
  await credentials.remember(form)
  answers[LOGIN] = REFUSED
  const counts: unknown[] = []
  for (let attempt = 1; attempt <= 4; attempt += 1) {
    expect((await run({ kind: 'remembered' })).kind).toBe('failed')
    counts.push([autoLoginCountKey.get(), loggedOutKey.get()])
  }
  expect(counts).toEqual([
    [1, null],
    [2, null],
    [3, null],
    [null, true],
  ])
})
