import * as sessionEndpoints from '../../../../contract/endpoints/sign-in/session.ts'
import { call } from '../api/call.ts'
import { CallError } from '../api/call-error.ts'
import { loggedOutKey, userKey, signOutDueKey } from '../storage/local-keys.ts'
import { unauthorizedSteps } from '../api/unauthorized.ts'
import { session } from './session.ts'

/** Renews the session's cookies; resolves to whether that worked. Rejects when the server cannot be reached. */
export async function refreshSession(): Promise<boolean> {
  try {
    await call(sessionEndpoints.refresh, {})
    return true
  } catch (error) {
    if (error instanceof CallError && error.status === 401) return false
    throw error
  }
}

/** For the native app when renewing failed: signs in as the registered client; resolves to whether that worked. Never rejects. */
export async function renewAsUserClient(userClientId: string): Promise<boolean> {
  try {
    // A 401 here must not start the renewal that waits for this very call.
    await call({ ...sessionEndpoints.loginUserClient, noIntercept: true }, { userClientId })
    return true
  } catch {
    return false
  }
}

/** Loads the signed-in user; without a valid access as after a 401, up to the native app's client. Never rejects; sets the session's state. */
export async function checkSession(): Promise<void> {
  try {
    // A sign-out that the server did not get: its cookies must not sign the next person in.
    if (loggedOutKey.get() && !(await finishSignOut())) {
      session.set({ status: 'unreachable' })
      return
    }
    const user = await whoAmI()
    if (user) {
      const { userId, realName, userType, unitId } = user
      userKey.set({ userId, realName, userType, unitId })
      session.set({ status: 'in', user })
    } else {
      session.set({ status: 'out' })
    }
  } catch (error) {
    const lost = error instanceof CallError && error.status === 401
    session.set(lost ? { status: 'out' } : { status: 'unreachable' })
  }
}

async function whoAmI(): Promise<sessionEndpoints.SessionUser | null> {
  try {
    return await call(sessionEndpoints.me, {})
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 401) throw error
    return (await refreshSession()) || (await signInAsHostClient()) ? call(sessionEndpoints.me, {}) : null
  }
}

/** The native app's registered client signs in where no session is left, unless the user has signed out. */
async function signInAsHostClient(): Promise<boolean> {
  return !loggedOutKey.get() && ((await unauthorizedSteps.loginAsUserClient?.()) ?? false)
}

/** Milliseconds to wait for the server; without an answer the sign-out is sent again at the next start. */
const LONGEST = 5000

/**
 * Sends a sign-out to the server; resolves to whether it was received. `shared`: the response clears what the browser keeps of the portal, so only the
 * sign-out of the visit itself may ask for that.
 */
export async function finishSignOut({ shared = false } = {}): Promise<boolean> {
  try {
    await call(sessionEndpoints.logout, shared ? { shared: 'true' } : {}, { signal: AbortSignal.timeout(LONGEST) })
    signOutDueKey.remove()
    return true
  } catch {
    return false
  }
}
