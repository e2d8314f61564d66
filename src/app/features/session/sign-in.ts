import * as calls from '../../../../contract/calls/session.ts'
import type { StartData } from '../../../../contract/calls/session.ts'
import type { LoginForm } from '../../../../contract/rules/login.ts'
import type { AnswerOf } from '../../../../contract/row.ts'
import { call } from '../../api/call.ts'
import { loggedOutKey, userKey } from '../../state/local-keys.ts'
import { session } from './session-store.ts'

/** What a successful sign-in brings: who it is, and the desktop's first data when the server sent them along. */
export type SignedIn = AnswerOf<typeof calls.login>

/** Signs in with name and password. Rejects with CallError. */
export async function signIn(form: LoginForm): Promise<SignedIn> {
  return call(calls.login, { ...form, noIntercept: 'true', withStart: 'true' })
}

/** Takes a signed-in person over into the session and remembers who it was, for the next start. */
export function acceptSignIn(start: StartData): void {
  const { userId, realName, userType, unitId } = start.me
  loggedOutKey.remove()
  userKey.set({ userId, realName, userType, unitId })
  session.state = { status: 'in', user: start.me }
}
