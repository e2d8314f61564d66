import { refusalText, type Envelope, type Language } from '../../contract/envelope.ts'

export interface HttpStatus {
  readonly status: number
  readonly statusText: string
}

/**
 * `envelope`: the server refused; `http`: a response without an envelope; `cookies`: the browser did not keep the session of a sign-in; the others had no response.
 * `retryAfter`: seconds.
 */
export type CallFailure =
  | { kind: 'envelope'; envelope: Envelope; http: HttpStatus; retryAfter: number | null }
  | { kind: 'http'; http: HttpStatus; retryAfter: number | null }
  | { kind: 'network' }
  | { kind: 'timeout'; after: number }
  | { kind: 'aborted' }
  | { kind: 'method'; method: string }
  | { kind: 'payload' }
  | { kind: 'answer' }
  | { kind: 'cookies' }

/** The only error of calls. `code` is the server's code, or `client.*` for a failure found by the client. */
export class CallError extends Error {
  readonly rowName: string
  readonly failure: CallFailure
  readonly code: string

  constructor(rowName: string, failure: CallFailure, cause?: unknown) {
    super(`${rowName}: ${describe(failure)}`, cause === undefined ? undefined : { cause })
    this.name = 'CallError'
    this.rowName = rowName
    this.failure = failure
    this.code = failure.kind === 'envelope' ? failure.envelope.code : `client.${failure.kind}`
  }

  /** The envelope's status unless that says that all is well, else the HTTP status, 501 for an upload without an object, else 0. */
  get status(): number {
    const { failure } = this
    if (failure.kind === 'envelope' && failure.envelope.status !== 200) return failure.envelope.status
    if (failure.kind === 'payload') return 501
    return failure.kind === 'envelope' || failure.kind === 'http' ? failure.http.status : 0
  }

  /** The server's own text in a language, if any. */
  serverText(language: Language): string | undefined {
    return this.failure.kind === 'envelope' ? refusalText(language, this.failure.envelope) : undefined
  }
}

function describe(failure: CallFailure): string {
  switch (failure.kind) {
    case 'envelope':
      return `${failure.envelope.status} ${failure.envelope.code}`
    case 'http':
      return `${failure.http.status} ${failure.http.statusText}`
    case 'network':
      return 'Network Error'
    case 'timeout':
      return `timeout of ${failure.after} ms exceeded`
    case 'aborted':
      return 'Request aborted'
    case 'method':
      return `Request method not supported: ${failure.method}`
    case 'payload':
      return 'file type error'
    case 'answer':
      return 'the answer does not have the agreed shape'
    case 'cookies':
      return 'the browser refuses cookies'
  }
}
