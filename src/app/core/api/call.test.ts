import type { IncomingMessage, ServerResponse } from 'node:http'
import * as z from 'zod/mini'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { get, postFile, postForm, postJson, type AnyEndpoint } from '../../../../contract/endpoint.ts'
import {
  type ApiServer,
  sendJson as json,
  startApiServer,
  succeeded as ok,
} from '../../../../tests/support/fakes/api-server.ts'
import { call, enterApp, transport } from './call.ts'
import { CallError } from './call-error.ts'
import { staleFactorSteps } from './stale-factor.ts'
import { unauthorizedSteps } from './unauthorized.ts'

const read = get({
  name: 'test.read',
  path: '/read/{id}',
  access: 'session',
  permission: null,
  request: z.object({ id: z.string(), q: z.optional(z.string()) }),
  response: z.object({ n: z.number() }),
})
const save = postForm({
  name: 'test.save',
  path: '/save',
  access: 'session',
  permission: null,
  request: z.object({ a: z.object({ b: z.number() }) }),
  response: z.string(),
})

const send = postFile({
  name: 'test.send',
  path: '/send',
  access: 'session',
  permission: null,
  request: z.object({ name: z.string() }),
  response: z.string(),
})

type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string }
let server: ApiServer
let seen: Seen[]
let answer: (request: Seen, response: ServerResponse) => void

beforeEach(async () => {
  seen = []
  server = await startApiServer(({ method = '', url = '', headers }, response, body) => {
    const entry = { method, url, headers, body: body.toString() }
    seen.push(entry)
    answer(entry, response)
  })
  transport.appCode = 'app'
})

afterEach(() => server.close())

async function failureOf(promise: Promise<unknown>): Promise<CallError> {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof CallError)) throw new Error('expected a CallError', { cause: error })
  return error
}

it('sends device, application and a cache-busting timestamp, and checks the answer', async () => {
  answer = (_, response) => json(response, ok({ n: 7, more: 1 }))
  expect(await call(read, { id: 'ä/1', q: 'x' })).toEqual({ n: 7 })
  expect(seen[0]?.url).toMatch(/^\/read\/%C3%A4%2F1\?q=x&_=\d+$/)
  expect(seen[0]?.headers['x-portal-device']).toBe('pc')
  expect(seen[0]?.headers['x-portal-app']).toBe('app')
})

it('names the application that makes a call, or the one whose page is shown', async () => {
  answer = (_, response) => json(response, ok({ n: 7 }))
  const leave = enterApp('files')
  await call(read, { id: '1' }, { app: 'roster' })
  await call(read, { id: '1' })
  leave()
  await call(read, { id: '1' })
  expect(seen.map(({ headers }) => headers['x-portal-app'])).toEqual(['roster', 'files', 'app'])
})

it('reads a file of text as it is, and a refusal in its place as a refusal', async () => {
  const file = { ...read, rawResponse: true, response: z.string() } as const
  answer = (_, response) => json(response, [{ n: 1 }])
  expect(await call(file, { id: '1' })).toBe('[{"n":1}]')
  answer = (_, response) => response.writeHead(200, { 'content-type': 'text/csv' }).end('\uFEFFa,b')
  expect(await call(file, { id: '1' })).toBe('\uFEFFa,b')
  answer = (_, response) => json(response, { status: 403, code: 'access.denied', message: '不行', data: null }, 403)
  expect(await failureOf(call(file, { id: '1' }))).toMatchObject({ code: 'access.denied' })
})

it('says that the server answered, but not after what a cache may have answered', async () => {
  let answers = 0
  transport.onAnswer = () => (answers += 1)
  answer = (_, response) => json(response, ok({ n: 1 }))
  await call({ ...read, cache: 'http' }, { id: '1' })
  expect(answers).toBe(0)
  // Where caching is allowed, the address is the same each time.
  expect(seen[0]?.url).toBe('/read/1')
  await call(read, { id: '1' })
  expect(answers).toBe(1)
})

it('encodes a form with dotted keys', async () => {
  answer = (_, response) => json(response, ok('done'))
  await call(save, { a: { b: 2 } })
  expect(seen[0]?.body).toBe('a.b=2')
  expect(seen[0]?.headers['content-type']).toContain('application/x-www-form-urlencoded')
})

it('sends JSON where the endpoint asks for it', async () => {
  answer = (_, response) => json(response, ok('done'))
  const { name, path, access, request, response } = save
  await call(postJson({ name, path, access, permission: null, request, response }), { a: { b: 2 } })
  expect(seen[0]?.body).toBe('{"a":{"b":2}}')
  expect(seen[0]?.headers['content-type']).toBe('application/json')
})

it('gives up after 1,200,000 ms, and says so', async () => {
  answer = () => {}
  const timeout = new AbortController()
  const asked = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(timeout.signal)
  const pending = failureOf(call(read, { id: '1' }))
  await vi.waitFor(() => expect(seen).toHaveLength(1))
  expect(asked).toHaveBeenCalledExactlyOnceWith(1_200_000)
  timeout.abort()
  expect((await pending).failure).toEqual({ kind: 'timeout', after: 1_200_000 })
  asked.mockRestore()
})

