import { pageOf } from '../../../../../contract/pages.ts'
import type { EnvironmentKind } from './environment.ts'

/** Where the desktop client lets people sign in again. */
export const RELOGIN_PATH = '/needtologinpagerelogin'

/** What happens after a failed sign-in, besides the form with its text. */
export type FailureEnd =
  | { kind: 'relogin-window'; address: string }
  | { kind: 'logout-hook' }
  | { kind: 'form-here' }
  /** The form, at the login's own address, which leads back. */
  | { kind: 'form-at'; address: string }

/** What section 4 of the specification requires after a failed sign-in. `rest`: query and hash of the page. */
export function failureEnd(environment: EnvironmentKind, path: string, rest: string): FailureEnd {
  const page = pageOf(path)
  if (environment === 'desktop-client' && page?.kind !== 'relogin')
    return { kind: 'relogin-window', address: RELOGIN_PATH }
  if (environment === 'native-app') return { kind: 'logout-hook' }
  // An authorization continues on its own page, whose address carries the request.
  const isLogin = page?.kind === 'login' || page?.kind === 'relogin' || page?.kind === 'authorize'
  if (environment === 'development' || isLogin) return { kind: 'form-here' }
  if (page?.kind === 'home') return { kind: 'form-at', address: '/login' }
  return { kind: 'form-at', address: `/login?redirect_uri=${encodeURIComponent(path + rest)}` }
}
