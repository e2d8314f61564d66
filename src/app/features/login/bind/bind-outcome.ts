import { CallError } from '../../../core/api/call-error.ts'
import { failureNotice } from '../../../core/notices/failure-message.ts'

/**
 * What the binding page shows after an attempt. `code`: the account wants its second step. `taken`: it was linked to another account meanwhile. `gone`:
 * the time for it is over.
 */
export type BindFailure = { kind: 'form' | 'code' | 'taken'; text: string } | { kind: 'gone' }

export function bindFailure(error: unknown): BindFailure {
  const code = error instanceof CallError ? error.code : ''
  switch (code) {
    // Not a failure: the field's hint says what to enter.
    case 'login.code_required':
      return { kind: 'code', text: '' }
    case 'login.code_wrong':
      return { kind: 'code', text: failureNotice(error).text }
    case 'sso.binding_invalid':
      return { kind: 'gone' }
    case 'sso.identity_taken':
    case 'sso.account_closed':
      return { kind: 'taken', text: failureNotice(error).text }
    default:
      return { kind: 'form', text: failureNotice(error).text }
  }
}

/** What is said of it at the field. */
export function bindText(error: unknown): string {
  const failure = bindFailure(error)
  return failure.kind === 'gone' ? '' : failure.text
}
