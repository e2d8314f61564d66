import { bilingual, envelopeSchema, failureText, type Envelope } from '../../../../contract/envelope.ts'
import type { ErrorCode } from '../../../../contract/errors.ts'
import { CallFailure, ownFailure } from './call-failure.ts'

/** What came back over HTTP, from fetch or from XMLHttpRequest. */
export interface RawAnswer {
  readonly status: number
  readonly retryAfter: string | null
  readonly body: string
}

/** The envelope's data. Throws CallFailure for a refusal, for an HTTP failure without an envelope, and for what is not an answer at all. */
export function readAnswer({ status, retryAfter, body }: RawAnswer, now: number): unknown {
  const isOk = status >= 200 && status < 300
  const wait = readRetryAfter(retryAfter, now)
  const envelope = envelopeSchema.safeParse(parseJson(body))
  if (!envelope.success) throw isOk ? ownFailure('network.answer') : ownFailure(codeOfStatus(status), status, wait)
  if (isOk && envelope.data.status === 200) return envelope.data.data
  const said = envelope.data.status === 200 ? status : envelope.data.status
  throw new CallFailure(envelope.data.code, said, textOf(envelope.data, said), wait)
}

function textOf(envelope: Envelope, status: number): string {
  const [zh, en] = [failureText('zh-CN', envelope), failureText('en', envelope)]
  return zh !== undefined && en !== undefined ? bilingual(zh, en) : ownFailure(codeOfStatus(status)).text
}

function codeOfStatus(status: number): ErrorCode {
  switch (status) {
    case 401:
      return 'session.required'
    case 403:
      return 'access.denied'
    case 404:
      return 'request.not_found'
    case 413:
      return 'request.too_large'
    case 429:
      return 'request.rate_limited'
    case 502:
    case 503:
    case 504:
      return 'server.unavailable'
    default:
      return status >= 500 ? 'server.internal' : 'request.invalid'
  }
}

/** Retry-After in milliseconds from now: HTTP allows seconds or a date. */
function readRetryAfter(value: string | null, now: number): number | undefined {
  if (!value) return undefined
  const seconds = Number(value)
  const wait = Number.isNaN(seconds) ? Date.parse(value) - now : seconds * 1000
  return Number.isNaN(wait) ? undefined : Math.max(0, wait)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
