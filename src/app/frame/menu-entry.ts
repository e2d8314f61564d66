import { PARENT, PUPIL, TEACHER } from '../../../contract/fields.ts'
import type { Icon, IconGroups } from '../../../contract/endpoints/desktop/desktop.ts'
import type { SessionUser } from '../../../contract/endpoints/sign-in/session.ts'
import type { Language } from '../../../contract/envelope.ts'
import type { UnitConfig } from '../../../contract/endpoints/units/tenant.ts'
import type { Page } from '../../../contract/pages.ts'
import { applicationsOf, iconName } from '../features/desktop/visible-icons.ts'
import { useDesktopData } from '../features/desktop/desktop-store.ts'
import { useLanguage } from '../core/language/use-language.ts'
import { documentUnit, unitNameIn } from '../core/tenant/unit.ts'
import { useTranslation } from 'react-i18next'
import { ADMINISTRATION } from './settings/settings-part.ts'

/** The user's menu entry for an application, in a folder too; null if it is absent or turned off. */
export function menuEntry(icons: IconGroups, code: string): Icon | null {
  return applicationsOf(icons).find((icon) => icon.code === code && icon.updateStatus !== 0) ?? null
}

/**
 * Whether a user may open an application's page: it must be in their menu, and students and parents (types 1 and 3) reach the teacher-management form
 * (`_tm`) only if the menu itself, or one of its pages, leads there.
 */
export function mayOpen(
  me: Pick<SessionUser, 'userType'>,
  icons: IconGroups,
  page: Extract<Page, { kind: 'application' }>,
): boolean {
  const entry = menuEntry(icons, page.code)
  if (!entry) return false
  const restricted = (me.userType === PUPIL || me.userType === PARENT) && page.idPath === 'tm'
  return !restricted || [entry, ...(entry.children ?? [])].some(({ menuRoute }) => menuRoute.includes('_tm'))
}

/** Whether an application is for teachers and for parents, so that its user may go on there with the other account (section 4). */
export function allowsBothTypes({ frontUserType, limitUserType }: Icon): boolean {
  const types = (list: string) => list.split(',').filter(Boolean).map(Number)
  const limit = types(limitUserType)
  const allowed = types(frontUserType).filter((type) => limit.length === 0 || limit.includes(type))
  return allowed.includes(TEACHER) && allowed.includes(PARENT)
}

/** Whether the shown page is for teachers and for parents: any but the page of an application that is not. */
export function useMayGoOn(page: Page | null): boolean {
  const data = useDesktopData()
  if (page?.kind !== 'application' || !data) return true
  const entry = menuEntry(data.icons, page.code)
  return entry === null || allowsBothTypes(entry)
}

/** Returns a lookup of application names in the current language; null while the menu is loading, and for unknown codes. */
export function useApplicationName(): (code: string) => string | null {
  const data = useDesktopData()
  const language = useLanguage()
  const { t } = useTranslation('shell')
  return (code) => {
    if (!data) return null
    const { icons, me } = data
    const name = applicationName(code, icons, documentUnit() ?? me, language, t('developerCentre'))
    // A user without the icon of Administration can only open its pages of messages.
    return name ?? (code === ADMINISTRATION ? t('messages') : null)
  }
}

/**
 * An application's name as the menu has it; the desktop is else called as the unit configures it, or by the unit's own name, and `app` is the
 * centre of developers. Null for other unknown codes.
 */
export function applicationName(
  code: string,
  icons: IconGroups,
  unit: Pick<UnitConfig, 'unitName' | 'unitEnName' | 'desktopName' | 'desktopEnName'>,
  language: Language,
  developerCentre: string,
): string | null {
  const entry = menuEntry(icons, code)
  if (entry) return iconName(entry, language)
  if (code === 'app') return developerCentre
  return code === 'desktop' ? (configuredDesktopName(unit, language) ?? unitNameIn(unit, language)) : null
}

export function configuredDesktopName(
  { desktopName: chinese, desktopEnName: english }: Pick<UnitConfig, 'desktopName' | 'desktopEnName'>,
  language: Language,
): string | null {
  return (language === 'en' ? english || chinese : chinese || english) || null
}
