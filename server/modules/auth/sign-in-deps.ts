import type { StartData } from '../../../contract/endpoints/session.ts'
import type { Tx } from '../../db/database.ts'
import type { Session } from '../../http/call.ts'
import type { Passwords } from './passwords.ts'
import type { SignInLimit } from './sign-in-limit.ts'

/** What the routes of sign-in methods work with. */
export interface SignInDeps {
  readonly passwords: Passwords
  readonly limit: SignInLimit
  /** What the first screen after a sign-in needs. */
  readonly readStart: (tx: Tx, session: Session) => Promise<StartData>
}
