import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import * as storage from '../../../../contract/endpoints/storage/storage.ts'
import { CallFailure } from '../protocol/upload-failures.ts'
import { createSend } from './send.ts'

const never = new AbortController().signal
const MD5 = '0'.repeat(32)
const GOOD = JSON.stringify({ status: 200, code: 'ok', message: '', data: { a: 1 } })

async function failureOf(promise: Promise<unknown>): Promise<CallFailure> {
  const error: unknown = await promise.catch((reason: unknown) => reason)
  if (error instanceof CallFailure) return error
  throw new Error('expected a CallFailure', { cause: error })
}

describe('a call without a file', () => {
  let server: Server
  let origin: string
  let answer: { status: number; headers: Record<string, string>; body: string } | null
  let seen: {
    method: string | undefined
    path: string | undefined
    headers: NodeJS.Dict<string | string[]>
    body: string
  }

  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = ''
      request.on('data', (part: Buffer) => (body += part.toString()))
      request.on('end', () => {
        seen = { method: request.method, path: request.url, headers: request.headers, body }
        if (answer) response.writeHead(answer.status, answer.headers).end(answer.body)
      })
    })
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    const address: AddressInfo | string | null = server.address()
    if (typeof address !== 'object' || !address) throw new Error('the server does not listen')
    origin = `http://127.0.0.1:${address.port}`
  })
  beforeEach(() => {
    answer = { status: 200, headers: {}, body: GOOD }
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  function send(signal = never, app?: string) {
    const browserFetch = fetch
    vi.stubGlobal('fetch', (path: string, options: RequestInit) => browserFetch(origin + path, options))
    onTestFinished(() => void vi.unstubAllGlobals())
    return createSend({ device: 'h5', app: 'files' })(
      signal,
      storage.secondUploadCheck,
      {
        serverid: 'base',
        md5: MD5,
        name: '校园 & 😀=.bin',
        folderId: undefined,
      },
      undefined,
      app,
    )
  }

  it('names the application that added the upload', async () => {
    await send(never, 'roster')
    expect(seen.headers['x-portal-app']).toBe('roster')
  })

  it('goes where its endpoint says, as a form, and says where it comes from', async () => {
    expect(await send()).toEqual({ a: 1 })
    expect(seen).toMatchObject({ method: 'POST', path: '/api/storage/file_piecewise/second_upload_check' })
    expect(seen.headers).toMatchObject({
      'x-portal-device': 'h5',
      'x-portal-app': 'files',
      'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
    })
    expect(Object.fromEntries(new URLSearchParams(seen.body))).toEqual({
      serverid: 'base',
      md5: MD5,
      name: '校园 & 😀=.bin',
    })
  })

  it('brings the refusal and its patience', async () => {
    answer = {
      status: 429,
      headers: { 'retry-after': '3' },
      body: JSON.stringify({ status: 429, code: 'request.rate_limited', message: '慢|||slow' }),
    }
    expect(await failureOf(send())).toMatchObject({ code: 'request.rate_limited', status: 429, retryAfter: 3000 })
  })

  it('calls a connection that breaks a failed network', async () => {
    answer = null
    const pending = failureOf(send())
    await new Promise<void>((resolve) => {
      server.once('request', () => resolve())
    })
    server.closeAllConnections()
    expect((await pending).code).toBe('network.failed')
  })

  it('ends with the reason of its signal', async () => {
    answer = null
    const controller = new AbortController()
    const pending = send(controller.signal)
    controller.abort(new Error('enough'))
    await expect(pending).rejects.toThrow('enough')
    await expect(send(controller.signal)).rejects.toThrow('enough')
  })
})

