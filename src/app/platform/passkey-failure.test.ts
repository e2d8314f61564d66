import { WebAuthnError } from '@simplewebauthn/browser'
import { expect, it } from 'vitest'
import { passkeyFailure } from './passkey-failure.ts'

const exception = (name: string) => new DOMException('x', name)

it.each([
  ['a closed window', exception('NotAllowedError'), 'cancelled'],
  [
    'a closed window, wrapped',
    new WebAuthnError({
      message: 'x',
      code: 'ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY',
      cause: exception('NotAllowedError'),
    }),
    'cancelled',
  ],
  [
    'a ceremony that took its place',
    new WebAuthnError({ message: 'x', code: 'ERROR_CEREMONY_ABORTED', cause: exception('AbortError') }),
    'renewed',
  ],
  ['a passkey that is there', exception('InvalidStateError'), 'exists'],
  ['an address without a name', exception('SecurityError'), 'address'],
  ['a device that cannot', exception('ConstraintError'), 'device'],
  ['a server that refuses', new Error('x'), 'other'],
  ['nothing at all', undefined, 'other'],
])('tells apart %s', (_, error, failure) => {
  expect(passkeyFailure(error)).toBe(failure)
})
