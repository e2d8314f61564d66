import type { ErrorCode } from '../../contract/errors.ts'
import type { CallError } from './call-error.ts'

const CODES: Readonly<Record<number, ErrorCode>> = {
  401: 'session.required',
  403: 'access.denied',
  404: 'request.not_found',
  413: 'network.too_large',
  429: 'request.rate_limited',
  502: 'server.unavailable',
  503: 'server.unavailable',
  504: 'server.unavailable',
}

/** The portal's code for a failed call, by what happened and by its status, where the server gives none or one of its own. */
export function errorCodeOf({ failure, status }: CallError): ErrorCode {
  switch (failure.kind) {
    case 'network':
    case 'timeout':
    case 'aborted':
      return 'network.failed'
    case 'answer':
      return 'network.answer'
    default:
      return CODES[status] ?? (status >= 500 ? 'server.internal' : 'request.invalid')
  }
}
