import type { ErrorCode } from './errors.ts'

/** A failure with a code that every language has a text for. Thrown by the server's services and by the client's transport. */
export class PortalError extends Error {
  readonly code: ErrorCode
  readonly fields: readonly { field: string; code: ErrorCode }[]
  /** Seconds after which trying again makes sense. */
  readonly retryAfter: number | undefined
  /** What the caller needs to go on from this failure. */
  readonly data: unknown

  constructor(
    code: ErrorCode,
    options: {
      cause?: unknown
      fields?: readonly { field: string; code: ErrorCode }[]
      retryAfter?: number
      data?: unknown
    } = {},
  ) {
    super(code, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'PortalError'
    this.code = code
    this.fields = options.fields ?? []
    this.retryAfter = options.retryAfter
    this.data = options.data
  }
}
