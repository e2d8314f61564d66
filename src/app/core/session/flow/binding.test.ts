import { expect, it } from 'vitest'
import { CallError, type CallFailure } from '../../api/call-error.ts'
import { bindingAddress } from './run-flow.ts'

const refusal = (status: number, code: string, data?: unknown): CallFailure => ({
  kind: 'envelope',
  envelope: { status, code, message: '', data },
  http: { status: 200, statusText: 'OK' },
  retryAfter: null,
})
const addressOf = (failure: CallFailure) => bindingAddress(new CallError('session.login', failure))

it('leads an unknown identity to the binding page, with what names it and nothing else', () => {
  const data = { openid: 'o&1', unionid: 'u', userType: 2 }
  expect(addressOf(refusal(400, 'not_bound', data))).toBe('/bind/?openid=o%261&unionid=u')
  expect(addressOf(refusal(400, 'not_bound'))).toBe('/bind/')
  expect(addressOf(refusal(400, 'not_bound', { openid: 7 }))).toBe('/bind/')
})

it.each([
  ['a wrong password elsewhere', refusal(400, 'invalid_grant')],
  ['a wrong password here', refusal(400, 'login.failed')],
  ['a malformed call', refusal(400, 'request.invalid')],
  ['another status', refusal(403, 'not_bound')],
  ['no answer', { kind: 'network' } as const],
])('does not take %s for one', (_, failure) => {
  expect(addressOf(failure)).toBeNull()
})
