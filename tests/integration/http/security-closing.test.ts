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

it('a closed portal accepts no more connections', async () => {
  await start(300)
  await test.app.close()
  const late = request(`${origin}/healthz`)
  late.end()
  const [error]: { code?: string }[] = await once(late, 'error')
  expect(error?.code).toBe('ECONNREFUSED')
})
