import { useState, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { isOperatorsUnit, PARENT } from '../../../contract/fields.ts'
import { applicationHome } from '../core/session/home-path.ts'
import { pageOf, type Page } from '../../../contract/pages.ts'
import { Opening } from '../micro-apps/viewport/Opening.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { DesktopFailed } from '../features/desktop/DesktopFailed.tsx'
import { DesktopPage } from '../features/desktop/DesktopPage.tsx'
import { useDesktop } from '../features/desktop/desktop-store.ts'
import { homeChipsKey } from '../core/storage/home-marks.ts'
import { useWhenIdle } from '../core/timing/when-idle.ts'
import { useTheme } from '../features/theme/theme-store.ts'
import type { DesktopTodayProps } from './desktop/DesktopToday.tsx'
import { lazyPage } from './pages/LazyPage.tsx'
import { latePart } from '../ui/late-part.tsx'
import { Frame } from './Frame.tsx'
import type { PageProps } from './use-frame.ts'
import { settingsPart } from './settings/settings-part.ts'
import { useApplicationName } from './menu-entry.ts'
import { settingsTitle } from './use-page-title.ts'

const ApplicationPage = lazyPage(() => import('./pages/ApplicationPage.tsx'))
const SettingsPage = lazyPage(() => import('./settings/SettingsPage.tsx'))
const EntryPage = lazyPage(() => import('./login/EntryPage.tsx'))
const NotFoundPage = lazyPage(() => import('./pages/NotFoundPage.tsx'))
const ForgotPasswordPage = lazyPage(() => import('./login/ForgotPasswordPage.tsx'))
// The icons below do not depend on it.
const DesktopToday = latePart(() => import('./desktop/DesktopToday.tsx'))
const OperatorCards = latePart(() => import('../features/today/OperatorCards.tsx'))
const HomeChips = latePart(() => import('../features/family/HomeChips.tsx'))
const FamilyBeside = latePart(() => import('../features/family/FamilyBeside.tsx'))
const PhoneSectionPage = lazyPage(() => import('./pages/PhoneSectionPage.tsx'))

/**
 * The pages of the portal by the kinds of contract/pages.ts: the specification's addresses have any number of folders and codes within a segment, for which
 * the router has no patterns, and the server and the service worker need the same table.
 */
const PAGES: Partial<Record<Page['kind'], ComponentType<PageProps>>> = {
  home: Desktop,
  desktop: Desktop,
  application: Application,
  settings: Settings,
  bind: Entry,
  authorize: Entry,
  logout: Entry,
  'forgot-password': ForgotPassword,
}

/** The page of the address, within the frame. */
export function Pages() {
  const { pathname } = useLocation()
  const kind = pageOf(pathname)?.kind
  return <Frame Page={(kind && PAGES[kind]) ?? NotFound} />
}

const NO_PROPS = {}

function Desktop({ frame: { user, mobile, phone, phoneSection, isAsideOpen } }: PageProps) {
  const theme = useTheme()
  if (user && (phoneSection === 'messages' || phoneSection === 'todos'))
    return (
      <PhoneSectionPage key={phoneSection} waiting={<Skeleton lines={6} />} page={{ section: phoneSection, user }} />
    )
  const beside = user?.userType === PARENT && (
    <span className="fam-beside">
      <FamilyBeside user={user} phone={mobile || phone} />
    </span>
  )
  return (
    <DesktopPage
      user={user}
      mobile={mobile}
      theme={theme}
      beside={beside}
      today={user && <TodayPlace user={user} mobile={mobile} hasTodosBeside={isAsideOpen} />}
    />
  )
}

/** The place of today's cards, which is reserved before they come. */
function TodayPlace(props: DesktopTodayProps) {
  const isIdle = useWhenIdle(true)
  const { user } = props
  // On a first visit the space for the chips is reserved, so that nothing moves when the children are loaded.
  const isOperator = isOperatorsUnit(user.unitType)
  const [hasChips] = useState(() => user.userType === PARENT && homeChipsKey(user.userId).get() !== false)
  return (
    <>
      {user.userType === PARENT && (
        <div className={hasChips ? 'd-chips d-chips--kept' : 'd-chips'}>{isIdle && <HomeChips user={user} />}</div>
      )}
      <div className="d-today">
        {isIdle &&
          (isOperator ? (
            <OperatorCards administration={applicationHome(user, 'administration')} />
          ) : (
            <DesktopToday {...props} />
          ))}
      </div>
    </>
  )
}

function Application({ frame: { page, user } }: PageProps) {
  const nameOf = useApplicationName()
  // Which applications there are is not known: that the page does not exist would be wrong.
  if (useDesktop().status === 'failed') return <DesktopFailed place="page" />
  if (page?.kind !== 'application' || !user) return null
  return <ApplicationPage key={page.code} waiting={<Opening name={nameOf(page.code)} />} page={{ page, user }} />
}

function Settings({ frame: { user, search } }: PageProps) {
  const { t } = useTranslation('shell')
  const isFailed = useDesktop().status === 'failed'
  if (!user) return isFailed ? <DesktopFailed place="page" /> : <NotFoundPage waiting={null} page={{ user: null }} />
  return (
    <SettingsPage
      key={user.userId}
      waiting={<Skeleton label={t(settingsTitle(settingsPart(search)))} />}
      page={{ user }}
    />
  )
}

function Entry({ frame }: PageProps) {
  return <EntryPage waiting={<Skeleton />} page={frame} />
}

function ForgotPassword() {
  return <ForgotPasswordPage waiting={<Skeleton />} page={NO_PROPS} />
}

function NotFound({ frame: { user } }: PageProps) {
  return <NotFoundPage waiting={null} page={{ user }} />
}
