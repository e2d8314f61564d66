import { useCallback, type MouseEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { externalLoginUrl, type Icon } from '../../../../contract/endpoints/desktop/desktop.ts'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import { CallError } from '../../core/api/call-error.ts'
import { call } from '../../core/api/call.ts'
import { reportFailure } from '../../core/notices/report-failure.ts'
import type { RecentPlatform } from '../../core/storage/signed-in-keys.ts'
import { recordAppOpen } from './recent-apps.ts'
import { isExternal } from './visible-icons.ts'

/**
 * Opens the entry of a registered third party in a new window, with a one-time code where it gets one; without that entry any more, its site. Call it
 * during a user gesture. Never rejects: a failure is a notice.
 */
export async function openSignedIn(clientId: string, site: string): Promise<void> {
  // Opened before the call, whose end is no gesture. With `noopener` there would be no window to lead on.
  const opened = window.open('', '_blank')
  if (opened) opened.opener = null
  try {
    const address = await readEntry(clientId, site)
    if (!/^https?:\/\//.test(address)) throw new TypeError('not the address of a web page')
    if (opened) opened.location.replace(address)
    else location.assign(address)
  } catch (error) {
    opened?.close()
    reportFailure(error)
  }
}

async function readEntry(clientId: string, site: string): Promise<string> {
  try {
    return await call(externalLoginUrl, { clientId })
  } catch (error) {
    if (error instanceof CallError && error.code === 'sso.client_unknown') return site
    throw error
  }
}

/**
 * Returns what a press on the link of an application, or of a page of one (without `icon`), does: pages of the portal are opened here, unless the press is the
 * browser's own with a key; other sites are recorded, and entered signed in where they are registered.
 */
export function useFollowLink(user: SessionUser | null, platform: RecentPlatform) {
  const navigate = useNavigate()
  return useCallback(
    (event: MouseEvent<HTMLAnchorElement>, icon?: Icon) => {
      if (icon && isExternal(icon)) {
        if (user) recordAppOpen(user, platform, icon)
        if (icon.ssoClientId === undefined) return
        event.preventDefault()
        void openSignedIn(icon.ssoClientId, icon.menuRoute)
        return
      }
      const { button, metaKey, ctrlKey, shiftKey, altKey, currentTarget } = event
      if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return
      event.preventDefault()
      void navigate(currentTarget.pathname + currentTarget.hash)
    },
    [user, platform, navigate],
  )
}
