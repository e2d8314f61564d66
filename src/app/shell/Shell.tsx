import '../kit/controls.css'
import './shell.css'
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BrowserRouter, useLocation } from 'react-router-dom'
import { useSnapshot } from 'valtio/react'
import type { SessionUser } from '../../../contract/calls/session.ts'
import { applicationPath, pageOf } from '../../../contract/pages.ts'
import { loadDesktop } from '../features/desktop/desktop-store.ts'
import { useDesktop } from '../features/desktop/use-desktop.ts'
import { DesktopPage } from '../features/desktop/DesktopPage.tsx'
import { Footer } from '../features/footer/Footer.tsx'
import { useLanguage } from '../features/language/use-language.ts'
import { checkSession } from '../features/session/check-session.ts'
import { session } from '../features/session/session-store.ts'
import { signOut } from '../features/session/sign-out.ts'
import { documentUnit, unitNameIn } from '../features/tenant/unit.ts'
import { sharedUseKey } from '../state/local-keys.ts'
import { Notices } from '../kit/Notices.tsx'
import { Skeleton } from '../kit/Skeleton.tsx'
import { Crash } from './Crash.tsx'
import { Header } from './header/Header.tsx'
import { LogoutDialog } from './header/LogoutDialog.tsx'
import { OfflineBar } from './OfflineBar.tsx'
import { NotFoundPage } from './plain-pages.tsx'
import { leaveLastView } from './last-view.ts'
import { preparePortal } from './portal-start.ts'
import { rehearse } from './rehearsal.tsx'
import { startServiceWorker } from './service-worker/start-service-worker.ts'
import { UpdatePrompt } from './service-worker/UpdatePrompt.tsx'
import { leaveAccount } from './leave-account.ts'
import { isSignInSettings } from './settings-part.ts'
import { SharedComputer } from './SharedComputer.tsx'
import { SignInAgain } from './SignInAgain.tsx'
import { SwitchRole } from './header/SwitchRole.tsx'
import { followOtherTabs } from './other-tabs.ts'
import { hasActiveUploads } from './uploading.ts'
import { useLayout } from './use-layout.ts'

const ApplicationPage = lazy(() => import('./ApplicationPage.tsx'))
const EntryPage = lazy(() => import('./EntryPage.tsx'))
const ForgotPasswordPage = lazy(() => import('./ForgotPasswordPage.tsx'))
const SettingsPage = lazy(() => import('./SettingsPage.tsx'))

/** Makes ready what the first frame shows; see preparePortal. */
export const prepareShell: typeof preparePortal = preparePortal
/** Draws it once before it is needed; see rehearse. */
export const rehearseShell: typeof rehearse = rehearse

/** The portal behind the login: one frame around every page. */
export function Shell() {
  useLayoutEffect(leaveLastView, [])
  const [updates] = useState(startServiceWorker)
  return (
    <Crash>
      <BrowserRouter>
        <Frame />
      </BrowserRouter>
      <Notices />
      <UpdatePrompt offer={updates} />
    </Crash>
  )
}

/** Who the frame is for: the session's user, or the owner of the desktop that stands in while the server is away. */
function useFrameUser(): SessionUser | null {
  const { state } = useSnapshot(session)
  const shown = useDesktop()
  if (state.status === 'in') return state.user
  if (state.status === 'out') return null
  return shown.status === 'stored' || shown.status === 'live' ? shown.data.me : null
}

function Frame() {
  const { pathname, search } = useLocation()
  const { t } = useTranslation('shell')
  const language = useLanguage()
  const layout = useLayout()
  const user = useFrameUser()
  const main = useRef<HTMLElement>(null)
  const [leaving, setLeaving] = useState(false)
  const [onShared] = useState(() => sharedUseKey.get() !== null)
  const page = pageOf(pathname)
  const unit = documentUnit()
  const onDesktop = page?.kind === 'desktop' || page?.kind === 'home'
  /** Pages between the login and the portal have a frame and a title of their own. */
  const standsAlone = page?.kind === 'bind' || page?.kind === 'forgot-password' || page?.kind === 'authorize'
  const onSettings = page?.kind === 'settings' && user !== null
  const onSignInSettings = isSignInSettings(search)

  useEffect(() => {
    if (standsAlone) return
    const name = user ? unitNameIn(user, language) : unit ? unitNameIn(unit, language) : ''
    const title = onDesktop ? t('desktopTitle') : onSettings ? t(onSignInSettings ? 'signInSettings' : 'myAccount') : ''
    document.title = title ? `${title} · ${name}` : name
  }, [t, language, user, unit, onDesktop, onSettings, onSignInSettings, standsAlone])

  useEffect(followOtherTabs, [])

  const logOut = async () => {
    await signOut()
    leaveAccount('/login')
  }

  return (
    <div className="s-page" data-layout={layout}>
      <a className="s-skip" href="#content">
        {t('skipToContent')}
      </a>
      {user && !standsAlone && (
        <Header
          user={user}
          onDesktop={onDesktop}
          switchRole={<SwitchRole user={user} />}
          onLogout={() => setLeaving(true)}
        />
      )}
      <OfflineBar />
      {page && standsAlone ? (
        <Suspense fallback={<Skeleton label={t('loading', { ns: 'common' })} />}>
          {page.kind === 'forgot-password' ? <ForgotPasswordPage /> : <EntryPage page={page} unit={unit} />}
        </Suspense>
      ) : (
        <main className="s-main" id="content" tabIndex={-1} ref={main}>
          {onDesktop && (
            <DesktopPage
              language={language}
              pathOf={(code, deployPath) =>
                applicationPath(code, deployPath, user?.idPath ?? 'tm', layout === 'mobile' ? 'mobile' : 'pc')
              }
              onRetry={() =>
                void checkSession().then(() =>
                  session.state.status === 'in' ? loadDesktop(session.state.user) : undefined,
                )
              }
            />
          )}
          {page?.kind === 'application' && user && (
            <Suspense fallback={<Skeleton label={t('upload.title')} />}>
              <ApplicationPage key={page.code} page={page} user={user} />
            </Suspense>
          )}
          {onSettings && (
            <Suspense fallback={<Skeleton label={t('myAccount')} />}>
              <SettingsPage key={user.userId} user={user} />
            </Suspense>
          )}
          {!onDesktop && !onSettings && page?.kind !== 'application' && <NotFoundPage user={user} />}
        </main>
      )}
      {unit && onDesktop && <Footer unit={unit} />}
      <LogoutDialog
        open={leaving}
        uploading={hasActiveUploads.current}
        onClose={() => setLeaving(false)}
        onConfirm={logOut}
      />
      <SignInAgain />
      {onShared && <SharedComputer />}
    </div>
  )
}
