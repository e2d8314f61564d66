import { PortalError } from '../../contract/portal-error.ts'
import { errorCode } from '../runtime/errors.ts'

const SYSTEM_CODES = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT'])
const BROKEN = /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout)/
/** EAGAIN: the socket of a PostgreSQL that accepts no connections has a full queue. */
const SILENT = /^(Query read timeout|Connection terminated due to connection timeout|timeout expired)/
/** SQLSTATE: class 08 is a lost connection, 57P01 to 57P03 a database that is stopping or starting, 25P03 and 25P04 a connection that PostgreSQL ended for the time it took. */
const LOST = /^(08...|57P0[123]|25P0[34])$/
/** SQLSTATE: too many connections, a statement and a lock that took too long, and a deadlock, of which the other transaction goes on. The connection stays usable. */
const OVERDUE = /^(53300|57014|55P03|40P01)$/
const DISK_FULL = '53100'
/** Raised by the triggers that hold the operator's limit of people. */
const PEOPLE_LIMIT = 'PL001'

function hasCause(error: unknown, test: (cause: Error) => boolean): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if (test(at)) return true
  return false
}

/**
 * Whether a query failed because its connection broke, the database is stopping or does not answer, not because of what was asked. drizzle wraps
 * errors, so the causes are checked as well.
 */
export function isConnectionFailure(error: unknown): boolean {
  return hasCause(error, (at) => SYSTEM_CODES.has(errorCode(at)) || LOST.test(errorCode(at)) || BROKEN.test(at.message))
}

/** Whether PostgreSQL did not answer at all. Not when this process waited for its own pool. */
export function isSilence(error: unknown): boolean {
  return hasCause(error, (at) => SILENT.test(at.message) || errorCode(at) === 'EAGAIN')
}

/**
 * 'server.unavailable' for a connection that broke or took too long and for a deadlock, 'storage.disk_full' for PostgreSQL's full disk, 'people.limit' where a unit has as many
 * people as it may, and anything else unchanged.
 */
export function toFailure(error: unknown): unknown {
  if (error instanceof PortalError) return error
  if (hasCause(error, (at) => errorCode(at) === DISK_FULL))
    return new PortalError('storage.disk_full', { cause: error })
  if (hasCause(error, (at) => errorCode(at) === PEOPLE_LIMIT)) return new PortalError('people.limit', { cause: error })
  const isOurs = isConnectionFailure(error) || hasCause(error, (at) => OVERDUE.test(errorCode(at)))
  return isOurs ? toUnavailable(error) : error
}

export function toUnavailable(cause?: unknown): PortalError {
  return new PortalError('server.unavailable', { cause })
}
