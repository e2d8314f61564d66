import type { ErrorCode } from './errors.ts'

/** A failure with a code that has a text in every language. Thrown by the server's services and by the client's transport. */
export class PortalError extends Error {
  readonly code: ErrorCode
  readonly fields: readonly { field: string; code: ErrorCode }[]
  /** Seconds until a retry makes sense. */
  readonly retryAfter: number | undefined
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
