import { useEffect, useMemo, type MouseEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Icon } from '../../../../contract/endpoints/desktop/desktop.ts'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import { applicationPath } from '../../../../contract/pages.ts'
import { recordAppOpen } from '../../features/desktop/recent-apps.ts'
import { pictures, showPicturesAfterFrame } from '../../features/desktop/pictures.ts'
import { useDesktop } from '../../features/desktop/desktop-store.ts'
import { openSignedIn } from '../../features/desktop/open-signed-in.ts'
import { isExternal } from '../../features/desktop/visible-icons.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { useTheme } from '../../features/theme/theme-store.ts'
import { useObservable } from '../../core/state/use-observable.ts'
import { menuContent, type MenuContent } from './menu-content.ts'
import type { MenuContextValue } from './MenuIcons.tsx'

export function useMenu(
  user: SessionUser | null,
  current: string | null,
  mobile: boolean,
  whole: boolean,
): { content: MenuContent | null; context: MenuContextValue } {
  const language = useLanguage()
  const theme = useTheme()
  const pictured = useObservable(pictures)
  const navigate = useNavigate()
  const shown = useDesktop()
  const icons = shown.status === 'live' || shown.status === 'stored' ? shown.data.icons : null
  const content = useMemo(() => (user && icons ? menuContent(user, icons) : null), [user, icons])

  useEffect(() => (content && whole ? showPicturesAfterFrame() : undefined), [content, whole])

  const context = useMemo((): MenuContextValue => {
    const form = mobile ? 'mobile' : 'pc'
    const followPage = (event: MouseEvent<HTMLAnchorElement>) => {
      const { button, metaKey, ctrlKey, shiftKey, altKey, currentTarget } = event
      if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return
      event.preventDefault()
      void navigate(currentTarget.pathname + currentTarget.hash)
    }
    return {
      language,
      theme,
      pictured,
      current,
      pathOf: (icon) => applicationPath(icon.code, icon.deployPath, user?.idPath ?? 'tm', form),
      follow(event: MouseEvent<HTMLAnchorElement>, icon: Icon) {
        if (isExternal(icon)) {
          if (user) recordAppOpen(user, form, icon)
          if (icon.ssoClientId === undefined) return
          event.preventDefault()
          void openSignedIn(icon.ssoClientId, icon.menuRoute)
          return
        }
        followPage(event)
      },
      followPage,
    }
  }, [language, theme, pictured, current, mobile, user, navigate])
  return { content, context }
}
