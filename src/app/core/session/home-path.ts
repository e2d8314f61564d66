import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import { applicationPath, desktopPath, pageOf } from '../../../../contract/pages.ts'
import { layoutFor, windowWidth } from '../api/device.ts'
import { userKey } from '../storage/local-keys.ts'

/** The desktop's path for a user in this window. */
export function homePath(me: { unitType: '1' | '2' }): string {
  return desktopPath(me.unitType, layoutFor(windowWidth()) === 'mobile' ? 'mobile' : 'pc')
}

/** The path of an application's page for the user's type and unit. */
export function applicationHome({ unitType, idPath }: Pick<SessionUser, 'unitType' | 'idPath'>, code: string): string {
  const form = layoutFor(windowWidth()) === 'mobile' ? 'mobile' : 'pc'
  return applicationPath(code, unitType === '1' ? 'area' : 'pages', idPath, form)
}

/** Goes to the login page, which leads back here. */
export function leaveForLogin(): void {
  const here = location.pathname + location.search + location.hash
  const back = pageOf(location.pathname)?.kind === 'home' ? '' : `?redirect_uri=${encodeURIComponent(here)}`
  userKey.remove()
  location.replace(`/login${back}`)
}
