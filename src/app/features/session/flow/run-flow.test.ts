// oxlint-disable-next-line import/no-unassigned-import -- it puts IndexedDB's classes where a browser has them
import 'fake-indexeddb/auto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { transport } from '../../../api/call.ts'
import { CallError } from '../../../api/call-error.ts'
import { autoLoginCountKey, loggedOutKey } from '../../../state/local-keys.ts'
import { closePortalDatabase } from '../../../state/portal-database.ts'
import type * as remembered from '../remembered-credentials.ts'
import type { Flow } from './choose-flow.ts'
import type { FlowResult } from './run-flow.ts'

const SIGNED_IN = { status: 200, code: 'ok', message: '', data: { unitType: '2', unitId: '1', userType: 2 } }
const REFUSED = { status: 400, code: 'login.failed', message: '用户名或密码错误|||wrong' }
const NOBODY = { status: 401, code: 'session.required', message: '' }

let server: Server
let seen: string[]
/** What the server says, by path. */
let answers: Record<string, unknown>
let runFlow: (signal: AbortSignal, flow: Flow) => Promise<FlowResult>
let credentials: typeof remembered

beforeAll(async () => {
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  const entries = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, value: string) => entries.set(name, value),
    removeItem: (name: string) => entries.delete(name),
  })
  // They look for the page when they are loaded.
  ;({ runFlow } = await import('./run-flow.ts'))
  credentials = await import('../remembered-credentials.ts')
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      const path = request.url?.split('?')[0] ?? ''
      seen.push(body ? `${path} ${body}` : path)
      const answer = answers[path] ?? NOBODY
      if (answer !== 'silence')
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address() as AddressInfo
  transport.origin = `http://127.0.0.1:${address.port}`
})

beforeEach(() => {
  seen = []
  answers = {}
})

afterEach(async () => {
  await credentials.forgetRemembered()
  autoLoginCountKey.remove()
  loggedOutKey.remove()
})

afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => {
    server.close(resolve)
  })
  await closePortalDatabase()
  vi.unstubAllGlobals()
})

const run = (flow: Flow, signal = new AbortController().signal) => runFlow(signal, flow)
const LOGIN = '/api/uaa/oauth/login'
const form = { username: 'teacher', password: 'secret' }

it('user name and password of the address go to the login row', async () => {
  answers[LOGIN] = SIGNED_IN
  expect(await run({ kind: 'password', form })).toEqual({ kind: 'signed-in', start: null })
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

it.each<Flow>([
  { kind: 'authorize', clientId: 'c' },
  { kind: 'ticket', ticket: 'T' },
  { kind: 'social', provider: 'p', code: 'c', token: null },
  { kind: 'wechat', provider: 'qy' },
])('$kind says that it is not set up, and sends nothing', async (flow) => {
  expect(await run(flow)).toEqual({ kind: 'not-set-up', way: flow.kind })
  expect(seen).toEqual([])
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
