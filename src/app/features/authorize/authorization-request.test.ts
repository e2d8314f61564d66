import { expect, it } from 'vitest'
import { addressOfAnswer, hashOf, readRequest } from './authorization-request.ts'

const QUERY = new URLSearchParams({
  response_type: 'code',
  client_id: 'c1',
  redirect_uri: 'https://app.example/cb?a=1',
  state: 's&1',
  scope: 'openid profile',
  nonce: 'n',
  code_challenge: 'x',
  code_challenge_method: 'S256',
})
const request = readRequest(`?${QUERY}`)

it('takes over every parameter of the request and nothing else', () => {
  const more = { prompt: 'login consent', max_age: '60', id_token_hint: 'a.b.c', response_mode: 'query', request: 'e' }
  const query = new URLSearchParams({ ...Object.fromEntries(QUERY), ...more })
  expect(readRequest(`?${query}&password=x&ui_locales=en`)).toEqual(Object.fromEntries(query))
})

it('leaves out what is absent or empty, except what the server has to miss', () => {
  expect(readRequest('?client_id=c1&state=&scope=')).toEqual({ client_id: 'c1', redirect_uri: '' })
})

it('says which parameter the address has twice', () => {
  expect(readRequest('?client_id=c1&scope=openid&state=a&state=b&x=1&x=2')).toMatchObject({ repeated: 'state' })
})

it('carries the start of the request in the fragment', () => {
  expect(readRequest('?client_id=c1', hashOf('lq.AbC'))).toMatchObject({ started: 'lq.AbC' })
  expect(readRequest('?client_id=c1', '#other')).not.toHaveProperty('started')
})

it('goes to the address that the server gave, letter by letter', () => {
  const given = 'https://app.example/cb?a=1&code=c%20d&state=s%261&iss=i'
  expect(addressOfAnswer(request, given)).toBe(given)
})

it('puts code and state into the requested address', () => {
  expect(addressOfAnswer(request, { code: 'c d', state: 's&1' })).toBe(
    'https://app.example/cb?a=1&code=c+d&state=s%261',
  )
  expect(addressOfAnswer(request, { code: 'c' })).toBe('https://app.example/cb?a=1&code=c')
})

it.each([
  ['javascript:alert(1)', 'javascript:alert(1)//?code=c'],
  ['data:text/html,x', 'data:text/html,x'],
  ['https://app.example/cb', 'javascript:alert(1)'],
  ['https://app.example/cb', 'http://app.example/cb?code=c'],
  ['https://app.example/cb', '/cb?code=c'],
  ['', 'https://app.example/cb?code=c'],
])('goes nowhere when %j was asked for and %j answered', (redirect_uri, answer) => {
  expect(addressOfAnswer({ ...request, redirect_uri }, answer)).toBeNull()
})

it('knows the own scheme of an application on the device', () => {
  const own = { ...request, redirect_uri: 'org.example.app:/cb' }
  expect(addressOfAnswer(own, 'org.example.app:/cb?code=c')).toBe('org.example.app:/cb?code=c')
})
