import type { Envelope } from '../../contract/envelope.ts'
import { bilingual } from '../../contract/envelope.ts'
import type { ErrorCode } from '../../contract/errors.ts'
import { errorTexts } from '../../contract/errors.ts'
import { PortalError } from '../../contract/portal-error.ts'

export interface Failure {
  readonly code: ErrorCode
  /** 200 for what a correct client can run into in the ordinary course. */
  readonly http: number
  readonly envelope: Envelope
  /** Seconds. */
  readonly retryAfter: number | undefined
}

/** Turns any thrown value into an answer. An error that is not meant for callers becomes 'server.internal', without details. */
export function describeFailure(error: unknown): Failure {
  const known = error instanceof PortalError ? error : new PortalError(classify(error))
  const text = errorTexts[known.code]
  const fieldErrors = known.fields.map(({ field, code }) => ({ field, message: messageOf(code, field) }))
  return {
    code: known.code,
    http: text.http ?? 200,
    retryAfter: known.retryAfter,
    envelope: {
      status: text.status,
      code: known.code,
      message: messageOf(known.code),
      ...(fieldErrors.length > 0 && { fieldErrors }),
      ...(known.data !== undefined && { data: known.data }),
    },
  }
}

/** A field that is merely "not valid" is named, since the client shows such messages without their form. */
function messageOf(code: ErrorCode, field?: string): string {
  const { zh, en } = errorTexts[code]
  return field !== undefined && code === 'request.invalid'
    ? bilingual(`${field}：${zh}`, `${field}: ${en}`)
    : bilingual(zh, en)
}

function classify(error: unknown): ErrorCode {
  const status = statusOf(error)
  if (status === 413) return 'request.too_large'
  if (status === 415 || status === 406) return 'request.media_type'
  if (status === 404) return 'request.not_found'
  if (status === 429) return 'request.rate_limited'
  if (status >= 400 && status < 500) return 'request.invalid'
  return 'server.internal'
}

function statusOf(error: unknown): number {
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : undefined
  return typeof status === 'number' ? status : 500
}
