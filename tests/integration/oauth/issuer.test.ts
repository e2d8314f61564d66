import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { pageOf } from '../../../contract/pages.ts'
import { OWN_SCOPES } from '../../../contract/rules/own-scopes.ts'
import { cleanUpIdentity } from '../../../server/modules/auth/cleanup.ts'
import { rotateKeys } from '../../../server/modules/oauth/issuer-keys.ts'
import { createTestApp } from '../../support/app/app.ts'
import { useListeningSchool } from '../../support/schools/listening-school.ts'
import { runAsOwner, unitOf } from '../../support/callers/session-probe.ts'
import { signInThere } from '../../support/callers/third-party.ts'

const school = useListeningSchool()
const { signIn, connect } = school

describe('the issuer', () => {
  it('tells third parties where it is and only what it can do', async () => {
    const response = await fetch(`${school.at.origin}/oidc/.well-known/openid-configuration`)
    const issuer = `${school.at.origin}/oidc`
    expect(await response.json()).toMatchObject({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/me`,
      jwks_uri: `${issuer}/jwks`,
      revocation_endpoint: `${issuer}/revoke`,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
      code_challenge_methods_supported: ['S256'],
      scopes_supported: ['openid', 'profile', 'email', 'offline_access', ...OWN_SCOPES],
      id_token_signing_alg_values_supported: ['RS256'],
      authorization_response_iss_parameter_supported: true,
    })
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('set-cookie')).toBeNull()
    const told = Object.keys(await (await fetch(`${school.at.origin}/oidc/.well-known/openid-configuration`)).json())
    for (const off of ['registration', 'device_authorization', 'introspection', 'pushed_authorization'])
      expect(told.filter((name) => name.startsWith(off))).toEqual([])
  })

  it('is another one at each unit, with keys of its own, and none at an unknown address', async () => {
    const jwks = async (host: string) => (await school.test.visit({ host }).request('GET', '/oidc/jwks')).json()
    const [here, there] = [await jwks('localhost'), await jwks('ginkgo.localhost')]
    expect(here.keys).toEqual([expect.objectContaining({ kty: 'RSA', alg: 'RS256', use: 'sig' })])
    expect(JSON.stringify(here)).not.toMatch(/"(?:d|p|q|dp|dq|qi)"/)
    expect(there.keys[0].kid).not.toBe(here.keys[0].kid)
    expect(await jwks('localhost')).toEqual(here)
    const unknown = await school.test.visit({ host: 'unknown.example' }).request('GET', '/oidc/jwks')
    expect(unknown.statusCode).toBe(404)
    expect(unknown.json()).toEqual({ error: 'invalid_request', error_description: 'tenant.unknown_host' })
  })

  it('is called by its address as a proxy that is trusted tells it', async () => {
    const behind = await createTestApp({ config: { trustProxy: ['192.0.2.1'], forwardedHost: true } })
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'ginkgo.localhost' }
    const path = '/oidc/.well-known/openid-configuration'
    const trusted = await behind.visit({ address: '192.0.2.1' }).request('GET', path, { headers })
    expect(trusted.json()).toMatchObject({
      issuer: 'https://ginkgo.localhost/oidc',
      token_endpoint: 'https://ginkgo.localhost/oidc/token',
    })
    const stranger = await behind.visit({ address: '192.0.2.9' }).request('GET', path, { headers })
    expect(stranger.json()).toMatchObject({
      issuer: 'http://localhost/oidc',
      token_endpoint: 'http://localhost/oidc/token',
    })
    await behind.close()
    // Without the operator's word for it the host is what the request names.
    const unnamed = await createTestApp({ config: { trustProxy: ['192.0.2.1'] } })
    const answer = await unnamed.visit({ address: '192.0.2.1' }).request('GET', path, { headers })
    expect(answer.json()).toMatchObject({ issuer: 'https://localhost/oidc' })
    await unnamed.close()
  })

  it('keeps its keys unreadable, and signs with a new one after a rotation while the old one is still published', async () => {
    const config = await connect()
    const kidOf = (token: string | undefined) =>
      JSON.parse(Buffer.from(token?.split('.')[0] ?? '', 'base64url').toString())
    const before = await signInThere(config, await signIn())
    const unitId = await unitOf(school.test)
    await school.test.database.inUnit({ unitId, userId: null }, (tx) => rotateKeys(tx, school.test.app.vault, unitId))
    const after = await signInThere(await connect(), await signIn())
    const { keys } = await (await fetch(`${school.at.origin}/oidc/jwks`)).json()
    const kids = keys.map(({ kid }: { kid: string }) => kid)
    expect(kids).toEqual([kidOf(after.id_token).kid, kidOf(before.id_token).kid])
    await runAsOwner(school.test, sql`update oauth_key set retired_at = retired_at - interval '2 days 1 second'`)
    await cleanUpIdentity(school.test.database)
    expect((await (await fetch(`${school.at.origin}/oidc/jwks`)).json()).keys).toMatchObject([{ kid: kids[0] }])
    const stored = JSON.stringify(
      await runAsOwner(school.test, sql`select encode(sealed_jwk, 'escape') from oauth_key`),
    )
    expect(stored).not.toContain('"kty"')
  })

  it('leaves the addresses where browsers go to pages of the portal', () => {
    expect(pageOf('/oidc/authorize')).toEqual({ kind: 'authorize' })
    expect(pageOf('/oidc/logout')).toEqual({ kind: 'logout' })
  })

  it.each([
    ['GET', '/oidc/token'],
    ['POST', '/oidc/reg'],
    ['POST', '/oidc/device/auth'],
    ['POST', '/oidc/request'],
    ['GET', '/oidc/session/end'],
    ['POST', '/oidc/logout/confirm'],
    ['POST', '/oidc/token/introspection'],
  ] as const)('does not answer %s %s', async (method, path) => {
    expect((await school.test.visit().request(method, path)).statusCode).toBeGreaterThanOrEqual(400)
  })
})
