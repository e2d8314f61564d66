import { CallError } from '../api/call-error.ts'
import { documentUnit } from '../tenant/unit.ts'
import { hasSessionMark } from './session-mark.ts'

/** Whether the browser has the cookies of a sign-in that has just succeeded. */
export function hasSessionCookies(): boolean {
  return hasSessionMark(documentUnit()?.unitType)
}

/** Throws where the browser did not keep a sign-in's cookies: the portal's next call would be refused, and lead to the login again and again. */
export function checkSessionCookies(endpointName: string): void {
  if (!hasSessionCookies()) throw new CallError(endpointName, { kind: 'cookies' })
}

const PROBE = 'portal_probe=1'

/** Whether the browser refuses this site's cookies, found by writing one: Chromium says that they are enabled while its settings block them. */
export function areCookiesRefused(): boolean {
  if (document.cookie !== '') return false
  document.cookie = `${PROBE}; path=/; samesite=strict`
  const isRefused = document.cookie === ''
  document.cookie = `${PROBE}; path=/; samesite=strict; max-age=0`
  return isRefused
}

/** The code of a sign-in that failed for that. */
export const COOKIES_REFUSED = 'client.cookies'
