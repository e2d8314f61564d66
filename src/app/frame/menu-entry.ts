import type { Icon, IconGroups } from '../../../contract/endpoints/desktop.ts'
import type { SessionUser } from '../../../contract/endpoints/session.ts'
import type { Page } from '../../../contract/pages.ts'
import { iconName } from '../features/desktop/visible-icons.ts'
import { useDesktop } from '../features/desktop/desktop-store.ts'
import { useLanguage } from '../core/language/use-language.ts'

/** The person's menu entry for an application, or null when it is not among theirs or turned off. */
export function menuEntry(icons: IconGroups, code: string): Icon | null {
  return icons.flatMap(({ iconVMs }) => iconVMs).find((icon) => icon.code === code && icon.updateStatus !== 0) ?? null
}

/**
 * Whether a person may open an application's page: it must be in their menu, and students and parents (types 1 and 3) reach the
 * teacher-management form (`_tm`) only when the menu itself leads there.
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

/** Returns what finds the name, in the current language, of the application with a code; null as long as the menu is not loaded or has none such. */
export function useApplicationName(): (code: string) => string | null {
  const state = useDesktop()
  const language = useLanguage()
  return (code) => {
    if (state.status === 'loading' || state.status === 'failed') return null
    const entry = menuEntry(state.data.icons, code)
    return entry && iconName(entry, language)
  }
}
