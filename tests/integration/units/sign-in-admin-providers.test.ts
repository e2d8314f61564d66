import { once } from 'node:events'
import { createServer } from 'node:http'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as signInAdmin from '../../../contract/endpoints/sign-in/sign-in-admin.ts'
import * as sso from '../../../contract/endpoints/sign-in/sso.ts'
import { startFakeOidcProvider } from '../../support/fakes/fake-oidc-provider.ts'
import { createTestApp } from '../../support/app/app.ts'
import { postJson } from '../../support/callers/passkey-caller.ts'
import { runAsOwner } from '../../support/callers/session-probe.ts'
import { fieldsOf, GOOD_PROVIDER, useAdministeredSchool } from '../../support/schools/sign-in-settings.ts'

const school = useAdministeredSchool()
const { post, change, read, config } = school

describe('a provider of accounts', () => {
  it('stands on the login page once it is added, and is gone once it is turned off or deleted', async () => {
    const drawn = async () =>
      z
        .parse(sso.providers.response, (await school.test.visit().get(sso.providers.path)).envelope.data)
        .map(({ name }) => name)
    const peer = await startFakeOidcProvider()
    const used = { ...GOOD_PROVIDER, baseUrl: peer.issuer, enabled: true }
    const [added] = (await change(signInAdmin.saveProvider, used)).providers
    expect(added).toMatchObject({ name: '区统一认证', baseUrl: peer.issuer, secretSet: true })
    await peer.close()
    const providerId = added?.providerId ?? ''
    expect((await config()).social).toBe(true)
    expect(await drawn()).toEqual(['区统一认证'])

    const { clientSecret: _, ...kept } = { ...used, providerId, name: ' 区认证 ' }
    const changed = (await change(signInAdmin.saveProvider, { ...kept, enabled: false })).providers
    expect(changed).toMatchObject([{ name: '区认证', enabled: false, secretSet: true }])
    expect((await config()).social ?? false).toBe(false)
    expect((await change(signInAdmin.deleteProvider, { providerId })).providers).toEqual([])
    expect((await post(signInAdmin.deleteProvider, { providerId })).code).toBe('sso.provider_unknown')
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
    expect(fieldsOf(await post(signInAdmin.saveProvider, { ...GOOD_PROVIDER, ...wrong }))).toEqual([
      'request.invalid',
      field,
    ])
    expect((await read()).providers).toEqual([])
  })

  it.each([
    ['the issuer', { baseUrl: 'https://id.evil.example' }, {}],
    ['the issuer’s path', { baseUrl: 'https://id.example.org/realm' }, {}],
    ['the server’s address', { apiUrl: 'https://api.evil.example' }, { kind: 'wecom', agentId: '1', baseUrl: '' }],
    [
      'the server’s address back to the official one',
      { apiUrl: '' },
      { kind: 'wechat_web', baseUrl: '', apiUrl: 'https://wechat.example.org' },
    ],
  ])('gets its kept secret at no other address: another one of %s asks for it again', async (_, other, kind) => {
    const good = { ...GOOD_PROVIDER, ...kind }
    const [added] = (await change(signInAdmin.saveProvider, good)).providers
    const { clientSecret: _secret, ...kept } = { ...good, providerId: added?.providerId }
    for (const clientSecret of [undefined, '', ' ']) {
      const envelope = await post(signInAdmin.saveProvider, { ...kept, ...other, clientSecret })
      expect(fieldsOf(envelope)).toEqual(['request.invalid', 'clientSecret'])
      expect(envelope.fieldErrors?.[0]?.message).toContain('|||The address has changed')
    }
    expect((await read()).providers).toEqual([added])
    // What is no other address keeps it: other texts, an official address that is spelled out, a slash at the end of one.
    const spelled = added?.kind === 'oidc' ? {} : { apiUrl: `${added?.apiUrl}/` }
    expect((await change(signInAdmin.saveProvider, { ...kept, ...spelled, name: '改名' })).providers).toMatchObject([
      { name: '改名', secretSet: true, apiUrl: added?.apiUrl },
    ])
    const moved = await change(signInAdmin.saveProvider, { ...kept, ...other, clientSecret: 'another-secret' })
    expect(moved.providers).toMatchObject([{ secretSet: true }])
    await change(signInAdmin.deleteProvider, { providerId: added?.providerId })
  })

  it('of another unit cannot be seen, changed or deleted', async () => {
    const elsewhere = await school.test.signIn('admin', { host: 'ginkgo.localhost' })
    const [own] = (await change(signInAdmin.saveProvider, GOOD_PROVIDER, elsewhere)).providers
    const providerId = own?.providerId ?? ''
    expect((await read()).providers).toEqual([])
    expect((await post(signInAdmin.saveProvider, { ...GOOD_PROVIDER, providerId })).code).toBe('sso.provider_unknown')
    expect((await post(signInAdmin.deleteProvider, { providerId })).code).toBe('sso.provider_unknown')
    expect((await read(elsewhere)).providers).toEqual([own])
  })
})

