import * as z from 'zod/mini'
import { pageOf } from '../../../../../contract/pages.ts'
import { environment as currentEnvironment, type EnvironmentKind } from './environment.ts'
import type { CallError } from '../../api/call-error.ts'

/** The desktop client's page for signing in again. */
export const RELOGIN_PATH = '/needtologinpagerelogin'

/** Opens it in a window of the desktop client, or in one of its own where the client supplies nothing. */
export function openRelogin(): void {
  const { host } = currentEnvironment()
  if (host?.openRelogin) host.openRelogin(RELOGIN_PATH)
  else window.open(RELOGIN_PATH, '_blank', 'noopener')
}

export type FailureEnd =
  | { kind: 'relogin-window' }
  | { kind: 'logout-hook' }
  | { kind: 'form-here' }
  /** The form, at the login's address. */
  | { kind: 'form-at'; address: string }

/** What section 4 of the specification requires after a failed sign-in. `rest`: query and hash of the page. */
export function failureEnd(environment: EnvironmentKind, path: string, rest: string): FailureEnd {
  const page = pageOf(path)
  if (environment === 'desktop-client' && page?.kind !== 'relogin') return { kind: 'relogin-window' }
  if (environment === 'native-app') return { kind: 'logout-hook' }
  // An authorization continues on its own page, whose address carries the request.
  const isLogin = page?.kind === 'login' || page?.kind === 'relogin' || page?.kind === 'authorize'
  if (environment === 'development' || isLogin) return { kind: 'form-here' }
  if (page?.kind === 'home') return { kind: 'form-at', address: '/login' }
  return { kind: 'form-at', address: `/login?redirect_uri=${encodeURIComponent(path + rest)}` }
}

/** Refusals and malformed calls (invalid_grant in the portal's own codes) carry no identity to link. */
const REFUSALS = /^(?:invalid_grant$|login\.|request\.)/

const unbound = z.object({
  id: z.optional(z.string()),
  openid: z.optional(z.string()),
  unionid: z.optional(z.string()),
  deviceId: z.optional(z.string()),
})

/** The page for linking an unlinked identity (status 400 with another code than a refusal), else null. */
export function bindingAddress({ status, code, failure }: CallError): string | null {
  if (failure.kind !== 'envelope' || status !== 400 || REFUSALS.test(code)) return null
  const identity = unbound.safeParse(failure.envelope.data)
  const query = new URLSearchParams(identity.success ? Object.entries(identity.data) : [])
  return query.size > 0 ? `/bind/?${query.toString()}` : '/bind/'
}
