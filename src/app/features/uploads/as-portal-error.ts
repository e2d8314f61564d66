import { isErrorCode, type ErrorCode } from '../../../../contract/errors.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { CallError } from '../../core/api/call-error.ts'

/** What stopped an upload as an error whose code has a text in both languages; the call's own is its cause. */
export function asPortalError(error: unknown): PortalError {
  if (error instanceof PortalError) return error
  return new PortalError(error instanceof CallError ? codeOf(error) : 'server.internal', { cause: error })
}

function codeOf({ code, failure, status }: CallError): ErrorCode {
  if (isErrorCode(code)) return code
  switch (failure.kind) {
    case 'network':
    case 'timeout':
    case 'aborted':
      return 'network.failed'
    case 'answer':
      return 'network.answer'
    default:
      if (status === 413) return 'request.too_large'
      return status >= 502 && status <= 504 ? 'server.unavailable' : 'server.internal'
  }
}
