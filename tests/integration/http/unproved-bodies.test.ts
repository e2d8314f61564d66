import { once } from 'node:events'
import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as attendanceStation from '../../../contract/endpoints/attendance/attendance-station.ts'
import * as face from '../../../contract/endpoints/faces/face.ts'
import * as session from '../../../contract/endpoints/sign-in/session.ts'
import { base64Image, uploadChunk } from '../../../contract/endpoints/storage/storage.ts'
import { envelopeSchema } from '../../../contract/envelope.ts'
import { BODY_RULES } from '../../../server/http/due-bodies.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { ask } from '../../support/callers/call.ts'
import { until } from '../../support/until.ts'

const FORM = 'application/x-www-form-urlencoded'
const MB = 1024 * 1024
const LARGE = 1.5 * MB

/** The wait of this one is longer than sending takes on a busy machine. */
const SMALL = { unprovedBytes: 2 * MB, callerBytes: 3 * MB, largeOfAddress: 3, refusalWait: 30_000 }
const HASTY = { unproved: { ...BODY_RULES.unproved, grace: 3000, window: 100 } }

/** With little memory for bodies. */
let test: TestApp
/** With little patience for callers who proved nothing. */
let hasty: TestApp
beforeAll(async () => {
  test = await createTestApp({ config: { bodies: SMALL } })
  hasty = await createTestApp({ config: { bodies: HASTY } })
  await Promise.all([test, hasty].map(({ app }) => app.listen({ host: '127.0.0.1', port: 0 })))
})
afterAll(async () => {
  await test.close()
  await hasty.close()
})

interface Sending {
  readonly call: ClientRequest
  readonly answer: Promise<{ http: number | undefined; code: string; headers: IncomingMessage['headers'] }>
  /** Resolves when the connection is closed. */
  readonly closed: Promise<unknown>
  readonly isClosed: () => boolean
}

/** Sends the headers of a call and the beginning of its body. */
function begin(
  path: string,
  headers: Record<string, string | number>,
  body: string | Buffer = '',
  { app }: TestApp = test,
): Sending {
  const call = request({
    port: (app.server.address() as AddressInfo).port,
    host: '127.0.0.1',
    agent: false,
    method: 'POST',
    path,
    headers: { host: 'localhost', 'x-portal-device': 'pc', connection: 'keep-alive', 'content-type': FORM, ...headers },
  })
  let isClosed = false
  call.on('error', () => undefined)
  // `once` would reject on the reset of a connection.
  const closed = new Promise<void>((resolve) => {
    call.once('socket', (socket) =>
      socket.once('close', () => {
        isClosed = true
        resolve()
      }),
    )
  })
  const answer = once(call, 'response').then(async ([response]: IncomingMessage[]) => {
    if (!response) throw new Error('no response')
    const { code } = z.parse(envelopeSchema, JSON.parse(await text(response)))
    return { http: response.statusCode, code, headers: response.headers }
  })
  answer.catch(() => undefined)
  call.flushHeaders()
  if (body.length > 0) call.write(body)
  return { call, answer, closed, isClosed: () => isClosed }
}

const cookieOf = (browser: TestBrowser) =>
  Array.from(browser.cookies, ([name, { value }]) => `${name}=${value}`).join('; ')
const picture = (length: number) => Buffer.concat([Buffer.from('faceImage='), Buffer.alloc(length, 'A')])
const heldBy = (length: number) => `faceImage=${'A'.repeat(length - 10)}`

