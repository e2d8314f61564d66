import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { sessionMarkName } from '../../../contract/session-mark.ts'
import type { TestApp } from '../../support/app/app.ts'
import { createTestApp } from '../../support/app/app.ts'

const LOGIN = '/api/uaa/oauth/login'
const LOGOUT = '/api/uaa/oauth/logout'
const ME = '/api/uaa/oauth/me'
const CREDENTIALS = { username: 'teacher', password: 'Campus2026' }

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

async function logOut(headers: Record<string, string | undefined>) {
  const { envelope, response } = await test.visit().post(LOGOUT, {}, { headers })
  return { code: envelope.code, http: response.statusCode }
}

describe('a call that may change something', () => {
  const refused = { code: 'request.cross_site', http: 403 }
  const accepted = { code: 'ok', http: 200 }

  it('is refused from another site or another host of the same site, whatever else it carries', async () => {
    expect(await logOut({ 'sec-fetch-site': 'cross-site' })).toEqual(refused)
    expect(await logOut({ 'sec-fetch-site': 'same-site' })).toEqual(refused)
    expect(await logOut({ 'sec-fetch-site': undefined, origin: 'https://evil.example' })).toEqual(refused)
    expect(
      await logOut({ 'sec-fetch-site': undefined, origin: 'http://localhost:8081', host: 'localhost:8080' }),
    ).toEqual(refused)
    expect(await logOut({ 'sec-fetch-site': undefined, origin: 'null' })).toEqual(refused)
  })

  it('is refused without the header that forms cannot set', async () => {
    expect(await logOut({ 'x-portal-device': undefined })).toEqual(refused)
    expect(await logOut({ 'x-portal-device': 'toaster' })).toEqual(refused)
    expect(await logOut({ 'x-portal-device': undefined, 'sec-fetch-site': undefined })).toEqual(refused)
  })

  it('is accepted from its own origin, by either header, and from a client that is no browser', async () => {
    expect(await logOut({})).toEqual(accepted)
    expect(await logOut({ 'sec-fetch-site': 'none' })).toEqual(accepted)
    expect(
      await logOut({ 'sec-fetch-site': undefined, origin: 'http://localhost:8080', host: 'localhost:8080' }),
    ).toEqual(accepted)
    expect(await logOut({ 'sec-fetch-site': undefined, origin: 'https://localhost', host: 'localhost' })).toEqual(
      accepted,
    )
    expect(await logOut({ 'sec-fetch-site': undefined })).toEqual(accepted)
  })

  it('is refused before its body is read and before anything is counted', async () => {
    const { envelope } = await test.visit().post(LOGIN, CREDENTIALS, { headers: { 'sec-fetch-site': 'cross-site' } })
    expect(envelope.code).toBe('request.cross_site')
  })
})

describe('access', () => {
  it('is checked before the body of a large call is read', async () => {
    const { envelope } = await test
      .visit()
      .post('/api/storage/upload/base64_convert_image', { base64Str: 'A'.repeat(1_000_000) })
    expect(envelope.code).toBe('session.required')
  })

  it('is checked before the input', async () => {
    expect((await test.visit().get('/api/base/desktop/my_app_icon')).envelope.code).toBe('session.required')
  })
})

describe('headers', () => {
  it('of every answer keep other sites and content sniffing out', async () => {
    for (const path of [ME, '/api/none', '/robots.txt', '/healthz']) {
      const { headers } = await test.visit().request('GET', path)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
        'permissions-policy': 'camera=(self), microphone=(self)',
        'cross-origin-resource-policy': 'same-origin',
      })
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect(headers['content-security-policy']).not.toMatch(/unsafe-inline|'unsafe-eval'/)
      expect(headers['strict-transport-security']).toBeUndefined()
      expect(headers['access-control-allow-origin']).toBeUndefined()
      expect(headers['x-powered-by']).toBeUndefined()
    }
  })
})

