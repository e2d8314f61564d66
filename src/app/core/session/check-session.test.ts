import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type ApiServer,
  sendJson,
  startApiServer,
  succeeded as ok,
} from '../../../../tests/support/fakes/api-server.ts'
import { stubLocalStorage } from '../../../../tests/support/fakes/stub-storage.ts'
import { teacher } from '../../../../tests/support/schools/teacher.ts'
import { CallError } from '../api/call-error.ts'
import { unauthorizedSteps } from '../api/unauthorized.ts'
import { loggedOutKey, signOutDueKey, userKey } from '../storage/local-keys.ts'
import { checkSession, refreshSession, renewAsUserClient } from './check-session.ts'
import { session } from './session.ts'

const ME = '/api/uaa/oauth/me'
const REFRESH = '/api/uaa/oauth/refresh'
const LOGOUT = '/api/uaa/oauth/logout'
const CLIENT = '/api/uaa/oauth/login_user_client'

const PERSON = ok({ unitType: '2', unitId: 'riverside', userType: 2 })
const NOBODY = { status: 401, code: 'session.required', message: '请先登录|||Please sign in first' }

let server: ApiServer
let seen: string[]
/** What the server says, by path, one after the other; the last one stays. `gone` breaks the connection. */
let answers: Record<string, unknown[]>

beforeAll(async () => {
  server = await startApiServer(({ url = '', socket }, response, body) => {
    const path = url.split('?')[0] ?? ''
    seen.push(body.length > 0 ? `${path} ${body.toString()}` : path)
    const left = answers[path] ?? [NOBODY]
    const answer = left.length > 1 ? left.shift() : left[0]
    if (answer === 'gone') socket.destroy()
    else sendJson(response, answer)
  })
})

beforeEach(() => {
  seen = []
  answers = {}
  stubLocalStorage()
  session.set({ status: 'unknown' })
  unauthorizedSteps.refresh = refreshSession
  unauthorizedSteps.loginAsUserClient = null
})

afterEach(() => {
  vi.unstubAllGlobals()
})

afterAll(() => server.close())

describe('the native app’s way when renewing did not help', () => {
  it('signs in with the secret of its registered client', async () => {
    answers = { [CLIENT]: [PERSON] }
    expect(await renewAsUserClient('secret of the app')).toBe(true)
    expect(seen).toEqual([`${CLIENT} userClientId=secret+of+the+app`])
  })

  it.each([
    ['the client was revoked', { status: 403, code: 'login.secret_invalid', message: '' }],
    ['the school closed this way', { status: 403, code: 'login.way_off', message: '' }],
    ['the address has to wait', { status: 429, code: 'login.slow_down', message: '' }],
    ['the server is gone', 'gone'],
    ['the answer is no answer', ok({})],
  ])('fails without a throw when %s', async (_, answer) => {
    answers = { [CLIENT]: [answer] }
    expect(await renewAsUserClient('secret')).toBe(false)
  })

  it('does not start the renewal that waits for it, when it is itself answered with 401', async () => {
    answers = { [CLIENT]: [NOBODY], [REFRESH]: [PERSON] }
    expect(await renewAsUserClient('secret')).toBe(false)
    expect(seen.map((line) => line.split(' ')[0])).toEqual([CLIENT])
  })
})

describe('renewing the session', () => {
  it('tells a session that is over from a server that is away', async () => {
    answers = { [REFRESH]: [PERSON, { status: 401, code: 'session.reused', message: '' }, 'gone'] }
    expect(await refreshSession()).toBe(true)
    expect(await refreshSession()).toBe(false)
    const failure: unknown = await refreshSession().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(CallError)
    expect(failure).toMatchObject({ code: 'client.network' })
  })
})

describe('checking the session', () => {
  it('knows who is signed in, and remembers it for the next start', async () => {
    answers = { [ME]: [ok(teacher)] }
    await checkSession()
    expect(session.current).toEqual({ status: 'in', user: teacher })
    expect(userKey.get()).toEqual({ userId: 'u1', realName: '李老师', userType: 2, unitId: 'riverside' })
    expect(seen).toEqual([ME])
  })

  it('renews once when the access has run out', async () => {
    answers = { [ME]: [NOBODY, ok(teacher)], [REFRESH]: [PERSON] }
    await checkSession()
    expect(session.current.status).toBe('in')
    expect(seen).toEqual([ME, REFRESH, ME])
  })

  it('finds nobody signed in when that does not help', async () => {
    await checkSession()
    expect(session.current).toEqual({ status: 'out' })
    expect(seen).toEqual([ME, REFRESH])
  })

  it('signs in as the native app’s client where no session is left, unless the user signed out', async () => {
    unauthorizedSteps.loginAsUserClient = () => renewAsUserClient('c1')
    answers = { [ME]: [NOBODY, ok(teacher)], [CLIENT]: [PERSON] }
    await checkSession()
    expect(session.current).toEqual({ status: 'in', user: teacher })
    expect(seen).toEqual([ME, REFRESH, `${CLIENT} userClientId=c1`, ME])

    seen = []
    loggedOutKey.set(true)
    answers = { [LOGOUT]: [ok('success')], [CLIENT]: [PERSON] }
    await checkSession()
    expect(session.current).toEqual({ status: 'out' })
    expect(seen).toEqual([LOGOUT, ME, REFRESH])
  })

  it.each([
    ['before it could answer', { [ME]: ['gone'] }],
    ['in the middle of the renewal', { [ME]: [NOBODY], [REFRESH]: ['gone'] }],
    ['after the renewal', { [ME]: [NOBODY, 'gone'], [REFRESH]: [PERSON] }],
    ['with a fault', { [ME]: [{ status: 503, code: 'server.unavailable', message: '' }] }],
  ])('signs nobody out when the server goes away %s', async (_, given) => {
    answers = given
    await checkSession()
    expect(session.current).toEqual({ status: 'unreachable' })
  })

  it('first tells the server of a sign-out that it does not know of yet, and lets nobody in before', async () => {
    loggedOutKey.set(true)
    signOutDueKey.set(true)
    answers = { [LOGOUT]: ['gone'], [ME]: [ok(teacher)] }
    await checkSession()
    expect(session.current).toEqual({ status: 'unreachable' })
    expect(signOutDueKey.get()).toBe(true)
    expect(seen).toEqual([LOGOUT])

    answers = { [LOGOUT]: [ok('success')], [ME]: [NOBODY] }
    await checkSession()
    expect(session.current).toEqual({ status: 'out' })
    expect(signOutDueKey.get()).toBeNull()
  })
})
