import type { ReadStart } from './session-tokens.ts'
import type { FastifyInstance } from 'fastify'
import { createRequestLimit, type RequestLimit } from '../../http/request-limit.ts'
import type { Passwords } from './passwords/passwords.ts'

/** Of one address. A whole school within ten minutes needs half of it. */
const SIGN_INS_PER_MINUTE = 600

/** Shared by all sign-in methods. */
export const createSignInLimit = (app: FastifyInstance) => createRequestLimit(app, SIGN_INS_PER_MINUTE)

export interface SignInDeps {
  readonly passwords: Passwords
  readonly limit: RequestLimit
  readonly readStart: ReadStart
}