describe('rate limits', () => {
  it('answer with the envelope and when to come back', async () => {
    const limited = await createTestApp({ config: { requestsPerMinute: 3 } })
    // By now the portal knows whose address this is.
    await limited.visit({ address: '192.0.2.201' }).get(ME)
    const browser = limited.visit()
    for (let n = 0; n < 3; n += 1) expect((await browser.get(ME)).envelope.code).toBe('session.required')
    const { envelope, response } = await browser.get(ME)
    expect(response.statusCode).toBe(429)
    expect(envelope).toMatchObject({ status: 429, code: 'request.rate_limited' })
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
    expect((await limited.visit({ address: '192.0.2.200' }).get(ME)).envelope.code).toBe('session.required')
    expect((await browser.request('GET', '/healthz')).statusCode).toBe(200)
    expect((await limited.visit({ host: 'ginkgo.localhost' }).get(ME)).envelope.code).toBe('session.required')
    await limited.close()
  })
})

/** The parsed lines logged about one request, once it is finished. */
async function readLog(requestId: unknown) {
  const own = () =>
    test.logLines.map((line) => z.parse(logLine, JSON.parse(line))).filter((line) => line.reqId === requestId)
  await expect.poll(() => own().some(({ msg }) => msg === 'request')).toBe(true)
  return own()
}
const logLine = z.looseObject({ level: z.string(), msg: z.string(), reqId: z.optional(z.string()) })

describe('the log', () => {
  it('has one line per request with its id, and no secrets', async () => {
    const browser = test.visit()
    const { response } = await browser.post(`${LOGIN}?accessToken=query-secret-1`, {
      username: 'teacher',
      password: 'wrong-secret-2',
    })
    await browser.post(LOGIN, CREDENTIALS)
    const tokens = [...browser.cookies].flatMap(([name, { value }]) => (name === sessionMarkName(false) ? [] : value))
    await browser.get(`${ME}?token=query-secret-3`, { headers: { authorization: 'Bearer header-secret-4' } })
    await browser.request('GET', '/api/%ff?password=query-secret-5')
    const last = await browser.get('/api/uaa/oauth/refresh')
    await readLog(last.response.headers['x-request-id'])

    const text = test.logLines.join('')
    expect(tokens).toHaveLength(3)
    for (const secret of ['query-secret', 'wrong-secret', 'header-secret', CREDENTIALS.password, ...tokens]) {
      expect(text).not.toContain(secret)
    }
    expect(await readLog(response.headers['x-request-id'])).toEqual([
      expect.objectContaining({
        level: 'info',
        method: 'POST',
        path: LOGIN,
        status: 200,
        code: 'login.failed',
        address: '192.0.2.1',
      }),
    ])
  })

  it('tells a fault with its cause but without the values of the query, and the caller nothing', async () => {
    await test.database.asOwner((tx) => tx.execute('alter table credential rename to credential_away'))
    const { envelope, response } = await test.visit().post(LOGIN, { username: 'value-of-the-query', password: 'x' })
    await test.database.asOwner((tx) => tx.execute('alter table credential_away rename to credential'))
    expect(response.statusCode).toBe(500)
    expect(envelope).toEqual({
      status: 500,
      code: 'server.internal',
      message: '服务器内部错误！|||Server internal error!',
    })
    const lines = await readLog(response.headers['x-request-id'])
    expect(lines).toContainEqual(
      expect.objectContaining({
        level: 'error',
        err: expect.objectContaining({ message: expect.stringContaining('"credential"') }),
      }),
    )
    expect(JSON.stringify(lines)).not.toContain('value-of-the-query')
  })
})

describe('health', () => {
  it('is 200 while the database answers, at any host', async () => {
    const response = await test.visit({ host: 'anything.example' }).request('GET', '/healthz')
    expect(response.statusCode).toBe(200)
  })

  it('is 503 when it does not, and calls say so with the envelope', async () => {
    const broken = await createTestApp()
    // The queue keeps a connection, for which the closing of the database would wait.
    await broken.app.jobs.close()
    await broken.database.close()
    expect((await broken.visit().request('GET', '/healthz')).statusCode).toBe(503)
    const { envelope, response } = await broken.visit().get(ME)
    expect(response.statusCode).toBe(503)
    expect(envelope.code).toBe('server.unavailable')
    await broken.close()
  })
})
