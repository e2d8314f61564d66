import { isPagePath } from '../../../contract/pages.ts'
import { PortalError } from '../../../contract/portal-error.ts'

const NOWHERE = 'http://portal.invalid'

/** The page to go to after a sign-in, as path, query and hash. Throws 'request.invalid' unless it is a page of this portal: no other site is ever led to. */
export function checkReturnTo(given: string | undefined): string | null {
  if (given === undefined || given === '') return null
  // Browsers read a backslash as a slash and leave out tabs and line breaks, so that "/\t/evil" would be another site.
  if (/^\/(?![/\\])/.test(given) && !/[\\\s]/.test(given) && URL.canParse(given, NOWHERE)) {
    const { origin, pathname, search, hash } = new URL(given, NOWHERE)
    if (origin === NOWHERE && !pathname.startsWith('//') && isPagePath(pathname)) return pathname + search + hash
  }
  throw new PortalError('request.invalid', { fields: [{ field: 'returnTo', code: 'request.invalid' }] })
}
