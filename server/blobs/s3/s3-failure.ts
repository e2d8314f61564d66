import { S3ServiceException } from '@aws-sdk/client-s3'
import { PortalError } from '../../../contract/portal-error.ts'
import { errorCode } from '../../runtime/errno.ts'

/** What storage that has no room says; Amazon's never does. */
const FULL = new Set(['QuotaExceeded', 'XMinioStorageFull', 'XMinioAdminBucketQuotaExceeded', 'InsufficientStorage'])
const NO_ROOM = 507
/** What is not implemented will not be soon. */
const NEVER = 501
/** What passes, although its status is not one of the server's own failures. */
const PASSES = new Set(['SlowDown', 'RequestTimeout', 'Throttling', 'TooManyRequests', 'RequestLimitExceeded'])
/** What the way there fails with, by name or by the system's code. */
const UNREACHABLE = new Set([
  'TimeoutError',
  'CredentialsProviderError',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
])

/** Object storage refused. `code` is its own word for the reason, such as 'NoSuchUpload'; nothing else of its answer is kept. */
export class S3Refusal extends Error {
  readonly code: string
  readonly status: number

  constructor(code: string, status: number) {
    super(`the object storage answered ${code} (${status})`)
    this.name = 'S3Refusal'
    this.code = code
    this.status = status
  }
}

/**
 * What a failed request means: PortalError 'storage.disk_full', 'server.unavailable' for what passes, S3Refusal for every other answer. What did
 * not come from the storage stays as it is.
 */
export function toS3Failure(error: unknown): unknown {
  if (error instanceof S3ServiceException) {
    const status = error.$metadata.httpStatusCode ?? 0
    const refusal = new S3Refusal(error.name, status)
    if (FULL.has(error.name) || status === NO_ROOM) return new PortalError('storage.disk_full', { cause: refusal })
    if ((status >= 500 && status !== NEVER) || PASSES.has(error.name))
      return new PortalError('server.unavailable', { cause: refusal })
    return refusal
  }
  if (!(error instanceof Error)) return error
  const reachable = !UNREACHABLE.has(error.name) && !UNREACHABLE.has(errorCode(error))
  return reachable ? error : new PortalError('server.unavailable', { cause: error })
}

/** Whether object storage refused for one of these reasons. */
export function isRefusal(error: unknown, ...codes: string[]): error is S3Refusal {
  return error instanceof S3Refusal && codes.includes(error.code)
}
