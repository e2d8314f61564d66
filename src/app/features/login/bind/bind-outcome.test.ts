import { expect, it } from 'vitest'
import { CallError } from '../../../core/api/call-error.ts'
import { failureNotice } from '../../../core/notices/failure-message.ts'
import { bindFailure } from './bind-outcome.ts'

const failed = (status: number, code: string) =>
  new CallError('sso.bind', {
    kind: 'envelope',
    envelope: { status, code, message: 'words' },
    http: { status: 200, statusText: 'OK' },
    retryAfter: null,
  })

it('asks for the second step without calling it a failure', () => {
  expect(bindFailure(failed(401, 'login.code_required'))).toEqual({ kind: 'code', text: '' })
  expect(bindFailure(failed(401, 'login.code_wrong'))).toEqual({ kind: 'code', text: 'words' })
})

it('knows when nothing that is entered can help any more', () => {
  expect(bindFailure(failed(403, 'sso.binding_invalid'))).toEqual({ kind: 'gone' })
  expect(bindFailure(failed(409, 'sso.identity_taken'))).toEqual({ kind: 'taken', text: 'words' })
})

it('leaves everything else to the form', () => {
  expect(bindFailure(failed(400, 'login.failed'))).toEqual({ kind: 'form', text: 'words' })
  expect(bindFailure(failed(429, 'login.slow_down'))).toEqual({ kind: 'form', text: 'words' })
  const bug = new TypeError('x')
  expect(bindFailure(bug)).toEqual({ kind: 'form', text: failureNotice(bug).text })
})
