import { errorCode } from '../../../server/runtime/errors.ts'

/** The SQLSTATE behind a failed query ('42501' is a missing right); drizzle keeps PostgreSQL's own error as the cause. */
export function sqlState(error: unknown): string {
  return error instanceof Error && errorCode(error) === '' ? sqlState(error.cause) : errorCode(error)
}
