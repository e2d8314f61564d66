import type { ErrorCode } from '../../../../contract/errors.ts'
import { CallError } from '../../core/api/call-error.ts'

/** Ignores one refusal and throws all others: what was to be removed is gone already. */
export function forgiveGone(code: ErrorCode): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof CallError) || error.code !== code) throw error
  }
}
