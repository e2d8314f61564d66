import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import type { SessionUser } from '../../../contract/endpoints/session.ts'
import type { Page } from '../../../contract/pages.ts'
import { Opening } from '../micro-apps/viewport/Opening.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { DesktopPage } from '../features/desktop/DesktopPage.tsx'
import { useTheme } from '../features/theme/theme-store.ts'
import { FamilyOpener } from './family/FamilyTools.tsx'
import type { PhonePlace } from './header/PhoneBar.tsx'
import { NotFoundPage } from './plain-pages.tsx'
import { settingsPart } from './settings/settings-part.ts'
import { useApplicationName } from './use-application-name.ts'
import { settingsTitle } from './use-page-title.ts'

const ApplicationPage = lazy(() => import('./ApplicationPage.tsx'))
const SettingsPage = lazy(() => import('./settings/SettingsPage.tsx'))
const PhoneWaiting = lazy(() => import('./PhoneWaiting.tsx'))

/** The page that an address names, within the frame. `phonePlace`: what of the desktop a phone shows. */
export function FramePage({
  page,
  user,
  mobile,
  phonePlace,
}: {
  page: Page | null
  user: SessionUser | null
  mobile: boolean
  phonePlace: PhonePlace | null
}) {
  const { t } = useTranslation('shell')
  const { search } = useLocation()
  if (page?.kind === 'desktop' || page?.kind === 'home') {
    if (user && (phonePlace === 'messages' || phonePlace === 'todos')) {
      return (
        <Suspense fallback={<Skeleton label={t('loading', { ns: 'common' })} lines={6} />}>
          <PhoneWaiting place={phonePlace} user={user} />
        </Suspense>
      )
    }
    return <Desktop user={user} mobile={mobile} />
  }
  if (page?.kind === 'application' && user) {
    return (
      <Suspense fallback={<OpeningApplication code={page.code} />}>
        <ApplicationPage key={page.code} page={page} user={user} />
      </Suspense>
    )
  }
  if (page?.kind === 'settings' && user) {
    return (
      <Suspense fallback={<Skeleton label={t(settingsTitle(settingsPart(search)))} />}>
        <SettingsPage key={user.userId} user={user} />
      </Suspense>
    )
  }
  return page?.kind === 'application' ? null : <NotFoundPage user={user} />
}

function Desktop({ user, mobile }: { user: SessionUser | null; mobile: boolean }) {
  const theme = useTheme()
  const beside = user?.userType === 3 && <FamilyOpener user={user} />
  return <DesktopPage user={user} mobile={mobile} theme={theme} beside={beside} />
}

function OpeningApplication({ code }: { code: string }) {
  const nameOf = useApplicationName()
  return <Opening name={nameOf(code)} />
}
