import { Agent, request } from 'node:http'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { afterEach, expect, it } from 'vitest'
import type { TestApp } from '../../support/app/app.ts'
import { createTestApp } from '../../support/app/app.ts'

let test: TestApp
let origin: string
let agent: Agent
async function start(closeGrace: number): Promise<void> {
  test = await createTestApp({ config: { closeGrace } })
  origin = await test.app.listen({ host: '127.0.0.1', port: 0 })
  agent = new Agent({ keepAlive: true })
}
afterEach(async () => {
  agent.destroy()
  await test.close()
})

function startLogin(length: number): ClientRequest {
  return request(`${origin}/api/uaa/oauth/login`, {
    agent,
    method: 'POST',
    headers: {
      host: 'localhost',
      'x-portal-device': 'pc',
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': length,
    },
  })
}

async function answerOf(
  call: ClientRequest,
): Promise<{ status: number | undefined; text: string; connection: string | undefined }> {
  const [response]: IncomingMessage[] = await once(call, 'response')
  if (!response) throw new Error('no response')
  let text = ''
  for await (const piece of response) text += String(piece)
  return { status: response.statusCode, text, connection: response.headers.connection }
}

it('closing finishes a call that is in flight, and does not wait for connections that are merely kept open', async () => {
  await start(20_000)
  const idle = request(`${origin}/healthz`, { agent })
  idle.end()
  expect((await answerOf(idle)).status).toBe(200)

  const body = 'username=teacher&password=Campus2026'
  const call = startLogin(Buffer.byteLength(body))
  call.write(body.slice(0, 10))
  // The server has begun with the call once it knows its head.
  await once(test.app.server, 'request')

  const begun = performance.now()
  const closed = test.app.close()
  call.end(body.slice(10))
  const { status, text } = await answerOf(call)
  await closed
  expect(status).toBe(200)
  expect(text).toContain('"code":"ok"')
  expect(performance.now() - begun).toBeLessThan(15_000)
})

it('closing does not wait for a client that has fallen silent', async () => {
  await start(300)
  const silent = startLogin(100)
  silent.write('username=')
  await once(test.app.server, 'request')
  const cut = once(silent, 'error')
  await test.app.close()
  const [error]: { code?: string }[] = await cut
  expect(error?.code).toBe('ECONNRESET')
})

it('before closing it sends what changes nothing elsewhere, serves the rest, and waits until no more comes', async () => {
  await start(300)
  const ask = (path: string, method: string) =>
    request(origin + path, { agent, method, headers: { host: 'localhost', 'x-portal-device': 'pc' } })
  let isDrained = false
  const drained = test.app.drain(60_000).then(() => (isDrained = true))
  // Twice as long as what counts as quiet.
  for (const began = performance.now(); performance.now() - began < 1000;) {
    const [reading, changing] = [ask('/api/uaa/oauth/me', 'GET'), ask('/api/uaa/oauth/logout', 'POST')]
    reading.end()
    changing.end()
    const { status, text } = await answerOf(reading)
    expect([status, text]).toEqual([502, expect.stringContaining('"code":"server.stopping"')])
    expect((await answerOf(changing)).status).toBe(200)
    expect(isDrained).toBe(false)
  }
  await drained
})

it('a web server that goes on all the same does not keep it from closing', async () => {
  await start(300)
  const over = new AbortController()
  const drained = test.app.drain(500).then(() => over.abort())
  while (!over.signal.aborted) {
    const call = request(`${origin}/healthz`, { agent })
    call.end()
    expect((await answerOf(call)).status).toBe(502)
  }
  await drained
})

it('a closed portal accepts no more connections', async () => {
  await start(300)
  await test.app.close()
  const late = request(`${origin}/healthz`)
  late.end()
  const [error]: { code?: string }[] = await once(late, 'error')
  expect(error?.code).toBe('ECONNREFUSED')
})
