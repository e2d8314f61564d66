import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as endpoints from '../../../contract/endpoints/sign-in/sign-in-admin.ts'
import { providers } from '../../../contract/endpoints/sign-in/sso.ts'
import { fieldsOf, GOOD_PROVIDER, useAdministeredSchool } from '../../support/schools/sign-in-settings.ts'

const school = useAdministeredSchool()
const { post, change, read, config } = school

describe('a provider of accounts', () => {
  it('stands on the login page once it is added, and is gone once it is turned off or deleted', async () => {
    const drawn = async () =>
      z.parse(providers.response, (await school.test.visit().get(providers.path)).envelope.data).map(({ name }) => name)
    const [added] = (await change(endpoints.saveProvider, GOOD_PROVIDER)).providers
    expect(added).toMatchObject({ name: '区统一认证', baseUrl: 'https://id.example.org', secretSet: true })
    const providerId = added?.providerId ?? ''
    expect((await config()).social).toBe(true)
    expect(await drawn()).toEqual(['区统一认证'])

    const { clientSecret: _, ...kept } = { ...GOOD_PROVIDER, providerId, name: ' 区认证 ' }
    const changed = (await change(endpoints.saveProvider, { ...kept, enabled: false })).providers
    expect(changed).toMatchObject([{ name: '区认证', enabled: false, secretSet: true }])
    expect((await config()).social ?? false).toBe(false)
    expect((await change(endpoints.deleteProvider, { providerId })).providers).toEqual([])
    expect((await post(endpoints.deleteProvider, { providerId })).code).toBe('sso.provider_unknown')
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
    expect(fieldsOf(await post(endpoints.saveProvider, { ...GOOD_PROVIDER, ...wrong }))).toEqual([
      'request.invalid',
      field,
    ])
    expect((await read()).providers).toEqual([])
  })

  it.each([
    ['the issuer', { baseUrl: 'https://id.evil.example' }, {}],
    ['the issuer’s path', { baseUrl: 'https://id.example.org/' }, {}],
    ['the server’s address', { apiUrl: 'https://api.evil.example' }, { kind: 'wecom', agentId: '1', baseUrl: '' }],
    [
      'the server’s address back to the official one',
      { apiUrl: '' },
      { kind: 'wechat_web', baseUrl: '', apiUrl: 'https://wechat.example.org' },
    ],
  ])('gets its kept secret at no other address: another one of %s asks for it again', async (_, other, kind) => {
    const good = { ...GOOD_PROVIDER, ...kind }
    const [added] = (await change(endpoints.saveProvider, good)).providers
    const { clientSecret: _secret, ...kept } = { ...good, providerId: added?.providerId }
    for (const clientSecret of [undefined, '', ' ']) {
      const envelope = await post(endpoints.saveProvider, { ...kept, ...other, clientSecret })
      expect(fieldsOf(envelope)).toEqual(['request.invalid', 'clientSecret'])
      expect(envelope.fieldErrors?.[0]?.message).toContain('|||The address has changed')
    }
    expect((await read()).providers).toEqual([added])
    // What is no other address keeps it: other texts, an official address that is spelled out, a slash at the end of one.
    const spelled = added?.kind === 'oidc' ? {} : { apiUrl: `${added?.apiUrl}/` }
    expect((await change(endpoints.saveProvider, { ...kept, ...spelled, name: '改名' })).providers).toMatchObject([
      { name: '改名', secretSet: true, apiUrl: added?.apiUrl },
    ])
    const moved = await change(endpoints.saveProvider, { ...kept, ...other, clientSecret: 'another-secret' })
    expect(moved.providers).toMatchObject([{ secretSet: true }])
    await change(endpoints.deleteProvider, { providerId: added?.providerId })
  })

  it('of another unit cannot be seen, changed or deleted', async () => {
    const elsewhere = await school.test.signIn('admin', { host: 'ginkgo.localhost' })
    const [own] = (await change(endpoints.saveProvider, GOOD_PROVIDER, elsewhere)).providers
    const providerId = own?.providerId ?? ''
    expect((await read()).providers).toEqual([])
    expect((await post(endpoints.saveProvider, { ...GOOD_PROVIDER, providerId })).code).toBe('sso.provider_unknown')
    expect((await post(endpoints.deleteProvider, { providerId })).code).toBe('sso.provider_unknown')
    expect((await read(elsewhere)).providers).toEqual([own])
  })
})
