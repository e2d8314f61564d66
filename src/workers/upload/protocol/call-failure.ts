import { bilingual } from '../../../../contract/envelope.ts'
import { errorTexts, type ErrorCode } from '../../../../contract/errors.ts'

/** A call that did not bring what it was made for. */
export class CallFailure extends Error {
  readonly code: string
  /** The envelope's status, else HTTP's, else 0 when nobody answered. */
  readonly status: number
  /** What to tell a person, bilingual. */
  readonly text: string
  /** Milliseconds after which the server asked to be tried again. */
  readonly retryAfter: number | undefined

  constructor(code: string, status: number, text: string, retryAfter?: number) {
    super(`${status} ${code}`)
    this.name = 'CallFailure'
    this.code = code
    this.status = status
    this.text = text
    this.retryAfter = retryAfter
  }
}

/** A failure in the portal's own words, for what the client finds by itself and for answers that say nothing. */
export function ownFailure(
  code: ErrorCode,
  status: number = errorTexts[code].status,
  retryAfter?: number,
): CallFailure {
  const { zh, en } = errorTexts[code]
  return new CallFailure(code, status, bilingual(zh, en), retryAfter)
}
