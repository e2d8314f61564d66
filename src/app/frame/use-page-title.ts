import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionUser } from '../../../contract/endpoints/sign-in/session.ts'
import type { UnitConfig } from '../../../contract/endpoints/units/tenant.ts'
import type { Page } from '../../../contract/pages.ts'
import { useLanguage } from '../core/language/use-language.ts'
import { unitNameIn } from '../core/tenant/unit.ts'
import { settingsPart, type SettingsPart } from './settings/settings-part.ts'
import { configuredDesktopName } from './menu-entry.ts'
import { setWindowTitle } from '../core/state/window-title.ts'

/** The key of a part's title, in the namespace of the shell. Parts without a page of their own are called settings. */
export function settingsTitle(part: SettingsPart | 'all') {
  switch (part) {
    case 'account':
      return 'myAccount'
    case 'appearance':
      return 'appearance'
    default:
      return 'settings'
  }
}

/** Titles the document after the page and the unit; `page` is null where the page does so itself. */
export function usePageTitle(
  user: SessionUser | null,
  unit: UnitConfig | null,
  page: Page | null,
  search: string,
): void {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  const kind = page?.kind
  const part = settingsPart(search)

  useEffect(() => {
    if (kind === undefined) return
    const name = user ? unitNameIn(user, language) : unit ? unitNameIn(unit, language) : ''
    const title =
      kind === 'desktop' || kind === 'home'
        ? ((unit && configuredDesktopName(unit, language)) ?? t('desktop'))
        : kind === 'settings' && user
          ? t(settingsTitle(part))
          : ''
    setWindowTitle(title ? `${title} · ${name}` : name)
  }, [t, language, user, unit, kind, part])
}
