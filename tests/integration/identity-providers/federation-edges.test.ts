import { afterAll, beforeAll, expect, it } from 'vitest'
import { begin } from '../../support/callers/social-caller.ts'
import { addProvider, oidcForm } from '../../support/schools/social-providers.ts'
import { createSocialSchool, type SocialSchool } from '../../support/schools/social-school.ts'
import { discover, listenAt, register, signInThere } from '../../support/callers/third-party.ts'

let school: SocialSchool
beforeAll(async () => {
  school = await createSocialSchool()
})
afterAll(() => school.close())

it('a provider whose metadata name another issuer than the school has set up is of no use', async () => {
  const { test, vault, peer } = school
  // The same server under another name.
  const baseUrl = peer.issuer.replace('127.0.0.1', 'localhost')
  const provider = await addProvider(test.database, vault, { ...oidcForm(peer), baseUrl })
  const asked = peer.discoveries
  const { answer } = await begin(test.visit(), provider)
  expect(answer.envelope).toMatchObject({ status: 502, code: 'sso.provider_setup' })
  expect(peer.discoveries).toBe(asked + 1)
})

it('an ID token opens nothing: neither the issuer’s resource nor a call of the portal', async () => {
  const { test } = school
  const at = await listenAt(test)
  const config = await discover(at.origin, await register(test))
  const tokens = await signInThere(config, await test.signIn('teacher', at))
  const tell = (token: string | undefined) =>
    fetch(`${at.origin}/oidc/me`, { headers: { authorization: `Bearer ${token}` } })
  expect((await tell(tokens.access_token)).status).toBe(200)
  expect((await tell(tokens.id_token)).status).toBe(401)
  for (const token of [tokens.id_token, tokens.access_token]) {
    const headers = { cookie: `portal_access=${token}`, authorization: `Bearer ${token}` }
    const { envelope } = await test.visit(at).get('/api/uaa/oauth/me', { headers })
    expect(envelope).toMatchObject({ status: 401, code: 'session.expired' })
  }
})
