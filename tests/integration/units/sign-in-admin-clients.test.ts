import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { ROSTER_SCOPES } from '../../../contract/rules/one-roster.ts'
import * as signInAdmin from '../../../contract/endpoints/sign-in/sign-in-admin.ts'
import { fieldsOf, GOOD_CLIENT, useAdministeredSchool } from '../../support/schools/sign-in-settings.ts'

const school = useAdministeredSchool()
const { post, change, read } = school

describe('a third-party application', () => {
  async function register(given: object, browser = school.admin) {
    const envelope = await post(signInAdmin.saveClient, { ...GOOD_CLIENT, ...given }, browser)
    expect(envelope.code).toBe('ok')
    return z.parse(signInAdmin.saveClient.response, envelope.data)
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
    const rotated = await post(signInAdmin.rotateClientSecret, { clientId })
    const { secret: fresh } = z.parse(signInAdmin.rotateClientSecret.response, rotated.data)
    expect(fresh).not.toBe(secret)
    expect(JSON.stringify(await read())).not.toContain(fresh)
    expect((await change(signInAdmin.deleteClient, { clientId })).clients).toEqual([])
    for (const row of [signInAdmin.deleteClient, signInAdmin.rotateClientSecret])
      expect((await post(row, { clientId })).code).toBe('sso.client_unknown')
  })

  it('signs administrators in by tickets where that is turned on alone', async () => {
    const { clientId, settings } = await register({ mayIssueTickets: true })
    expect(settings.clients).toMatchObject([{ mayIssueTickets: true, adminTickets: false }])
    const changed = await register({ clientId, mayIssueTickets: true, adminTickets: true })
    expect(changed.settings.clients).toMatchObject([{ clientId, adminTickets: true }])
    await change(signInAdmin.deleteClient, { clientId })
  })

  it('is told of ended sessions at the address that it has, once it has one', async () => {
    const logout = {
      backchannelLogoutUri: ' https://library.example.org/logout?from=portal ',
      backchannelLogoutSessionRequired: true,
    }
    const { clientId, settings } = await register(logout)
    const stored = { ...logout, backchannelLogoutUri: logout.backchannelLogoutUri.trim() }
    expect(settings.clients).toMatchObject([stored])
    const changed = await register({ clientId })
    expect(changed.settings.clients).toMatchObject([
      { backchannelLogoutUri: '', backchannelLogoutSessionRequired: false },
    ])
    await change(signInAdmin.deleteClient, { clientId })
  })

  it('that reads rosters needs no redirect address, keeps its scopes when it is changed, and has a secret', async () => {
    const ownScopes = [ROSTER_SCOPES[0], ROSTER_SCOPES[2]]
    const { clientId, secret, settings } = await register({ redirectUris: [], ownScopes })
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(settings.clients).toMatchObject([{ clientId, redirectUris: [], ownScopes, secretSet: true }])
    const changed = await register({ clientId, redirectUris: [], ownScopes: [ROSTER_SCOPES[1]], name: '课表' })
    expect(changed.settings.clients).toMatchObject([{ clientId, name: '课表', ownScopes: [ROSTER_SCOPES[1]] }])
    await change(signInAdmin.deleteClient, { clientId })
  })

  it('without a secret gets none', async () => {
    const { clientId, secret, settings } = await register({ confidential: false })
    expect(secret).toBeNull()
    expect(settings.clients).toMatchObject([{ clientId, secretSet: false, pkceRequired: true }])
    expect((await post(signInAdmin.rotateClientSecret, { clientId })).code).toBe('sso.client_unknown')
    await change(signInAdmin.deleteClient, { clientId })
  })

  it('of a device has a scheme of its own and loopback addresses, for the way in and out', async () => {
    const addresses = {
      redirectUris: ['org.example.reader:/signed-in', 'http://127.0.0.1/signed-in', 'http://[::1]/signed-in'],
      postLogoutRedirectUris: ['org.example.reader:/bye', 'https://reader.example.org/bye'],
    }
    const { clientId, settings } = await register({ ...addresses, confidential: false })
    expect(settings.clients).toMatchObject([addresses])
    const changed = await register({ clientId, confidential: false, postLogoutRedirectUris: [] })
    expect(changed.settings.clients).toMatchObject([{ postLogoutRedirectUris: [] }])
    await change(signInAdmin.deleteClient, { clientId })
  })

  it.each([
    ['a scheme of its own and a secret', { redirectUris: ['org.example.reader:/'] }, 'redirectUris'],
    ['a scheme without a dot', { confidential: false, redirectUris: ['reader:/'] }, 'redirectUris'],
    [
      'a scheme of its own to go to afterwards and a secret',
      { postLogoutRedirectUris: ['org.example.reader:/'] },
      'postLogoutRedirectUris',
    ],
    [
      'an address afterwards without TLS',
      { postLogoutRedirectUris: ['http://a.example.org/'] },
      'postLogoutRedirectUris',
    ],
    ['no name', { name: '' }, 'name'],
    ['no redirect address', { redirectUris: [] }, 'redirectUris'],
    ['a scope that there is not', { ownScopes: ['roster.write'] }, 'ownScopes.0'],
    ['scopes without a secret', { confidential: false, ownScopes: [ROSTER_SCOPES[0]] }, 'ownScopes'],
    ['a redirect address without TLS', { redirectUris: ['http://a.example.org/'] }, 'redirectUris'],
    ['a redirect address with a wildcard', { redirectUris: ['https://*.example.org/'] }, 'redirectUris'],
    ['a redirect address with a fragment', { redirectUris: ['https://a.example.org/#x'] }, 'redirectUris'],
    ['twenty-one of them', { redirectUris: Array(21).fill('https://a.example.org/') }, 'redirectUris'],
    ['an entry that is a script', { entryUrl: 'javascript:alert(1)' }, 'entryUrl'],
    ['a logout address without TLS', { backchannelLogoutUri: 'http://a.example.org/' }, 'backchannelLogoutUri'],
    [
      'a logout address with a password',
      { backchannelLogoutUri: 'https://a:b@a.example.org/' },
      'backchannelLogoutUri',
    ],
    [
      'a session in logouts that are not told',
      { backchannelLogoutSessionRequired: true },
      'backchannelLogoutSessionRequired',
    ],
    ['no PKCE and no secret', { confidential: false, pkceRequired: false }, 'pkceRequired'],
    ['tickets for administrators without tickets', { adminTickets: true }, 'adminTickets'],
    ['tickets without a secret', { confidential: false, mayIssueTickets: true }, 'mayIssueTickets'],
  ])('is refused with %s, and the field is named', async (_, wrong, field) => {
    expect(fieldsOf(await post(signInAdmin.saveClient, { ...GOOD_CLIENT, ...wrong }))).toEqual([
      'request.invalid',
      field,
    ])
    expect((await read()).clients).toEqual([])
  })

  it('of another unit cannot be seen, changed, deleted or given a new secret', async () => {
    const elsewhere = await school.test.signIn('admin', { host: 'ginkgo.localhost' })
    const { clientId, settings } = await register({}, elsewhere)
    expect((await read()).clients).toEqual([])
    expect((await post(signInAdmin.saveClient, { ...GOOD_CLIENT, clientId })).code).toBe('sso.client_unknown')
    for (const row of [signInAdmin.deleteClient, signInAdmin.rotateClientSecret])
      expect((await post(row, { clientId })).code).toBe('sso.client_unknown')
    expect((await read(elsewhere)).clients).toEqual(settings.clients)
  })
})
