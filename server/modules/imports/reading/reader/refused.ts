import type { ErrorCode } from '../../../../../contract/errors.ts'

/** A file that is not read. A PortalError has no message of its own, and that of 'import.csv_broken' is the row. */
export class Refused extends Error {
  readonly code: ErrorCode

  constructor(code: ErrorCode, { message = code, cause }: { message?: string; cause?: unknown } = {}) {
    super(message, { cause })
    this.code = code
  }
}
