import type { ErrorCode } from '../../../../contract/errors.ts'
import { CallError } from '../../core/api/call-error.ts'

/** Lets one refusal pass, and throws anything else: what was to be taken away is gone already, so what the person wanted is so. */
export function forgiveGone(code: ErrorCode): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof CallError) || error.code !== code) throw error
  }
}