describe('an answer', () => {
  const NOW = Date.parse('2026-11-20T08:00:00Z')

  function receive(body: unknown, status = 200, retryAfter?: string): Promise<unknown> {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const headers = new Headers(retryAfter === undefined ? {} : { 'retry-after': retryAfter })
    vi.stubGlobal('fetch', async () => new Response(text, { status, headers }))
    vi.spyOn(Date, 'now').mockReturnValue(NOW)
    onTestFinished(() => {
      vi.unstubAllGlobals()
      vi.restoreAllMocks()
    })
    const input = { serverid: 'base', md5: MD5, name: 'a' }
    return createSend({ device: 'pc', app: 'app' })(never, storage.secondUploadCheck, input)
  }

  it('is its data when it is good', async () => {
    expect(await receive({ status: 200, code: 'ok', message: '', data: { a: 1 } })).toEqual({ a: 1 })
  })

  it('keeps code, status and words of a refusal in the envelope', async () => {
    const failure = await failureOf(receive({ status: 409, code: 'storage.chunks_missing', message: '缺|||missing' }))
    expect(failure).toMatchObject({ code: 'storage.chunks_missing', status: 409, text: '缺|||missing' })
  })

  it('joins field errors in both languages', async () => {
    const fieldErrors = [{ message: '名字|||name' }, { message: '大小|||size' }]
    const failure = await failureOf(receive({ status: 400, code: 'request.invalid', message: '', fieldErrors }))
    expect(failure.text).toBe('名字，大小|||name, size')
  })

  it('names the code of the status where the server has no words', async () => {
    expect((await failureOf(receive({ status: 503, code: 'x', message: '' }))).text).toBe('server.unavailable')
  })

  it.each([
    [401, 'session.required'],
    [413, 'network.too_large'],
    [429, 'request.rate_limited'],
    [418, 'request.invalid'],
    [500, 'server.internal'],
    [502, 'server.unavailable'],
  ])('gives HTTP %i without an envelope the code %s', async (status, code) => {
    expect(await failureOf(receive('<h1>proxy</h1>', status))).toMatchObject({ code, status })
  })

  it('trusts the HTTP status where an envelope says that all is well', async () => {
    expect((await failureOf(receive({ status: 200, code: 'ok', message: '' }, 503))).status).toBe(503)
  })

  it.each(['<html>sign in to this network</html>', '', '[]', '{"status":"200"}'])(
    'does not take %j for an answer',
    async (body) => {
      expect((await failureOf(receive(body))).code).toBe('network.answer')
    },
  )

  it.each([
    ['7', 7000],
    ['0', 0],
    [new Date(NOW + 9000).toUTCString(), 9000],
    [new Date(NOW - 9000).toUTCString(), 0],
    ['soon', undefined],
  ])('reads Retry-After %s', async (value, milliseconds) => {
    expect((await failureOf(receive('', 503, value))).retryAfter).toBe(milliseconds)
  })
})

/** As much of XMLHttpRequest as sending a file uses. */
class FakeRequest extends EventTarget {
  readonly upload = new EventTarget()
  readonly headers: Record<string, string> = {}
  status = 200
  responseText = GOOD
  opened: string[] = []
  body: FormData | null = null

  open(...call: string[]): void {
    this.opened = call
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value
  }
  getResponseHeader(): string | null {
    return null
  }
  send(body: FormData): void {
    this.body = body
  }
  abort(): void {
    this.dispatchEvent(new Event('abort'))
  }
}

describe('a call with a file', () => {
  let request: FakeRequest
  let sent: number[]
  const bytes = new Blob([new Uint8Array(100)])

  function send(signal = never) {
    request = new FakeRequest()
    sent = []
    vi.stubGlobal('XMLHttpRequest', function create() {
      return request
    })
    onTestFinished(() => void vi.unstubAllGlobals())
    const attachment = { bytes, name: '期末 "A".bin', onSent: (amount: number) => sent.push(amount), patience: 1000 }
    const input = { serverid: 'base', md5: MD5, name: '期末 "A".bin', uid: undefined }
    return createSend({ device: 'pc', app: 'app' })(signal, storage.upload, input, attachment)
  }

  it('is multipart with the file last, so that the server can stream it', async () => {
    const pending = send()
    expect(request.opened).toEqual(['POST', '/zuul/api/storage/upload'])
    expect(request.headers).toEqual({ 'x-portal-device': 'pc', 'x-portal-app': 'app' })
    const form = request.body ?? new FormData()
    expect([...form.keys()]).toEqual(['serverid', 'md5', 'name', 'file'])
    expect([form.get('serverid'), form.get('name')]).toEqual(['base', '期末 "A".bin'])
    const file = form.get('file')
    expect(file instanceof File && [file.name, file.size]).toEqual(['期末 "A".bin', 100])
    request.dispatchEvent(new Event('load'))
    expect(await pending).toEqual({ a: 1 })
  })

  it('tells how many bytes of the file are on their way, without the fields around them', async () => {
    const pending = send()
    for (const loaded of [20, 70, 150]) {
      request.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total: 150 }))
    }
    request.dispatchEvent(new Event('load'))
    await pending
    expect(sent).toEqual([0, 20, 100])
  })

  it('calls an error a failed network', async () => {
    const pending = failureOf(send())
    request.dispatchEvent(new Event('error'))
    expect((await pending).code).toBe('network.failed')
  })

  it('calls one that takes too long a failed network', async () => {
    const timeout = new AbortController()
    vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(timeout.signal)
    const pending = failureOf(send())
    timeout.abort()
    expect((await pending).code).toBe('network.failed')
  })

  it('calls a connection that shows no sign of life a failed network, and hangs up', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const pending = failureOf(send())
    const hangUp = vi.spyOn(request, 'abort')
    vi.advanceTimersByTime(900)
    request.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: 20, total: 150 }))
    vi.advanceTimersByTime(900)
    expect(hangUp).not.toHaveBeenCalled()
    vi.advanceTimersByTime(100)
    expect(hangUp).toHaveBeenCalledOnce()
    expect((await pending).code).toBe('network.failed')
  })

  it('ends with the reason of its signal and stops the request', async () => {
    const controller = new AbortController()
    const pending = send(controller.signal)
    controller.abort(new Error('enough'))
    await expect(pending).rejects.toThrow('enough')
  })
})
