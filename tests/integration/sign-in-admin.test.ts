import { sql } from 'drizzle-orm'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { unitConfig } from '../../contract/calls/tenant.ts'
import * as rows from '../../contract/calls/sign-in-admin.ts'
import { envelopeSchema, type Envelope } from '../../contract/envelope.ts'
import type { AnyRow, InputOf } from '../../contract/row.ts'
import { providers } from '../../contract/calls/sso.ts'
import { table } from '../../contract/table.ts'
import type { TestApp } from '../support/app.ts'
import { createTestApp } from '../support/app.ts'
import { findFreePort } from '../support/free-port.ts'
import { runAsOwner } from '../support/session-probe.ts'
import type { TestBrowser } from '../support/test-browser.ts'
import { until } from '../support/until.ts'

let test: TestApp
let admin: TestBrowser
beforeAll(async () => {
  test = await createTestApp()
  admin = await test.signIn('admin')
})
afterAll(() => test.close())

const adminRows = table.filter(({ name }) => name.startsWith('admin.'))

async function post(browser: TestBrowser, row: AnyRow, body: unknown): Promise<Envelope> {
  const payload = typeof body === 'string' ? body : JSON.stringify(body)
  const response = await browser.request('POST', row.path, { payload, headers: { 'content-type': 'application/json' } })
  return z.parse(envelopeSchema, response.json())
}

async function change(row: AnyRow, body: unknown, browser = admin): Promise<rows.SignInSettings> {
  const envelope = await post(browser, row, body)
  expect(envelope).toMatchObject({ code: 'ok' })
  return z.parse(rows.settings.answer, envelope.data)
}

const read = async (browser = admin) =>
  z.parse(rows.settings.answer, (await browser.get(rows.settings.path)).envelope.data)

const config = async () => z.parse(unitConfig.answer, (await test.visit().get(unitConfig.path)).envelope.data)

const fieldsOf = ({ code, fieldErrors }: Envelope) => [code, ...(fieldErrors ?? []).map(({ field }) => field)]

const GOOD_PROVIDER = {
  kind: 'oidc',
  name: '区统一认证',
  englishName: 'District login',
  enabled: true,
  baseUrl: 'https://id.example.org',
  clientId: 'portal',
  clientSecret: 'provider-secret-1',
  agentId: '',
  apiUrl: '',
  scopes: '',
} satisfies InputOf<typeof rows.saveProvider>

const GOOD_CLIENT = {
  name: '图书馆',
  englishName: 'Library',
  enabled: true,
  redirectUris: ['https://library.example.org/callback'],
  trusted: false,
  entryUrl: '',
  mayIssueTickets: false,
  pkceRequired: true,
  confidential: true,
} satisfies InputOf<typeof rows.saveClient>

const GOOD_MAIL = {
  host: 'smtp.example.org',
  port: 465,
  secure: 'tls',
  username: 'portal',
  password: 'mail-secret-1',
  fromAddress: 'portal@example.org',
} satisfies InputOf<typeof rows.saveMail>

const WAYS = { password: false, accessToken: true, userClient: true, ticket: false }

describe('the settings of sign-in', () => {
  it.each(adminRows.map((row) => [row.name, row] as const))(
    '%s is for administrators alone, whatever else is wrong with the call',
    async (_, row) => {
      for (const name of ['teacher', 'parent', 'student', 'staff']) {
        const browser = await test.signIn(name)
        const { code } = row.method === 'GET' ? (await browser.get(row.path)).envelope : await post(browser, row, {})
        expect(code).toBe('access.denied')
      }
      const stranger = test.visit()
      const { code } = row.method === 'GET' ? (await stranger.get(row.path)).envelope : await post(stranger, row, {})
      expect(code).toBe('session.required')
    },
  )

  it.each(adminRows.filter(({ method }) => method === 'POST').map((row) => [row.name, row] as const))(
    '%s answers nonsense with an envelope',
    async (_, row) => {
      for (const body of [
        '',
        '[]',
        'null',
        '"x"',
        '{',
        '{"providerId":{},"clientId":[],"to":1,"host":null,"port":"x"}',
      ]) {
        const envelope = await post(admin, row, body)
        expect(['ok', 'request.invalid', 'sso.client_unknown', 'sso.provider_unknown']).toContain(envelope.code)
      }
    },
  )

  it('refuses a change that another site asked for', async () => {
    const response = await admin.request('POST', rows.saveWays.path, {
      payload: JSON.stringify(WAYS),
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' },
    })
    expect(z.parse(envelopeSchema, response.json()).code).toBe('request.cross_site')
  })

  it('say where providers and third parties find the portal', async () => {
    const { callbackPath, discoveryPath } = await read()
    expect(callbackPath).toBe('/login')
    const discovery = await test.visit().request('GET', discoveryPath)
    expect(discovery.json()).toMatchObject({ issuer: 'http://localhost/oidc' })
  })
})

