import * as calls from '../../../../contract/endpoints/session.ts'
import type { StartData } from '../../../../contract/endpoints/session.ts'
import type { LoginForm } from '../../../../contract/rules/login.ts'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { call } from '../api/call.ts'
import { autoLoginCountKey, loggedOutKey, signOutDueKey, userKey } from '../storage/local-keys.ts'
import { session } from './session.ts'
import { renewLapsedUse } from './shared-use.ts'

/** What a successful sign-in brings: who it is, and the desktop's first data when the server sent them along. */
export type SignedIn = ResponseOf<typeof calls.login>

/** Signs in with name and password, and the code of the second step once it was asked for. Rejects with CallError. */
export async function signIn(
  form: LoginForm,
  { signal, shared = false, otp }: { signal?: AbortSignal; shared?: boolean; otp?: string | undefined } = {},
): Promise<SignedIn> {
  const input = {
    ...form,
    noIntercept: 'true',
    withStart: 'true',
    ...(shared && { shared: 'true' }),
    ...(otp !== undefined && { otp }),
  } as const
  return call(calls.login, input, signal ? { signal } : {})
}

/**
 * Takes a signed-in person over into the session and remembers who it was, for the next start. Without `start` only the cookies know who it
 * is: what was known of the last person goes, and the check of the session tells.
 */
export function acceptSignIn(start: StartData | null): void {
  renewLapsedUse()
  loggedOutKey.remove()
  signOutDueKey.remove()
  autoLoginCountKey.remove()
  if (!start) {
    userKey.remove()
    return
  }
  const { userId, realName, userType, unitId } = start.me
  userKey.set({ userId, realName, userType, unitId })
  session.set({ status: 'in', user: start.me })
}
