import { describe, expect, it } from 'vitest'
import * as client from 'openid-client'
import { pageOf } from '../../../contract/pages.ts'
import { useListeningSchool } from '../../support/schools/listening-school.ts'
import { SETTINGS, setUp } from '../../support/callers/relying-party.ts'

// The cases of the OpenID Foundation's plan "Config OP", by the library that third parties use.

const school = useListeningSchool()

const EXPECTED: Record<string, unknown> = {
  authorization_endpoint: '/authorize',
  token_endpoint: '/token',
  userinfo_endpoint: '/me',
  jwks_uri: '/jwks',
  end_session_endpoint: '/logout',
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
  prompt_values_supported: ['none', 'login', 'consent', 'select_account'],
  acr_values_supported: ['1', '2'],
  ui_locales_supported: ['zh-CN', 'en'],
  claims_parameter_supported: false,
  request_parameter_supported: false,
  request_uri_parameter_supported: false,
  authorization_response_iss_parameter_supported: true,
  backchannel_logout_supported: true,
  backchannel_logout_session_supported: true,
}

describe.each(SETTINGS)('discovery, with the %s settings of openid-client', (settings) => {
  it.each(Object.entries(EXPECTED))('says of %s %j', async (name, value) => {
    const told = setUp(await school.connect(), settings).serverMetadata()
    const isPath = typeof value === 'string' && value.startsWith('/')
    expect(told[name]).toEqual(isPath ? `${school.at.origin}/oidc${value}` : value)
  })

  it('names each claim that an ID token or /oidc/me has', async () => {
    const { claims_supported: claims = [] } = setUp(await school.connect(), settings).serverMetadata()
    const named = ['sub', 'iss', 'auth_time', 'acr', 'sid', 'unitId', 'userType', 'name', 'preferred_username', 'email']
    expect([...claims].toSorted()).toEqual(named.toSorted())
  })

  it('names keys for signatures alone, and pages where browsers go', async () => {
    const {
      jwks_uri = '',
      authorization_endpoint = '',
      end_session_endpoint = '',
    } = setUp(await school.connect(), settings).serverMetadata()
    const { keys } = await (await fetch(jwks_uri)).json()
    expect(keys).toEqual([expect.objectContaining({ kty: 'RSA', use: 'sig', alg: 'RS256' })])
    expect(pageOf(new URL(authorization_endpoint).pathname)).toEqual({ kind: 'authorize' })
    expect(pageOf(new URL(end_session_endpoint).pathname)).toEqual({ kind: 'logout' })
  })
})

it('is read by a library that knows the address alone', async () => {
  const { clientId, secret } = { clientId: 'unknown', secret: 'x' }
  const server = new URL(`${school.at.origin}/oidc/.well-known/openid-configuration`)
  const options = { execute: [client.allowInsecureRequests] }
  const config = await client.discovery(server, clientId, secret, undefined, options)
  expect(config.serverMetadata().issuer).toBe(`${school.at.origin}/oidc`)
})
