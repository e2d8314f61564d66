import { afterEach, expect, it, vi } from 'vitest'
import { splitSecrets, takeResetFromAddress, takeSecretsFromAddress } from './url-secrets.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

it.each(['username', 'password', 'token', 'accessToken', 'code', 'cid', 'ticket'])('takes %s out', (name) => {
  const { secrets, rest } = splitSecrets(`?a=1&${name}=s%20x&b=2`, 'ticket')
  expect(secrets).toEqual({ [name]: 's x' })
  expect(rest).toBe('?a=1&b=2')
})

it('knows the ticket by the name that the school chose', () => {
  expect(splitSecrets('?st=T-1&ticket=2', 'st')).toEqual({ secrets: { st: 'T-1' }, rest: '?ticket=2' })
})

it('takes every repetition, and an empty one too', () => {
  expect(splitSecrets('?password=&password=b', 'ticket')).toEqual({ secrets: { password: '' }, rest: '' })
})

it('leaves an address without secrets exactly as it is', () => {
  expect(splitSecrets('?redirect_uri=/a%2Fb&x', 'ticket')).toEqual({ secrets: null, rest: '?redirect_uri=/a%2Fb&x' })
  expect(splitSecrets('', 'ticket')).toEqual({ secrets: null, rest: '' })
})

it('rewrites the history entry in place, with its state, path and hash', () => {
  const replaceState = vi.fn<History['replaceState']>()
  vi.stubGlobal('history', { state: { kept: 1 }, replaceState })
  vi.stubGlobal('location', { pathname: '/login', search: '?username=a&password=b&state=x', hash: '#/c' })
  expect(takeSecretsFromAddress('ticket')).toEqual({ username: 'a', password: 'b' })
  expect(replaceState).toHaveBeenCalledExactlyOnceWith({ kept: 1 }, '', '/login?state=x#/c')
})

it('does not touch the history when there is nothing to take', () => {
  const replaceState = vi.fn<History['replaceState']>()
  vi.stubGlobal('history', { state: null, replaceState })
  vi.stubGlobal('location', { pathname: '/login', search: '?state=x', hash: '' })
  expect(takeSecretsFromAddress('ticket')).toBeNull()
  expect(replaceState).not.toHaveBeenCalled()
})

it('takes what comes along with a code from elsewhere, and leaves it where there is no code', () => {
  const { secrets, rest } = splitSecrets('?code=c&state=s&iss=i&session_state=x&a=1', 'ticket')
  expect(secrets).toEqual({ code: 'c', state: 's', iss: 'i', session_state: 'x' })
  expect(rest).toBe('?a=1')
  const request = '?client_id=c&state=s&redirect_uri=https%3A%2F%2Fapp.example%2Fcb'
  expect(splitSecrets(request, 'ticket')).toEqual({ secrets: null, rest: request })
})

it('takes the secret of a mail’s link out of the hash, and leaves any other hash alone', () => {
  const replaceState = vi.fn<History['replaceState']>()
  vi.stubGlobal('history', { state: null, replaceState })
  vi.stubGlobal('location', { pathname: '/forgetPassword', search: '?a=1', hash: '#reset=ab-C_9' })
  expect(takeResetFromAddress()).toBe('ab-C_9')
  expect(replaceState.mock.calls).toEqual([[null, '', '/forgetPassword?a=1']])
  for (const hash of ['', '#', '#reset=', '#reset=a b', '#/reset=a', '#content']) {
    vi.stubGlobal('location', { pathname: '/forgetPassword', search: '', hash })
    expect(takeResetFromAddress()).toBeNull()
  }
  expect(replaceState).toHaveBeenCalledTimes(1)
})
