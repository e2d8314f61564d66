import { describe, expect, it } from 'vitest'
import { answerAddress, findFault, readScopes, REFUSED } from './authorization-request.ts'

const request = {
  response_type: 'code',
  client_id: 'library',
  redirect_uri: 'https://library.example/cb?school=7',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
}
const withoutPkce = { ...request, code_challenge: undefined, code_challenge_method: undefined }

describe('scopes', () => {
  it.each([
    [undefined, ['openid', 'profile']],
    ['', ['openid', 'profile']],
    ['email openid', ['openid', 'email']],
    ['openid openid address phone', ['openid']],
    ['profile offline_access', ['profile', 'offline_access']],
    ['OPENID', []],
    ['everything', []],
  ])('of %j are %j', (asked, known) => {
    expect(readScopes(asked)).toEqual(known)
  })
})

describe('a request', () => {
  it('is good with an S256 challenge', () => {
    expect(findFault(request, ['openid'], true)).toBeUndefined()
    expect(findFault(request, ['openid'], false)).toBeUndefined()
  })

  it('is good without a challenge only when the client is registered so', () => {
    expect(findFault(withoutPkce, ['openid'], false)).toBeUndefined()
    expect(findFault(withoutPkce, ['openid'], true)).toMatchObject({ error: 'invalid_request' })
  })

  it.each([
    ['token', 'unsupported_response_type'],
    ['code id_token', 'unsupported_response_type'],
    ['id_token', 'unsupported_response_type'],
    ['CODE', 'unsupported_response_type'],
  ])('of response_type %s is %s', (response_type, error) => {
    expect(findFault({ ...request, response_type }, ['openid'], true)).toMatchObject({ error })
  })

  it.each([
    ['the method plain', { code_challenge_method: 'plain' }],
    ['no method, which means plain', { code_challenge_method: undefined }],
    ['an unknown method', { code_challenge_method: 'S512' }],
    ['a challenge that is too short', { code_challenge: 'short' }],
    ['an empty challenge', { code_challenge: '' }],
    ['a challenge of other letters', { code_challenge: `${'a'.repeat(42)}+` }],
    ['a method without a challenge', { code_challenge: undefined }],
  ])('with %s is refused, also of a client that need not have one', (_, part) => {
    for (const required of [true, false])
      expect(findFault({ ...request, ...part }, ['openid'], required)).toMatchObject({ error: 'invalid_request' })
  })

  it('needs a scope that is known', () => {
    expect(findFault(request, [], true)).toMatchObject({ error: 'invalid_scope' })
  })
})

describe('the way back', () => {
  const iss = 'https://school.example/oidc'

  it('carries code, state and issuer behind what the address had', () => {
    const url = new URL(answerAddress({ ...request, state: 'a&b #1' }, { code: 'x' }, iss))
    expect(`${url.origin}${url.pathname}`).toBe('https://library.example/cb')
    expect([...url.searchParams]).toEqual([
      ['school', '7'],
      ['code', 'x'],
      ['state', 'a&b #1'],
      ['iss', iss],
    ])
  })

  it('carries no state when there was none, and an error when there was one', () => {
    const { searchParams } = new URL(answerAddress(request, REFUSED, iss))
    expect(searchParams.get('error')).toBe('access_denied')
    expect(searchParams.get('error_description')).toBe('The person refused.')
    expect(searchParams.has('state')).toBe(false)
    expect(searchParams.has('code')).toBe(false)
  })
})
