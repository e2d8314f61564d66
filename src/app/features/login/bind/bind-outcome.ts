import { CallError } from '../../../core/api/call-error.ts'

/** What the binding page shows after an attempt. `code`: the account wants its second step. */
export type BindFailure =
  | { kind: 'form'; text: string }
  | { kind: 'code'; text: string }
  /** The time for it is over. */
  | { kind: 'gone' }
  /** It was linked to another account meanwhile. */
  | { kind: 'taken'; text: string }

/** Classifies a failed binding; `describe` returns the text of a failure. */
export function bindFailure(error: unknown, describe: (error: unknown) => string): BindFailure {
  const code = error instanceof CallError ? error.code : ''
  switch (code) {
    // Not a failure: the field's hint says what to enter.
    case 'login.code_required':
      return { kind: 'code', text: '' }
    case 'login.code_wrong':
      return { kind: 'code', text: describe(error) }
    case 'sso.binding_invalid':
      return { kind: 'gone' }
    case 'sso.identity_taken':
    case 'sso.account_closed':
      return { kind: 'taken', text: describe(error) }
    default:
      return { kind: 'form', text: describe(error) }
  }
}
