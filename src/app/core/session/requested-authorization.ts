import { pageOf } from '../../../../contract/pages.ts'
import { pathHere } from './redirect-target.ts'

/** The parameters of the third party's request that this page answers, or leads back to after a sign-in; null for any other page. */
export function requestedAuthorization({
  pathname,
  search,
  origin,
}: Pick<Location, 'pathname' | 'search' | 'origin'>): URLSearchParams | null {
  const query = new URLSearchParams(search)
  const page = pageOf(pathname)
  if (page?.kind === 'authorize') return query
  if (page?.kind !== 'login') return null
  const back = pathHere(query.get('redirect_uri'), origin)
  const target = back === null ? null : new URL(back, origin)
  return target && pageOf(target.pathname)?.kind === 'authorize' ? target.searchParams : null
}

/** Whether a request wants its user to sign in, or to choose an account, by themselves: then nothing signs in without them. */
export function asksThePerson(request: URLSearchParams | null): boolean {
  if (!request) return false
  const prompts = (request.get('prompt') ?? '').split(' ')
  return request.has('max_age') || prompts.includes('login') || prompts.includes('select_account')
}
