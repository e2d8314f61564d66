import { describe, expect, it } from 'vitest'
import { asksThePerson, requestedAuthorization } from './requested-authorization.ts'

const origin = 'https://school.example'
const QUERY = '?client_id=c&login_hint=li'
const read = (pathname: string, search: string) => requestedAuthorization({ pathname, search, origin })

describe('the request of a page', () => {
  it('is its own, or that of the page that a login leads back to', () => {
    expect(read('/oidc/authorize', QUERY)?.get('login_hint')).toBe('li')
    const back = `?redirect_uri=${encodeURIComponent(`/oidc/authorize${QUERY}#started=1`)}`
    expect(read('/login', back)?.get('login_hint')).toBe('li')
  })

  it.each([
    ['/login', '?login_hint=li'],
    ['/login', '?redirect_uri=%2Fpages%2Fdesktop%2Fsetting%3Flogin_hint%3Dli'],
    ['/login', '?redirect_uri=https%3A%2F%2Fevil.example%2Fauthorize%3Flogin_hint%3Dli'],
    ['/', QUERY],
  ])('is none at %s%s', (pathname, search) => {
    expect(read(pathname, search)).toBeNull()
  })
})

it.each([
  ['prompt=login', true],
  ['prompt=consent%20select_account', true],
  ['max_age=60', true],
  ['prompt=consent', false],
  ['', false],
])('%s asks the person: %s', (query, asks) => {
  expect(asksThePerson(new URLSearchParams(query))).toBe(asks)
})

it('no request asks nothing', () => expect(asksThePerson(null)).toBe(false))
