import { expect, it } from 'vitest'
import { CallError } from '../../../core/api/call-error.ts'
import { bindFailure } from './bind-outcome.ts'

const failed = (status: number, code: string) =>
  new CallError('sso.bind', {
    kind: 'envelope',
    envelope: { status, code, message: '' },
    http: { status: 200, statusText: 'OK' },
    retryAfter: null,
  })
const sort = (error: unknown) => bindFailure(error, () => 'words')

it('asks for the second step without calling it a failure', () => {
  expect(sort(failed(401, 'login.code_required'))).toEqual({ kind: 'code', text: '' })
  expect(sort(failed(401, 'login.code_wrong'))).toEqual({ kind: 'code', text: 'words' })
})

it('knows when nothing that is entered can help any more', () => {
  expect(sort(failed(403, 'sso.binding_invalid'))).toEqual({ kind: 'gone' })
  expect(sort(failed(409, 'sso.identity_taken'))).toEqual({ kind: 'taken', text: 'words' })
})

it('leaves everything else to the form', () => {
  expect(sort(failed(400, 'login.failed'))).toEqual({ kind: 'form', text: 'words' })
  expect(sort(failed(429, 'login.slow_down'))).toEqual({ kind: 'form', text: 'words' })
  expect(sort(new TypeError('x'))).toEqual({ kind: 'form', text: 'words' })
})
