import { useEffect, useMemo } from 'react'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import { applicationPath } from '../../../../contract/pages.ts'
import { pictures, showPicturesAfterFrame } from '../../features/desktop/pictures.ts'
import { useDesktopData } from '../../features/desktop/desktop-store.ts'
import { useFollowLink } from '../../features/desktop/open-signed-in.ts'
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
  const icons = useDesktopData()?.icons
  const content = useMemo(() => (user && icons ? menuContent(user, icons) : null), [user, icons])

  useEffect(() => (content && whole ? showPicturesAfterFrame() : undefined), [content, whole])

  const form = mobile ? 'mobile' : 'pc'
  const follow = useFollowLink(user, form)
  const context = useMemo(
    (): MenuContextValue => ({
      language,
      theme,
      pictured,
      current,
      pathOf: (icon) => applicationPath(icon.code, icon.deployPath, user?.idPath ?? 'tm', form),
      follow,
    }),
    [language, theme, pictured, current, form, user, follow],
  )
  return { content, context }
}