describe('the ways in by what an address carries', () => {
  it('are open or closed at once for everybody, and keep what else is configured of them', async () => {
    await runAsOwner(test, sql`update unit set sign_in_ways = sign_in_ways || '{"else": 1}'`)
    expect((await change(rows.saveWays, { ...WAYS, password: true })).ways).toEqual({ ...WAYS, password: true })
    expect((await config()).signInWays).toMatchObject({ password: true, accessToken: true })
    expect((await change(rows.saveWays, WAYS)).ways).toEqual(WAYS)
    expect((await config()).signInWays).toMatchObject({ password: false })
    const [unit] = await runAsOwner(test, sql`select sign_in_ways from unit where name = '河畔实验学校'`)
    expect(unit?.['sign_in_ways']).toEqual({ ...WAYS, else: 1 })
  })

  it('of another unit stay as they are', async () => {
    const elsewhere = await test.signIn('admin', { host: 'ginkgo.localhost' })
    const before = (await read(elsewhere)).ways
    await change(rows.saveWays, { password: true, accessToken: true, userClient: true, ticket: true })
    expect((await read(elsewhere)).ways).toEqual(before)
    await change(rows.saveWays, WAYS)
  })

  it('can be saved over damaged ones', async () => {
    await runAsOwner(test, sql`update unit set sign_in_ways = '[1]' where name = '河畔实验学校'`)
    expect((await change(rows.saveWays, WAYS)).ways).toEqual(WAYS)
  })

  it('take nothing but yes and no', async () => {
    expect(fieldsOf(await post(admin, rows.saveWays, { ...WAYS, ticket: 'true' }))).toEqual([
      'request.invalid',
      'ticket',
    ])
  })
})

it('the rule for new passwords is what the login page is told', async () => {
  expect((await change(rows.savePasswordRule, { rule: 'simple' })).passwordRule).toBe('simple')
  expect((await config()).passwordRule).toBe('simple')
  expect((await change(rows.savePasswordRule, { rule: 'mixed' })).passwordRule).toBe('mixed')
  expect(fieldsOf(await post(admin, rows.savePasswordRule, { rule: 'none' }))).toEqual(['request.invalid', 'rule'])
})

describe('a provider of accounts', () => {
  it('stands on the login page once it is added, and is gone once it is turned off or deleted', async () => {
    const drawn = async () =>
      z.parse(providers.answer, (await test.visit().get(providers.path)).envelope.data).map(({ name }) => name)
    const [added] = (await change(rows.saveProvider, GOOD_PROVIDER)).providers
    expect(added).toMatchObject({ name: '区统一认证', baseUrl: 'https://id.example.org', secretSet: true })
    const providerId = added?.providerId ?? ''
    expect((await config()).social).toBe(true)
    expect(await drawn()).toEqual(['区统一认证'])

    const { clientSecret: _, ...kept } = { ...GOOD_PROVIDER, providerId, name: ' 区认证 ' }
    const changed = (await change(rows.saveProvider, { ...kept, enabled: false })).providers
    expect(changed).toMatchObject([{ name: '区认证', enabled: false, secretSet: true }])
    expect((await config()).social ?? false).toBe(false)
    expect((await change(rows.deleteProvider, { providerId })).providers).toEqual([])
    expect((await post(admin, rows.deleteProvider, { providerId })).code).toBe('sso.provider_unknown')
  })

  it.each([
    ['no name', { name: ' ' }, 'name'],
    ['no English name', { englishName: '' }, 'englishName'],
    ['a name that is too long', { name: 'x'.repeat(65) }, 'name'],
    ['control characters', { name: 'a\u0000b' }, 'name'],
    ['no issuer', { baseUrl: '' }, 'baseUrl'],
    ['an issuer without TLS', { baseUrl: 'http://id.example.org' }, 'baseUrl'],
    ['an issuer that is a script', { baseUrl: 'javascript:alert(1)' }, 'baseUrl'],
    ['no client', { clientId: '' }, 'clientId'],
    ['an unknown kind', { kind: 'saml' }, 'kind'],
    ['WeCom without an agent', { kind: 'wecom', baseUrl: '' }, 'agentId'],
    ['WeChat without a secret', { kind: 'wechat_web', baseUrl: '', clientSecret: undefined }, 'clientSecret'],
  ])('is refused with %s, and the field is named', async (_, wrong, field) => {
    expect(fieldsOf(await post(admin, rows.saveProvider, { ...GOOD_PROVIDER, ...wrong }))).toEqual([
      'request.invalid',
      field,
    ])
    expect((await read()).providers).toEqual([])
  })

  it('of another unit cannot be seen, changed or deleted', async () => {
    const elsewhere = await test.signIn('admin', { host: 'ginkgo.localhost' })
    const [own] = (await change(rows.saveProvider, GOOD_PROVIDER, elsewhere)).providers
    const providerId = own?.providerId ?? ''
    expect((await read()).providers).toEqual([])
    expect((await post(admin, rows.saveProvider, { ...GOOD_PROVIDER, providerId })).code).toBe('sso.provider_unknown')
    expect((await post(admin, rows.deleteProvider, { providerId })).code).toBe('sso.provider_unknown')
    expect((await read(elsewhere)).providers).toEqual([own])
  })
})

