import * as calls from '../../../../contract/endpoints/session.ts'
import { call } from '../api/call.ts'
import { CallError } from '../api/call-error.ts'
import { loggedOutKey, userKey, signOutDueKey } from '../storage/local-keys.ts'
import { session } from './session.ts'

/** Renews the session's cookies; resolves to whether that worked. Rejects when the server cannot be reached. */
export async function refreshSession(): Promise<boolean> {
  try {
    await call(calls.refresh, {})
    return true
  } catch (error) {
    if (error instanceof CallError && error.status === 401) return false
    throw error
  }
}

/** The native app's way when renewing did not help: signs in as the person's registered client; resolves to whether that worked. Never rejects. */
export async function renewAsUserClient(userClientId: string): Promise<boolean> {
  try {
    // A 401 here must not start the renewal that waits for this very call.
    await call({ ...calls.loginUserClient, noIntercept: true }, { userClientId })
    return true
  } catch {
    return false
  }
}

/** Asks who is signed in, with one renewal when the access has run out. Never rejects; the outcome is the session's state. */
export async function checkSession(): Promise<void> {
  try {
    // Somebody signed out here while the server was away: their cookies must not let the next person in.
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

async function whoAmI(): Promise<calls.SessionUser | null> {
  try {
    return await call(calls.me, {})
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 401) throw error
    return (await refreshSession()) ? call(calls.me, {}) : null
  }
}

/** Nobody waits longer than this, in milliseconds, for a server that does not answer; it is told at the next start then. */
const LONGEST = 5000

/** Tells the server of a sign-out that it may not know of yet; resolves to whether it knows now. */
export async function finishSignOut(): Promise<boolean> {
  try {
    await call(calls.logout, {}, { signal: AbortSignal.timeout(LONGEST) })
    signOutDueKey.remove()
    return true
  } catch {
    return false
  }
}
