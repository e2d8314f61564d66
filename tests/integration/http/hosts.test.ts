import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readMe, runAsOwner } from '../../support/callers/session-probe.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { listenAt, type Listening } from '../../support/callers/third-party.ts'

let test: TestApp
let portal: Listening
beforeAll(async () => {
  test = await createTestApp()
  portal = await listenAt(test)
})
afterAll(() => test.close())

/** The whole answer to a request with these headers as they stand on the wire. */
async function ask(path: string, headers: readonly string[], version = '1.1'): Promise<string> {
  const socket = connect(Number(new URL(portal.origin).port), '127.0.0.1')
  socket.write([`GET ${path} HTTP/${version}`, ...headers, 'Connection: close', '', ''].join('\r\n'))
  return text(socket)
}

const PATHS = [
  '/api/uaa/oauth/login/unit_config',
  '/oidc/jwks',
  '/oidc/.well-known/openid-configuration',
  '/login',
  '/no/such/page',
]

describe('a request', () => {
  it.each(PATHS)('for %s with two hosts is refused with 400, whatever they are', async (path) => {
    const own = `Host: ${portal.host}`
    for (const hosts of [
      [own, own],
      [own, 'host: ginkgo.localhost'],
      ['HOST: evil.example', own],
    ]) {
      const answer = await ask(path, hosts)
      expect(answer).toMatch(/^HTTP\/1\.1 400 /)
      expect(answer).toMatch(/request\.host|请求里的网址/)
    }
  })

  it.each(PATHS)('for %s at a port that there is not is refused with 400', async (path) => {
    for (const host of ['localhost:99999', 'localhost:65536'])
      expect(await ask(path, [`Host: ${host}`])).toMatch(/^HTTP\/1\.1 400 /)
  })

  it('with one host is answered, whatever its port and spelling, and monitoring needs none', async () => {
    for (const host of [portal.host, 'LOCALHOST:65535', 'localhost.'])
      expect(await ask('/oidc/jwks', [`Host: ${host}`])).toMatch(/^HTTP\/1\.1 200 /)
    expect(await ask('/oidc/jwks', ['Host: unknown.example:80'])).toMatch(/^HTTP\/1\.1 404 /)
    expect(await ask('/healthz', [], '1.0')).toMatch(/^HTTP\/1\.1 200 /)
    expect(await ask('/oidc/jwks', [], '1.0')).toMatch(/^HTTP\/1\.1 404 /)
  })
})

it('a unit is reached at an IPv6 address, however that is written, and signs people in there', async () => {
  await runAsOwner(
    test,
    sql`insert into unit_host (host, unit_id) select '[2001:db8::10]', unit_id from unit_host where host = 'localhost'`,
  )
  for (const host of ['[2001:db8::10]', '[2001:DB8::10]:8080', '[2001:db8:0:0::0010]:443'])
    expect(await ask('/oidc/jwks', [`Host: ${host}`])).toMatch(/^HTTP\/1\.1 200 /)
  expect(await ask('/oidc/jwks', ['Host: [2001:db8::11]'])).toMatch(/^HTTP\/1\.1 404 /)
  const browser = await test.signIn('teacher', { host: '[2001:db8::10]' })
  expect((await readMe(browser)).loginName).toBe('teacher')
  const { issuer } = (await browser.request('GET', '/oidc/.well-known/openid-configuration')).json()
  expect(issuer).toBe('http://[2001:db8::10]/oidc')
})