describe('a third-party application', () => {
  async function register(given: object, browser = admin) {
    const envelope = await post(browser, rows.saveClient, { ...GOOD_CLIENT, ...given })
    expect(envelope.code).toBe('ok')
    return z.parse(rows.saveClient.answer, envelope.data)
  }

  it('is told its secret once, when it is registered and when it gets a new one', async () => {
    const { clientId, secret, settings } = await register({})
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(settings.clients).toMatchObject([{ clientId, name: '图书馆', enabled: true, secretSet: true }])

    const changed = await register({
      clientId,
      trusted: true,
      confidential: false,
      entryUrl: 'https://library.example.org/',
    })
    expect(changed.secret).toBeNull()
    expect(changed.settings.clients).toMatchObject([
      { clientId, trusted: true, secretSet: true, entryUrl: 'https://library.example.org/' },
    ])
    const rotated = await post(admin, rows.rotateClientSecret, { clientId })
    const { secret: fresh } = z.parse(rows.rotateClientSecret.answer, rotated.data)
    expect(fresh).not.toBe(secret)
    expect(JSON.stringify(await read())).not.toContain(fresh)
    expect((await change(rows.deleteClient, { clientId })).clients).toEqual([])
    for (const row of [rows.deleteClient, rows.rotateClientSecret])
      expect((await post(admin, row, { clientId })).code).toBe('sso.client_unknown')
  })

  it('without a secret gets none', async () => {
    const { clientId, secret, settings } = await register({ confidential: false })
    expect(secret).toBeNull()
    expect(settings.clients).toMatchObject([{ clientId, secretSet: false, pkceRequired: true }])
    expect((await post(admin, rows.rotateClientSecret, { clientId })).code).toBe('sso.client_unknown')
    await change(rows.deleteClient, { clientId })
  })

  it.each([
    ['no name', { name: '' }, 'name'],
    ['no redirect address', { redirectUris: [] }, 'redirectUris'],
    ['a redirect address without TLS', { redirectUris: ['http://a.example.org/'] }, 'redirectUris'],
    ['a redirect address with a wildcard', { redirectUris: ['https://*.example.org/'] }, 'redirectUris'],
    ['a redirect address with a fragment', { redirectUris: ['https://a.example.org/#x'] }, 'redirectUris'],
    ['twenty-one of them', { redirectUris: Array(21).fill('https://a.example.org/') }, 'redirectUris'],
    ['an entry that is a script', { entryUrl: 'javascript:alert(1)' }, 'entryUrl'],
    ['no PKCE and no secret', { confidential: false, pkceRequired: false }, 'pkceRequired'],
    ['tickets without a secret', { confidential: false, mayIssueTickets: true }, 'mayIssueTickets'],
  ])('is refused with %s, and the field is named', async (_, wrong, field) => {
    expect(fieldsOf(await post(admin, rows.saveClient, { ...GOOD_CLIENT, ...wrong }))).toEqual([
      'request.invalid',
      field,
    ])
    expect((await read()).clients).toEqual([])
  })

  it('of another unit cannot be seen, changed, deleted or given a new secret', async () => {
    const elsewhere = await test.signIn('admin', { host: 'ginkgo.localhost' })
    const { clientId, settings } = await register({}, elsewhere)
    expect((await read()).clients).toEqual([])
    expect((await post(admin, rows.saveClient, { ...GOOD_CLIENT, clientId })).code).toBe('sso.client_unknown')
    for (const row of [rows.deleteClient, rows.rotateClientSecret])
      expect((await post(admin, row, { clientId })).code).toBe('sso.client_unknown')
    expect((await read(elsewhere)).clients).toEqual(settings.clients)
  })
})

