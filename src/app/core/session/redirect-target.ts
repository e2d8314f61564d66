import { pageOf, type Page } from '../../../../contract/pages.ts'
import type { EnvironmentKind } from './flow/environment.ts'

/** A path of this origin with query and hash. Null for any other origin, also by tricks such as `//host`, `/\host` or control characters. */
export function pathHere(wanted: string | null | undefined, origin: string): string | null {
  // oxlint-disable-next-line no-control-regex -- browsers strip these characters before they read an address
  if (!wanted || /[\u0000-\u0020\\]/.test(wanted)) return null
  if (!URL.canParse(wanted, origin)) return null
  const url = new URL(wanted, origin)
  // A path starting with two slashes would be another host's when used as an address.
  if (url.origin !== origin || url.pathname.startsWith('//')) return null
  return url.pathname + url.search + url.hash
}

/** The page after signing in: `redirect_uri` if it is of this origin, else null. Never a login page. */
export function redirectTarget(search: string, origin: string): string | null {
  const path = pathHere(new URLSearchParams(search).get('redirect_uri'), origin)
  const page = path && pageOf(new URL(path, origin).pathname)
  return page && (page.kind === 'login' || page.kind === 'relogin') ? null : path
}

export type Destination =
  | { readonly kind: 'stay' }
  | { readonly kind: 'page'; readonly path: string }
  /** The application's page for the user's type and window. */
  | { readonly kind: 'application'; readonly app: string }
  | { readonly kind: 'desktop' }

export interface AfterSignIn {
  /** Such as `location`. */
  readonly address: { readonly pathname: string; readonly search: string; readonly origin: string }
  readonly environment: EnvironmentKind
  /** The configured page after signing in. */
  readonly jumpPage: string | undefined
}

/** Chooses the page after a sign-in, in the order of the specification (section 4, login result handling). Pages of the portal stay. */
export function destinationAfterSignIn({ address, environment, jumpPage }: AfterSignIn): Destination {
  const { pathname, search, origin } = address
  const page = pageOf(pathname)
  if (page?.kind === 'redirect') return { kind: 'application', app: page.app }
  if (!leadsOn(page, search)) return { kind: 'stay' }
  const wanted = page?.kind === 'authorize' ? null : redirectTarget(search, origin)
  if (wanted !== null) return follow(wanted, origin)
  if (environment === 'wechat' || environment === 'wecom') {
    const query = new URLSearchParams(search)
    const path = pathHere(query.get('path'), origin)
    if (path !== null) return follow(path, origin)
    const app = query.get('app')
    if (app && /^[\w-]+$/.test(app)) return { kind: 'application', app }
  }
  const jump = pathHere(jumpPage, origin)
  return jump === null ? { kind: 'desktop' } : follow(jump, origin)
}

/** Addresses that only redirect. An authorization waits for a sign-in, unless it names no client. */
function leadsOn(page: Page | null, search: string): boolean {
  if (page?.kind === 'authorize') return !asksForAuthorization(page, search)
  return page?.kind === 'home' || page?.kind === 'login' || page?.kind === 'relogin'
}

/** Whether a page is a third party's request for authorization. */
export function asksForAuthorization(page: Page | null, search: string): boolean {
  return page?.kind === 'authorize' && Boolean(new URLSearchParams(search).get('client_id')?.trim())
}

/** The target may itself be a redirecting address; it is followed only once. */
function follow(path: string, origin: string): Destination {
  const target = pageOf(new URL(path, origin).pathname)
  if (target?.kind === 'redirect') return { kind: 'application', app: target.app }
  if (target?.kind === 'home' || target?.kind === 'login' || target?.kind === 'relogin') return { kind: 'desktop' }
  return { kind: 'page', path }
}

/** The page to return to after an external sign-in from this page; undefined: the desktop. */
export function returnTarget(after: AfterSignIn & { readonly address: { readonly hash: string } }): string | undefined {
  const destination = destinationAfterSignIn(after)
  const { pathname, search, hash } = after.address
  if (destination.kind === 'stay') return pathname + search + hash
  if (destination.kind === 'page') return destination.path
  return destination.kind === 'application' ? `/redirect/${destination.app}` : undefined
}