describe('a large body of a caller who proved nothing', () => {
  it('is refused by the headers, and a stalled one neither waited for nor kept', async () => {
    const json = { 'content-type': 'application/json', 'content-length': 8 * MB }
    const refused = [
      begin(attendanceStation.deliver.path, json, '{"sealed":"AAAA', hasty),
      begin(
        attendanceStation.deliver.path,
        { ...json, 'x-portal-station': `${'0'.repeat(36)}.1.${'A'.repeat(16)}.${'A'.repeat(22)}` },
        '',
        hasty,
      ),
      begin(face.login.path, { 'content-length': 3 * MB }, heldBy(1000), hasty),
      begin(face.clockIn.path, { 'transfer-encoding': 'chunked' }, heldBy(1000), hasty),
      begin(base64Image.path, { 'content-length': 8 * MB }, 'base64Str=AAAA', hasty),
      begin(
        uploadChunk.path,
        { 'content-type': 'multipart/form-data; boundary=x', 'content-length': 2 * MB },
        '--x',
        hasty,
      ),
    ]
    const answers = await Promise.all(refused.map(({ answer }) => answer))
    expect(answers.map(({ http, code, headers }) => [http, code, headers.connection])).toEqual([
      [401, 'request.unproved', 'close'],
      [200, 'attendance.station_gone', 'close'],
      [413, 'request.too_large', 'close'],
      [411, 'request.length_required', 'close'],
      [200, 'session.required', 'close'],
      [200, 'session.required', 'close'],
    ])
    await Promise.all(refused.map(({ closed }) => closed))
  })

  it('is answered when all of it came, and the connection goes on', async () => {
    const body = picture(LARGE)
    const { call, answer } = begin(base64Image.path, { 'content-length': body.length })
    call.end(body)
    const { code, headers } = await answer
    expect(code).toBe('session.required')
    expect(headers.connection).not.toBe('close')
  })

  it('is answered though it is still coming, and read on to its end', async () => {
    const { port } = hasty.app.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1').setEncoding('utf8')
    let answer = ''
    socket.on('data', (piece: string) => (answer += piece))
    const length = 2 * MB
    socket.write(
      `POST ${attendanceStation.deliver.path} HTTP/1.1\r\nhost: localhost\r\nx-portal-device: pc\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`,
    )
    await until(() => answer.endsWith('}'))
    expect(answer).toMatch(/^HTTP\/1\.1 401 /)
    expect(answer).toContain('connection: close')
    const ended = once(socket, 'end')
    socket.write(Buffer.alloc(length))
    // Not a reset, with which a browser that sends to the end would lose the answer.
    await ended
    socket.destroy()
  })

  it('waits while too many of its address are on their way', async () => {
    const sent = [1, 2, 3].map(() => begin(face.login.path, { 'content-length': LARGE }, picture(1000)))
    await until(() => test.app.dueBodies.held().unproved >= 3000)
    const fourth = begin(face.login.path, { 'content-length': LARGE })
    fourth.call.end(picture(LARGE - 10))
    const { http, code, headers } = await fourth.answer
    expect([http, code, headers['retry-after']]).toEqual([503, 'server.busy', '5'])
    for (const { call } of sent) call.destroy()
    await until(() => test.app.dueBodies.held().unproved === 0)
  })

  it('is dropped when such bodies take too much memory: the largest one, while a small one goes on', async () => {
    const first = begin(face.login.path, { 'content-length': LARGE }, picture(1.25 * MB))
    const slow = begin(face.login.path, { 'content-length': 100_000 }, heldBy(70_000))
    await until(() => test.app.dueBodies.held().unproved > 1.25 * MB + 60_000)
    const second = begin(face.login.path, { 'content-length': LARGE })
    second.call.end(picture(LARGE - 10))
    expect((await second.answer).code).not.toBe('server.busy')
    first.call.end(Buffer.alloc(LARGE - 1.25 * MB - 10, 'A'))
    expect(await first.answer).toMatchObject({ http: 503, code: 'server.busy' })
    slow.call.end('A'.repeat(30_000))
    expect((await slow.answer).code).not.toBe('server.busy')
    await until(() => test.app.dueBodies.held().unproved === 0)
  })
})

