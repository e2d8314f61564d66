import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { createTestApp } from '../support/app.ts'

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

async function post(path: string, payload: string | Buffer, headers: Record<string, string>) {
  const response = await test.visit().request('POST', path, { payload, headers })
  const { status, code }: { status: number; code: string } = response.json()
  return { http: response.statusCode, status, code }
}

describe('a call that may change something', () => {
  const refused = { code: 'request.cross_site', http: 403 }
  const accepted = { code: 'ok', http: 200 }

  it('is refused from another site or another host of the same site, whatever else it carries', async () => {
    expect(await logOut({ 'sec-fetch-site': 'cross-site' })).toEqual(refused)
    expect(await logOut({ 'sec-fetch-site': 'same-site' })).toEqual(refused)
    expect(await logOut({ 'sec-fetch-site': undefined, origin: 'https://evil.example' })).toEqual(refused)
    expect(
      await from({ 'sec-fetch-site': undefined, origin: 'http://localhost:8081', host: 'localhost:8080' }),
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
      await from({ 'sec-fetch-site': undefined, origin: 'http://localhost:8080', host: 'localhost:8080' }),
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

describe('bad requests', () => {
  it('over the limit of the row are refused with 413', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const tooLarge = { http: 413, status: 413, code: 'request.too_large' }
    expect(await post(LOGIN, `username=${'a'.repeat(70_000)}&password=x`, headers)).toEqual(tooLarge)
    const multipart = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '999999999' }
    expect(await post('/zuul/api/storage/upload', '', multipart)).toEqual(tooLarge)
  })

  it('over the limit are refused also when they state no length', async () => {
    const address = await test.app.listen({ host: '127.0.0.1', port: 0 })
    const body = new PassThrough()
    const answered = new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
      const call = httpRequest(`${address}${LOGIN}`, {
        method: 'POST',
        headers: { host: 'localhost', 'x-portal-device': 'pc', 'content-type': 'application/x-www-form-urlencoded' },
      })
      call.on('error', reject)
      call.on('response', (response) => {
        let text = ''
        response.on('data', (piece: Buffer) => (text += piece.toString()))
        response.on('end', () => resolve({ status: response.statusCode, text }))
      })
      body.pipe(call)
    })
    body.end(Buffer.alloc(200_000, 'a'))
    const { status, text } = await answered
    expect(status).toBe(413)
    expect(text).toContain('request.too_large')
  })

  it('in another content type than the row’s are refused with 415', async () => {
    const refused = { http: 415, status: 415, code: 'request.media_type' }
    expect(await post(LOGIN, JSON.stringify(CREDENTIALS), { 'content-type': 'application/json' })).toEqual(refused)
    expect(await post(LOGIN, 'username=a', { 'content-type': 'text/plain' })).toEqual(refused)
    expect(await post(LOGIN, '<a/>', { 'content-type': 'application/xml' })).toEqual(refused)
  })

  it('with an input that is not valid name the fields', async () => {
    const { envelope, response } = await test.visit().post(LOGIN, { username: 'a'.repeat(100), password: 'x' })
    expect(response.statusCode).toBe(200)
    expect(envelope).toMatchObject({ status: 400, code: 'request.invalid', fieldErrors: [{ field: 'username' }] })
    const twice = await test.visit().request('POST', LOGIN, {
      payload: 'username=a&username=b&password=x',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(twice.json()).toMatchObject({ code: 'request.invalid', fieldErrors: [{ field: 'username' }] })
  })

  it('to an unknown call answer 404 with the envelope, whatever the method', async () => {
    const answers = await Promise.all([
      test.visit().request('GET', '/api/none'),
      test.visit().request('POST', '/api/none'),
      test.visit().request('PUT', ME),
      test.visit().request('DELETE', ME),
      test.visit().request('GET', '/zuul/api/none'),
    ])
    for (const answer of answers) {
      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toMatchObject({ status: 404, code: 'request.not_found' })
      expect(answer.headers['cache-control']).toBe('no-store')
    }
  })

  it('with an address that is no address answer with the envelope', async () => {
    const response = await test.visit().request('GET', '/api/%ff')
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({ status: 400, code: 'request.invalid' })
  })

  it('that no HTTP server understands do not take it down', async () => {
    const address = test.app.server.address()
    const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1')
    socket.end('NONSENSE\r\n\r\n')
    let answer = ''
    for await (const piece of socket) answer += String(piece)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect((await test.visit().get(ME)).envelope.code).toBe('session.required')
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
    const browser = limited.visit()
    for (let n = 0; n < 3; n += 1) expect((await browser.get(ME)).envelope.code).toBe('session.required')
    const { envelope, response } = await browser.get(ME)
    expect(response.statusCode).toBe(429)
    expect(envelope).toMatchObject({ status: 429, code: 'request.rate_limited' })
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
    expect((await limited.visit({ address: '192.0.2.200' }).get(ME)).envelope.code).toBe('session.required')
    expect((await browser.request('GET', '/healthz')).statusCode).toBe(200)
    await limited.close()
  })
})

describe('the log', () => {
  it('has one line per request with its id, and no secrets', async () => {
    const browser = test.visit()
    const from = test.logLines.length
    const { response } = await browser.post(`${LOGIN}?accessToken=query-secret-1`, {
      username: 'teacher',
      password: 'wrong-secret-2',
    })
    await browser.post(LOGIN, CREDENTIALS)
    const tokens = [...browser.cookies.values()].map(({ value }) => value)
    await browser.get(`${ME}?token=query-secret-3`, { headers: { authorization: 'Bearer header-secret-4' } })
    await browser.get('/api/uaa/oauth/refresh')
    await browser.request('GET', '/api/%ff?password=query-secret-5')
    const lines = test.logLines.slice(from)
    const text = lines.join('')
    for (const secret of ['query-secret', 'wrong-secret', 'header-secret', CREDENTIALS.password, ...tokens]) {
      expect(text).not.toContain(secret)
    }
    const requests = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request')
    expect(requests[0]).toMatchObject({
      level: 'info',
      reqId: response.headers['x-request-id'],
      method: 'POST',
      path: LOGIN,
      status: 200,
      code: 'login.failed',
      address: '192.0.2.1',
    })
    expect(requests.length).toBeGreaterThanOrEqual(4)
  })

  it('tells a fault with its cause but without the values of the query, and the caller nothing', async () => {
    await test.database.asOwner((tx) => tx.execute('alter table campus rename to campus_away'))
    const browser = await test.signIn('teacher')
    const from = test.logLines.length
    const { envelope, response } = await browser.get(ME)
    await test.database.asOwner((tx) => tx.execute('alter table campus_away rename to campus'))
    expect(response.statusCode).toBe(500)
    expect(envelope).toEqual({
      status: 500,
      code: 'server.internal',
      message: '服务器内部错误！|||Server internal error!',
    })
    const fault = test.logLines
      .slice(from)
      .map((line) => JSON.parse(line))
      .find(({ level }) => level === 'error')
    expect(fault).toMatchObject({
      reqId: response.headers['x-request-id'],
      err: { cause: { message: expect.stringContaining('campus') } },
    })
    expect(JSON.stringify(fault)).not.toContain('params')
  })
})

describe('health', () => {
  it('is 200 while the database answers, at any host', async () => {
    const response = await test.visit({ host: 'anything.example' }).request('GET', '/healthz')
    expect(response.statusCode).toBe(200)
  })

  it('is 503 when it does not, and calls say so with the envelope', async () => {
    const broken = await createTestApp()
    await broken.database.close()
    expect((await broken.visit().request('GET', '/healthz')).statusCode).toBe(503)
    const { envelope, response } = await broken.visit().get(ME)
    expect(response.statusCode).toBe(503)
    expect(envelope.code).toBe('server.unavailable')
    await broken.close()
  })
})
