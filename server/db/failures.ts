import { errorCode, errorMessage } from '../runtime/errno.ts'

const systemCodes = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT'])

/**
 * True when a query failed because its connection broke or the database is stopping, not because of what was asked. drizzle wraps errors, so
 * the causes are looked through as well.
 */
export function isConnectionFailure(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = errorCode(at)
    // SQLSTATE: class 08 is a lost connection, 57P01 to 57P03 a database that is stopping or starting, 53300 too many connections.
    if (systemCodes.has(code) || /^(08...|57P0[123]|53300)$/.test(code)) return true
    if (
      /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout)/.test(
        errorMessage(at),
      )
    )
      return true
  }
  return false
}
