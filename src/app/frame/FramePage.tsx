import { lazy, Suspense, type ComponentType } from 'react'
import type { UnitConfig } from '../../../contract/endpoints/tenant.ts'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import type { SessionUser } from '../../../contract/endpoints/sign-in/session.ts'
import type { Page } from '../../../contract/pages.ts'
import { Opening } from '../micro-apps/viewport/Opening.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { DesktopPage } from '../features/desktop/DesktopPage.tsx'
import { useTheme } from '../features/theme/theme-store.ts'
import type { FrameState } from './use-frame.ts'
import { NotFoundPage } from './NotFoundPage.tsx'
import { settingsPart } from './settings/settings-part.ts'
import { useApplicationName } from './menu-entry.ts'
import { settingsTitle } from './use-page-title.ts'

const ApplicationPage = lazy(() => import('./ApplicationPage.tsx'))
const SettingsPage = lazy(() => import('./settings/SettingsPage.tsx'))
const EntryPage = lazy(() => import('./login/EntryPage.tsx'))
const ForgotPasswordPage = lazy(() => import('./login/ForgotPasswordPage.tsx'))
// Without it the desktop looks as in a narrower window.
const DesktopAside = lazy<ComponentType>(() => import('./DesktopAside.tsx').catch(() => ({ default: () => null })))
const FamilyButton = lazy(() => import('../features/family/FamilyButton.tsx'))
const PhoneSectionPage = lazy(() => import('./PhoneSectionPage.tsx'))

/** The page of an address, within the frame. */
export function FramePage({ page, user, mobile, phoneSection }: FrameState) {
  const { t } = useTranslation('shell')
  const { search } = useLocation()
  if (page?.kind === 'desktop' || page?.kind === 'home') {
    if (user && (phoneSection === 'messages' || phoneSection === 'todos')) {
      return (
        <Suspense fallback={<Skeleton label={t('loading', { ns: 'common' })} lines={6} />}>
          <PhoneSectionPage section={phoneSection} user={user} />
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
  const beside = user?.userType === 3 && (
    <Suspense fallback={null}>
      <FamilyButton user={user} />
    </Suspense>
  )
  return <DesktopPage user={user} mobile={mobile} theme={theme} beside={beside} />
}

function OpeningApplication({ code }: { code: string }) {
  const nameOf = useApplicationName()
  return <Opening name={nameOf(code)} />
}

export function StandalonePage({ page, unit }: { page: Page; unit: UnitConfig | null }) {
  const { t } = useTranslation('common')
  return (
    <Suspense fallback={<Skeleton label={t('loading')} />}>
      {page.kind === 'forgot-password' ? <ForgotPasswordPage /> : <EntryPage page={page} unit={unit} />}
    </Suspense>
  )
}

/** The column at the right of the desktop. `open`: its content is drawn; until then its space stays empty. */
export function DesktopColumn({ open }: { open: boolean }) {
  return (
    <div className="s-aside">
      <Suspense fallback={null}>{open && <DesktopAside />}</Suspense>
    </div>
  )
}
