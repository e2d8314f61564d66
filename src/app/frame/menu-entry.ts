import type { Icon, IconGroups } from '../../../contract/endpoints/desktop/desktop.ts'
import type { SessionUser } from '../../../contract/endpoints/sign-in/session.ts'
import type { Page } from '../../../contract/pages.ts'
import { iconName } from '../features/desktop/visible-icons.ts'
import { useDesktop } from '../features/desktop/desktop-store.ts'
import { useLanguage } from '../core/language/use-language.ts'

/** The user's menu entry for an application; null if it is absent or turned off. */
export function menuEntry(icons: IconGroups, code: string): Icon | null {
  return icons.flatMap(({ iconVMs }) => iconVMs).find((icon) => icon.code === code && icon.updateStatus !== 0) ?? null
}

/**
 * Whether a user may open an application's page: it must be in their menu, and students and parents (types 1 and 3) reach the teacher-management form
 * (`_tm`) only if the menu itself leads there.
 */
export function mayOpen(
  me: Pick<SessionUser, 'userType'>,
  icons: IconGroups,
  page: Extract<Page, { kind: 'application' }>,
): boolean {
  const entry = menuEntry(icons, page.code)
  if (!entry) return false
  const restricted = (me.userType === 1 || me.userType === 3) && page.idPath === 'tm'
  return !restricted || entry.menuRoute.includes('_tm')
}

/** Returns a lookup of application names in the current language; null while the menu is loading, and for unknown codes. */
export function useApplicationName(): (code: string) => string | null {
  const state = useDesktop()
  const language = useLanguage()
  return (code) => {
    if (state.status === 'loading' || state.status === 'failed') return null
    const entry = menuEntry(state.data.icons, code)
    return entry && iconName(entry, language)
  }
}
