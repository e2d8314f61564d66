import type { Icon, IconGroups } from '../../../contract/endpoints/desktop.ts'
import type { SessionUser } from '../../../contract/endpoints/session.ts'
import type { Page } from '../../../contract/pages.ts'

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
