import { failureText, type Envelope, type Language } from '../../../../contract/envelope.ts'

export interface HttpStatus {
  readonly status: number
  readonly statusText: string
}

/** What can go wrong with a call. `envelope`: the server said no; `http`: something between answered; the rest never got an answer. */
export type CallFailure =
  | { kind: 'envelope'; envelope: Envelope; http: HttpStatus; retryAfter: number | null }
  | { kind: 'http'; http: HttpStatus; retryAfter: number | null }
  | { kind: 'network' }
  | { kind: 'timeout'; after: number }
  | { kind: 'aborted' }
  | { kind: 'method'; method: string }
  /** An upload was given something else than an object. */
  | { kind: 'payload' }
  | { kind: 'answer' }

/** The one error that calls reject with. `code` is the server's code, or `client.*` for what the client found itself. */
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

  /** The status that decides: the envelope's, else the HTTP status, 501 for an upload without an object, else 0. */
  get status(): number {
    if (this.failure.kind === 'envelope') return this.failure.envelope.status
    if (this.failure.kind === 'payload') return 501
    return this.failure.kind === 'http' ? this.failure.http.status : 0
  }

  /** The server's own words in a language, when it gave any. */
  serverText(language: Language): string | undefined {
    return this.failure.kind === 'envelope' ? failureText(language, this.failure.envelope) : undefined
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
  }
}