it('keeps the envelope of a refusal, whatever its HTTP status', async () => {
  const refusal = { status: 413, code: 'request.too_large', message: '太大|||Too large' }
  answer = (_, response) => json(response, refusal, 413, { 'retry-after': '3' })
  const error = await failureOf(call(read, { id: '1' }))
  expect(error.code).toBe('request.too_large')
  expect(error.status).toBe(413)
  expect(error.serverText('en')).toBe('Too large')
  expect(error.failure).toMatchObject({ kind: 'envelope', retryAfter: 3 })
})

it('reports an HTTP failure without an envelope with its status and text', async () => {
  answer = (_, response) => response.writeHead(502, 'Bad Gateway', { 'content-type': 'text/html' }).end('<h1>x</h1>')
  expect((await failureOf(call(read, { id: '1' }))).failure).toMatchObject({
    kind: 'http',
    http: { status: 502, statusText: 'Bad Gateway' },
  })
})

it('refuses an answer that does not fit', async () => {
  answer = (_, response) => json(response, ok({ n: 'seven' }))
  expect((await failureOf(call(read, { id: '1' }))).failure.kind).toBe('answer')
})

it('tells an abort from a network failure', async () => {
  answer = () => {}
  const controller = new AbortController()
  const pending = failureOf(call(read, { id: '1' }, { signal: controller.signal }))
  controller.abort()
  expect((await pending).failure.kind).toBe('aborted')
  transport.origin = 'http://127.0.0.1:9'
  expect((await failureOf(call(read, { id: '1' }))).failure.kind).toBe('network')
})

it('refuses PUT and DELETE', async () => {
  const put = { ...save, method: 'PUT' } as unknown as AnyEndpoint
  expect((await failureOf(call(put, { a: { b: 1 } }))).message).toContain('Request method not supported')
  expect(seen).toHaveLength(0)
})

it.each([
  ['a file alone', new File(['x'], 'x.txt')],
  ['a text', 'x'],
  ['a list', [{ name: 'x' }]],
  ['nothing', null],
])('refuses to upload %s, with status 501', async (_, payload) => {
  const error = await failureOf(call(send, payload as never))
  expect(error.message).toContain('file type error')
  expect([error.code, error.status]).toEqual(['client.payload', 501])
  expect(seen).toHaveLength(0)
})

it('uploads an object with a file', async () => {
  answer = (_, response) => json(response, ok('stored'))
  const payload = { name: 'x', file: new File(['bytes'], 'x.txt') }
  expect(await call(send, payload)).toBe('stored')
  expect(seen[0]?.body).toMatch(/name="name"[^]*name="file"; filename="x.txt"[^]*bytes/)
})

it('renews the session once for ten waiting calls and repeats each', async () => {
  let valid = false
  let refreshes = 0
  answer = (_, response) => json(response, valid ? ok({ n: 1 }) : { status: 401, code: 'session.expired', message: '' })
  unauthorizedSteps.refresh = async () => {
    refreshes += 1
    await new Promise((resolve) => setImmediate(resolve))
    valid = true
    return true
  }
  const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => call(read, { id: String(index) })))
  expect(answers).toHaveLength(10)
  expect(refreshes).toBe(1)
  expect(seen.length).toBeLessThanOrEqual(20)
})

const apply = postForm({
  name: 'test.apply',
  path: '/apply',
  access: 'session',
  permission: 'base_import',
  risk: 'hard-to-undo',
  response: z.string(),
})
const stale = { status: 403, code: 'admin.factor_stale', message: '' }

it('asks once for a fresh second factor, for two calls at once, and repeats each', async () => {
  let proved = false
  let questions = 0
  answer = (_, response) => json(response, proved ? ok('done') : stale)
  staleFactorSteps.prove = async () => {
    questions += 1
    await new Promise((resolve) => setImmediate(resolve))
    proved = true
    return true
  }
  expect(await Promise.all([call(apply, {}), call(apply, {})])).toEqual(['done', 'done'])
  expect([questions, seen.length]).toEqual([1, 4])
})

it('rejects as the server did when the question for the factor is closed, and asks for no endpoint without a risk', async () => {
  answer = (_, response) => json(response, stale)
  let questions = 0
  staleFactorSteps.prove = async () => ((questions += 1), false)
  expect((await failureOf(call(apply, {}))).code).toBe('admin.factor_stale')
  expect((await failureOf(call(read, { id: '1' }))).code).toBe('admin.factor_stale')
  expect([questions, seen.length]).toEqual([1, 2])
})

it('tries the native app next, then gives the login up, and does not loop', async () => {
  const steps: string[] = []
  answer = (_, response) => json(response, { status: 401, code: 'session.required', message: '' }, 401)
  unauthorizedSteps.refresh = async () => (steps.push('refresh'), false)
  unauthorizedSteps.loginAsUserClient = async () => (steps.push('native'), false)
  unauthorizedSteps.loginLost = async () => (steps.push('lost'), false)
  expect((await failureOf(call(read, { id: '1' }))).status).toBe(401)
  expect(steps).toEqual(['refresh', 'native', 'lost'])
  expect(seen).toHaveLength(1)
})
