import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import type { UnitType } from '../../../../contract/fields.ts'
import { applicationPath, desktopPath, pageOf } from '../../../../contract/pages.ts'
import { layoutFor, windowWidth } from '../api/device.ts'
import { userKey } from '../storage/local-keys.ts'

/** The desktop's path for a user in this window. */
export function homePath(me: { unitType: UnitType }): string {
  return desktopPath(me.unitType, layoutFor(windowWidth()) === 'mobile' ? 'mobile' : 'pc')
}

/** The path of an application's page for the user's type and unit. */
export function applicationHome({ unitType, idPath }: Pick<SessionUser, 'unitType' | 'idPath'>, code: string): string {
  const form = layoutFor(windowWidth()) === 'mobile' ? 'mobile' : 'pc'
  return applicationPath(code, unitType === '1' ? 'area' : 'pages', idPath, form)
}

/** The fragment of the pages of messages in the application of administrators. */
export const MESSAGES_FRAGMENT = '#/messages'

/** The address of the page that writes a message: to a class or a person where one is given. */
export function composePath(
  user: Pick<SessionUser, 'unitType' | 'idPath'>,
  to: { readonly class: string } | { readonly person: string } | null = null,
): string {
  const query = to ? `?${new URLSearchParams(to).toString()}` : ''
  return `${applicationHome(user, 'administration')}${MESSAGES_FRAGMENT}/new${query}`
}

/** Goes to the login page, which leads back here. */
export function leaveForLogin(): void {
  const here = location.pathname + location.search + location.hash
  const back = pageOf(location.pathname)?.kind === 'home' ? '' : `?redirect_uri=${encodeURIComponent(here)}`
  userKey.remove()
  location.replace(`/login${back}`)
}