describe('the mail server', () => {
  it('keeps its password for the same server and user alone', async () => {
    expect((await change(rows.saveMail, GOOD_MAIL)).mail).toEqual({
      host: 'smtp.example.org',
      port: 465,
      secure: 'tls',
      username: 'portal',
      passwordSet: true,
      fromAddress: 'portal@example.org',
    })
    expect((await config()).resetByMail).toBe(true)
    const { password: _, ...rest } = GOOD_MAIL
    expect((await change(rows.saveMail, { ...rest, port: 2465 })).mail).toMatchObject({ port: 2465, passwordSet: true })
    expect((await change(rows.saveMail, { ...rest, host: 'evil.example.org' })).mail?.passwordSet).toBe(false)
    expect((await change(rows.deleteMail, {})).mail).toBeNull()
    expect((await config()).resetByMail ?? false).toBe(false)
    expect((await post(admin, rows.testMail, { to: 'a@example.org' })).code).toBe('mail.not_set_up')
  })

  it.each([
    ['no host', { host: ' ' }, 'host'],
    ['an address for a host', { host: 'https://smtp.example.org' }, 'host'],
    ['port 0', { port: 0 }, 'port'],
    ['half a port', { port: 25.5 }, 'port'],
    ['no sender', { fromAddress: '' }, 'fromAddress'],
    ['a sender that is no address', { fromAddress: 'portal' }, 'fromAddress'],
    ['a sender with a second line', { fromAddress: 'a@example.org\r\nBcc: b@example.org' }, 'fromAddress'],
    ['an unknown protection', { secure: 'ssl' }, 'secure'],
  ])('is refused with %s, and the field is named', async (_, wrong, field) => {
    expect(fieldsOf(await post(admin, rows.saveMail, { ...GOOD_MAIL, ...wrong }))).toEqual(['request.invalid', field])
    expect((await read()).mail).toBeNull()
  })

  it('is tried by a mail, and what it answers is told', async () => {
    const received: string[] = []
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: ({ address }, _, done) => done(address.startsWith('full@') ? new Error('mailbox is full') : undefined),
      onData: (stream, { envelope }, done) => {
        stream.resume().on('end', () => {
          received.push(...envelope.rcptTo.map(({ address }) => address))
          done()
        })
      },
    })
    const port = await findFreePort()
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    const problemOf = async (to: string) =>
      z.parse(rows.testMail.answer, (await post(admin, rows.testMail, { to })).data).problem
    await change(rows.saveMail, { ...GOOD_MAIL, host: '127.0.0.1', port, secure: 'none', username: '' })
    expect(await problemOf(' head@example.org ')).toBeNull()
    expect(received).toEqual(['head@example.org'])
    expect(await problemOf('full@example.org')).toMatchObject({
      code: 'mail.refused',
      said: expect.stringContaining('mailbox is full'),
    })
    expect(fieldsOf(await post(admin, rows.testMail, { to: 'head' }))).toEqual(['request.invalid', 'to'])

    await new Promise<void>((resolve) => server.close(resolve))
    expect(await problemOf('head@example.org')).toEqual({ code: 'mail.unreachable', said: '' })
    await change(rows.deleteMail, {})
  })
})

describe('secrets', () => {
  it('are in no answer and in no log line, and who changed what is', async () => {
    const [provider] = (await change(rows.saveProvider, GOOD_PROVIDER)).providers
    await change(rows.saveMail, GOOD_MAIL)
    const registered = await post(admin, rows.saveClient, GOOD_CLIENT)
    const { clientId, secret, settings } = z.parse(rows.saveClient.answer, registered.data)
    const shown = JSON.stringify([await read(), settings])
    const target = (line: string) => z.parse(z.object({ target: z.optional(z.string()) }), JSON.parse(line)).target
    const lines = () => test.logLines.filter((line) => line.includes('"action":"admin.'))
    await until(() => lines().some((line) => target(line) === clientId))
    expect(lines().some((line) => target(line) === provider?.providerId)).toBe(true)
    for (const hidden of ['provider-secret-1', 'mail-secret-1', secret ?? '']) {
      expect(shown).not.toContain(hidden)
      expect(test.logLines.join('\n')).not.toContain(hidden)
    }
    await change(rows.deleteProvider, { providerId: provider?.providerId })
    await change(rows.deleteClient, { clientId })
    await change(rows.deleteMail, {})
  })
})
