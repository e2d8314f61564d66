import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../../support/app/app.ts'
import { createTestApp } from '../../support/app/app.ts'

const LOGIN = '/api/uaa/oauth/login'
const ME = '/api/uaa/oauth/me'
const CREDENTIALS = { username: 'teacher', password: 'Campus2026' }

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

/** The portal on a real port, opened once. */
let origin: Promise<string> | undefined
function listening(): Promise<string> {
  origin ??= test.app
    .listen({ host: '127.0.0.1', port: 0 })
    .then((address) => address.replace('127.0.0.1', 'localhost'))
  return origin
}

async function post(path: string, payload: string | Buffer, headers: Record<string, string>) {
  const response = await test.visit().request('POST', path, { payload, headers })
  const { status, code }: { status: number; code: string } = response.json()
  return { http: response.statusCode, status, code }
}

describe('bad requests', () => {
  it('over the limit of the row are refused with 413', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const tooLarge = { http: 413, status: 413, code: 'request.too_large' }
    expect(await post(LOGIN, `username=${'a'.repeat(70_000)}&password=x`, headers)).toEqual(tooLarge)
    const multipart = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '999999999' }
    expect(await post('/zuul/api/storage/upload', '', multipart)).toEqual(tooLarge)
  })

  it('over the limit are refused also when they state no length', async () => {
    const address = await listening()
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

  it('over the limit are refused in a way that the sender hears', async () => {
    const at = await listening()
    const headers = { 'x-portal-device': 'pc' }
    const form = new URLSearchParams({ username: 'a'.repeat(5_000_000), password: 'x' })
    const multipart = new FormData()
    multipart.set('file', new Blob([Buffer.alloc(5_000_000)]), 'large')
    for (const [path, body] of [
      [LOGIN, form],
      ['/zuul/api/storage/upload', multipart],
    ] as const) {
      const response = await fetch(`${at}${path}`, { method: 'POST', headers, body })
      expect(response.status).toBe(413)
      expect(await response.json()).toMatchObject({ code: 'request.too_large' })
    }
  })

  it('are answered when their body is there, because browsers and proxies read no answer before they have sent all', async () => {
    const at = await listening()
    const body = Buffer.alloc(2_000_000)
    const headers = { 'x-portal-device': 'pc', 'content-type': 'multipart/form-data; boundary=x' }
    const call = httpRequest(`${at}/zuul/api/storage/file_piecewise/upload`, {
      method: 'POST',
      headers: { ...headers, 'content-length': body.length },
    })
    let answer: IncomingMessage | undefined
    const answered = once(call, 'response').then(([response]: IncomingMessage[]) => (answer = response))
    await new Promise<void>((resolve) => call.write(body.subarray(0, 1_000_000), () => resolve()))
    // Another one goes the same way from its beginning to its end.
    const other = await fetch(`${at}${call.path}`, { method: 'POST', headers, body: 'x' })
    expect(await other.json()).toMatchObject({ code: 'session.required' })
    expect(answer).toBeUndefined()
    call.end(body.subarray(1_000_000))
    const text = await (await answered)?.toArray()
    expect(String(text)).toContain('session.required')
  })

  it('without an end are cut off', async () => {
    const socket = connect(Number(new URL(await listening()).port), '127.0.0.1')
    const cut = Promise.race([once(socket, 'error'), once(socket, 'close')])
    socket.resume()
    socket.write(`POST ${LOGIN} HTTP/1.1\r\nhost: localhost\r\nx-portal-device: pc\r\ntransfer-encoding: chunked\r\n`)
    socket.write('content-type: application/x-www-form-urlencoded\r\n\r\n')
    const chunk = `100000\r\n${'a'.repeat(0x100000)}\r\n`
    let sent = 0
    const pour = () => {
      for (let room = true; room && !socket.destroyed; sent += 1) room = socket.write(chunk)
    }
    socket.on('drain', pour)
    pour()
    await cut
    expect(sent).toBeGreaterThan(8)
    expect(sent).toBeLessThan(64)
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
    const socket = connect(Number(new URL(await listening()).port), '127.0.0.1')
    socket.end('NONSENSE\r\n\r\n')
    let answer = ''
    for await (const piece of socket) answer += String(piece)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect((await test.visit().get(ME)).envelope.code).toBe('session.required')
  })
})