describe('a provider inside the network of the portal', () => {
  const WECHAT = { kind: 'wechat_web', baseUrl: '' }

  it.each([
    ['a number', { baseUrl: 'https://10.0.0.30' }, 'baseUrl'],
    ['this machine', { baseUrl: 'http://127.0.0.1:9000' }, 'baseUrl'],
    ['a name that leads there', { baseUrl: 'http://localhost:9000' }, 'baseUrl'],
    ['IPv6', { baseUrl: 'https://[fd00::1]' }, 'baseUrl'],
    ['an IPv4 address within IPv6', { baseUrl: 'https://[::ffff:10.0.0.30]' }, 'baseUrl'],
    ['a cloud’s metadata', { baseUrl: 'https://169.254.169.254' }, 'baseUrl'],
    ['the server’s address of WeChat', { ...WECHAT, apiUrl: 'https://192.168.1.5' }, 'apiUrl'],
  ])('is not stored without the operator’s list: %s', async (_, wrong, field) => {
    const strict = await createTestApp({ config: { providerNetworks: [] } })
    try {
      const admin = await strict.signIn('admin')
      const { envelope } = await postJson(admin, signInAdmin.saveProvider.path, { ...GOOD_PROVIDER, ...wrong })
      expect([envelope.code, envelope.fieldErrors?.[0]?.field]).toEqual(['sso.provider_private', field])
      expect(envelope.message).toContain('PORTAL_PROVIDER_NETWORKS')
    } finally {
      await strict.close()
    }
  })

  it('is not called either where it was stored before, and not by what a public one names', async () => {
    let asked = 0
    const server = createServer((_, response) => {
      asked += 1
      response.end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = z.parse(z.object({ port: z.number() }), server.address())
    const strict = await createTestApp({ config: { providerNetworks: [] } })
    try {
      await runAsOwner(
        strict,
        sql`insert into sign_in_provider (unit_id, kind, name, english_name, enabled, client_id, base_url, scopes, position)
            select unit_id, 'oidc', 'x', 'x', true, 'portal', ${`http://127.0.0.1:${port}`}, 'openid', 1 from unit_host where host = 'localhost'`,
      )
      const [row] = await runAsOwner(strict, sql`select provider_id as id from sign_in_provider`)
      const { envelope } = await strict.visit().post(sso.beginSocial.path, { provider: String(row?.['id']) })
      expect(envelope.code).toBe('sso.provider_private')
      expect(asked).toBe(0)
    } finally {
      await strict.close()
      server.close()
    }
  })

  it('is stored where the operator allows its network', async () => {
    const open = await createTestApp({ config: { providerNetworks: ['10.0.0.0/8'] } })
    try {
      const admin = await open.signIn('admin')
      const given = { ...GOOD_PROVIDER, baseUrl: 'https://10.0.0.30' }
      expect((await postJson(admin, signInAdmin.saveProvider.path, given)).envelope.code).toBe('ok')
    } finally {
      await open.close()
    }
  })
})