describe('a body that does not come', () => {
  it('is cut off soon where the caller proved nothing, and waited for where they did', async () => {
    const teacher = await hasty.signIn('teacher')
    const headers = { 'content-type': 'multipart/form-data; boundary=x', cookie: cookieOf(teacher) }
    const chunk = '--x\r\ncontent-disposition: form-data; name="md5"\r\n\r\n'
    const patient = begin(uploadChunk.path, { ...headers, 'content-length': 1000 }, chunk, hasty)
    const stalled = [
      begin(session.login.path, { 'content-length': 100 }, 'username=a', hasty),
      begin(face.login.path, { 'content-length': LARGE }, heldBy(1000), hasty),
      begin('/api/none', { 'content-length': 100 }, 'x', hasty),
      begin('/api/%ff', { 'content-length': 100 }, 'x', hasty),
      begin('/', { 'content-length': 100 }, 'x', hasty),
    ]
    const trickled = begin(session.login.path, { 'content-length': 1000 }, '', hasty)
    const drops = setInterval(() => trickled.call.write('x'), 20)
    await Promise.all([...stalled, trickled].map(({ closed }) => closed))
    clearInterval(drops)
    expect(patient.isClosed()).toBe(false)
    patient.call.end(Buffer.alloc(1000 - chunk.length))
    expect((await patient.answer).http).toBeLessThan(500)
  })

  it('includes the headers', async () => {
    const { headersTimeout, requestTimeout } = test.app.server
    expect([headersTimeout, requestTimeout]).toEqual([10_000, 1_200_000])
  })
})

describe('a body that takes long to parse', () => {
  it('is refused before: JSON of many parts, forms of many fields', async () => {
    const known = { stationId: '018f0000-0000-7000-8000-000000000000', nonce: 'A'.repeat(16), sealed: 'AAAA' }
    const wide = { ...known, rest: Array.from({ length: 3000 }, () => []) }
    expect((await ask(test.visit(), attendanceStation.hello, wide)).code).toBe('request.invalid')
    expect((await ask(test.visit(), attendanceStation.hello, known)).code).toBe('attendance.station_gone')
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`f${at}`, '']))
    const credentials = { username: 'teacher', password: 'wrong' }
    expect((await test.visit().post(session.login.path, { ...credentials, ...many })).envelope.code).toBe(
      'request.invalid',
    )
    expect((await test.visit().post(session.login.path, credentials)).envelope.code).toBe('login.failed')
  })

  it('is a picture of millions of spaces as little as any other', async () => {
    const { envelope } = await test.visit().post(face.login.path, { faceImage: ' '.repeat(1_900_000) })
    expect(envelope.code).toMatch(/^(login|face)\./)
  })
})

describe('bodies of one person', () => {
  it('do not take all of the memory either', async () => {
    const cookie = cookieOf(await test.signIn('teacher'))
    const form = Buffer.from(`base64Str=${'A'.repeat(1.4 * MB)}`)
    const start = () => begin(base64Image.path, { cookie, 'content-length': form.length }, form.subarray(0, -10))
    const held = [start(), start()]
    await until(() => test.app.dueBodies.held().proved > 2.7 * MB)
    const third = start()
    third.call.end(form.subarray(-10))
    expect(await third.answer).toMatchObject({ http: 503, code: 'server.busy' })
    for (const { call } of held) call.end(form.subarray(-10))
    for (const { answer } of held) expect((await answer).code).not.toBe('server.busy')
    const student = await test.signIn('student')
    expect((await student.get(session.me.path)).envelope.code).toBe('ok')
  })
})

describe('a portal under load', () => {
  it('answers 503 with when to come back, and its health', async () => {
    const full = await createTestApp({ config: { load: { memory: 1 } } })
    const refused = await until(async () => {
      const { envelope, response } = await full.visit().get(session.me.path)
      return envelope.code === 'server.busy' && response
    })
    expect(refused.statusCode).toBe(503)
    expect(refused.headers['retry-after']).toBe('5')
    expect((await full.visit().request('GET', '/healthz')).statusCode).toBe(200)
    await full.close()
  })

  it('takes only so many connections of one address', async () => {
    const small = await createTestApp({ config: { load: { connectionsOfAddress: 2 } } })
    const at = Number(new URL(await small.app.listen({ host: '127.0.0.1', port: 0 })).port)
    const sockets = [1, 2].map(() => connect(at, '127.0.0.1'))
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    const third = connect(at, '127.0.0.1').on('error', () => undefined)
    await once(third, 'close')
    sockets[0]?.destroy()
    const next = await until(() => fetch(`http://127.0.0.1:${at}/healthz`).catch(() => undefined))
    expect(next.status).toBe(200)
    for (const socket of sockets) socket.destroy()
    await small.close()
  })
})
