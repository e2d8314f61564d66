import { createObservable } from '../state/observable.ts'
import { IDLE_SIGN_OUT } from '../../../../contract/limits.ts'
import {
  sharedUseKey,
  userKey,
  autoLoginCountKey,
  loggedOutKey,
  signOutDueKey,
  rememberedKey,
} from '../storage/local-keys.ts'
import * as sessionEndpoints from '../../../../contract/endpoints/sign-in/session.ts'
import type { LoginForm } from '../../../../contract/rules/sign-in/login.ts'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { call } from '../api/call.ts'
import { CallError } from '../api/call-error.ts'
import { bindingAddress } from './flow/failure-end.ts'
import { checkSessionCookies } from './session-cookies.ts'
import { failureNotice } from '../notices/failure-message.ts'

export type SessionState =
  | { status: 'unknown' }
  | { status: 'in'; user: sessionEndpoints.SessionUser }
  | { status: 'out' }
  | { status: 'unreachable' }

/** Not a valtio store: the login would load the library for this alone. */
export const session = createObservable<SessionState>({ status: 'unknown' })

export type SignedIn = ResponseOf<typeof sessionEndpoints.login>

/** Signs in with name and password, and the code of the second step if requested. Rejects with CallError. */
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
  return call(sessionEndpoints.login, input, signal ? { signal } : {})
}

/**
 * Sets the session's user and stores them for the next start. Without `start` only the cookies identify the user: the stored one is deleted, and
 * checkSession loads them.
 */
export function acceptSignIn(start: sessionEndpoints.StartData | null): void {
  const now = Date.now()
  // A new visit where the last one timed out: the computer stays shared for a user who is signed in automatically.
  if (hasSharedUseLapsed(now)) sharedUseKey.set({ since: now, activeAt: now })
  loggedOutKey.remove()
  signOutDueKey.remove()
  autoLoginCountKey.remove()
  if (!start) {
    userKey.remove()
    session.set({ status: 'unknown' })
    return
  }
  const { userId, realName, userType, unitId } = start.me
  userKey.set({ userId, realName, userType, unitId })
  session.set({ status: 'in', user: start.me })
}

/** Opens the portal after a sign-in on the login page; set by boot. */
export const portal = { open: (_start: sessionEndpoints.StartData | null): void => {} }

export function enterPortal(answer: Pick<SignedIn, 'start'>): void {
  const start = answer.start ?? null
  acceptSignIn(start)
  portal.open(start)
}

/** What a sign-in stores on the device: the password too, only the session, or nothing on a shared computer. */
export type Keeping = 'password' | 'session' | 'nothing'

/** `code` is the failure's error code, '' without one. */
export type SignInOutcome = { ok: true; answer: SignedIn } | { ok: false; text: string; code: string }

/** An attempt to sign in as an outcome for the form. Never rejects. Leaves for the binding page where the account has to be linked first. */
export async function outcomeOf(attempt: Promise<SignedIn>): Promise<SignInOutcome> {
  try {
    const answer = await attempt
    checkSessionCookies(sessionEndpoints.login.name)
    return { ok: true, answer }
  } catch (error) {
    const binding = error instanceof CallError ? bindingAddress(error) : null
    if (binding !== null) {
      location.assign(binding)
      // The form shows the running sign-in until the page is left.
      return new Promise(() => {})
    }
    const code = error instanceof CallError ? error.code : ''
    return { ok: false, code, text: failureNotice(error).text }
  }
}

/** Signs in with the login form, with `otp` if the second step was requested; stores or deletes the credentials as chosen. Never rejects. */
export async function attemptSignIn(form: LoginForm, keeping: Keeping, otp?: string): Promise<SignInOutcome> {
  const outcome = await outcomeOf(signIn(form, { shared: keeping === 'nothing', otp }))
  if (outcome.ok) await keepChoice(form, keeping)
  return outcome
}

/**
 * Stores or deletes the credentials after a sign-in, and records a shared computer before any personal data is written. Loads the code for it only
 * when needed. Never rejects: the user is signed in even if this fails.
 */
export async function keepChoice(form: LoginForm, keeping: Keeping): Promise<void> {
  if (keeping !== 'nothing') sharedUseKey.remove()
  if (keeping === 'password' || rememberedKey.get()) {
    try {
      const { forgetRemembered, remember } = await import('../../core/session/remembered-credentials.ts')
      await (keeping === 'password' ? remember(form) : forgetRemembered())
    } catch {
      // The script failed to load. Without this key no stored credentials are read.
      rememberedKey.remove()
    }
  }
  if (keeping === 'nothing') await beginSharedUse()
}

/**
 * Starts a visit to a shared computer and deletes stored data of earlier users. Signing in again continues the visit, unless it starts `anew` for
 * another account, which ends it in all other tabs. Never rejects.
 */
export async function beginSharedUse({ anew = false } = {}): Promise<void> {
  const now = Date.now()
  const running = session.current.status === 'in' && !anew ? sharedUseKey.get() : null
  sharedUseKey.set({ since: running?.since ?? now, activeAt: now })
  const before = userKey.get()
  userKey.remove()
  if (!before) return
  try {
    await (await import('../storage/forget-user.ts')).forgetUser(before.userId)
  } catch {
    // The script failed to load. The end of the visit deletes everything.
  }
}

/** Whether a visit to a shared computer has timed out while no page was open. */
export function hasSharedUseLapsed(now = Date.now()): boolean {
  const use = sharedUseKey.get()
  return use !== null && now - use.activeAt >= IDLE_SIGN_OUT
}
