import '../ui/controls.css'
import '../frame/shell.css'
import '../features/theme/wallpaper.css'
import { useLayoutEffect, useState } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { BrowserRouter } from 'react-router-dom'
import { signOut } from '../core/session/sign-out.ts'
import { Notices } from '../ui/feedback/Notices.tsx'
import { Crash } from '../frame/Crash.tsx'
import { Pages } from '../frame/routes.tsx'
import { leaveSnapshot, captureSnapshot } from './desktop-snapshot.ts'
import { startServiceWorker } from './service-worker/start-service-worker.ts'
import { UpdatePrompt } from './service-worker/UpdatePrompt.tsx'
import { pageOf } from '../../../contract/pages.ts'
import type { SessionUser, StartData } from '../../../contract/endpoints/sign-in/session.ts'
import { transport } from '../core/api/call.ts'
import { staleFactorSteps } from '../core/api/stale-factor.ts'
import { unauthorizedSteps } from '../core/api/unauthorized.ts'
import type { PortalConfig } from '../core/api/config.ts'
import { declarePortalPacks, loadPacks } from '../core/language/choose-language.ts'
import { followConnectivity, queryClient } from '../core/query/query-client.ts'
import { language } from '../core/language/language.ts'
import {
  desktopState,
  loadDesktop,
  onScreen,
  showDesktop,
  showDesktopSnapshot,
} from '../features/desktop/desktop-store.ts'
import { pictures } from '../features/desktop/pictures.ts'
import { notify } from '../core/notices/notices.ts'
import { signInTexts } from '../core/session/login-texts.ts'
import { checkSession } from '../core/session/check-session.ts'
import { showLinkedAccounts } from '../features/family/linked-accounts.ts'
import { askForFactor } from '../core/session/factor-prompt.ts'
import { askToSignInAgain } from '../core/session/login-prompt.ts'
import { environment } from '../core/session/flow/environment.ts'
import { openRelogin } from '../core/session/flow/failure-end.ts'
import { applicationHome, homePath, leaveForLogin } from '../core/session/home-path.ts'
import { asksForAuthorization, destinationAfterSignIn } from '../core/session/redirect-target.ts'
import { followLanguage } from '../core/session/follow-language.ts'
import { session, hasSharedUseLapsed } from '../core/session/session.ts'
import { keepInstallPrompt } from '../platform/install-prompt.ts'
import { userKey } from '../core/storage/local-keys.ts'
import { startUp } from '../core/tenant/start-up.ts'
import { followTheme } from '../features/theme/follow-theme.ts'
import { configureFrame } from '../frame/frame-config.ts'
import { launchesKept } from '../features/uploads/incoming-files.ts'
import { leaveAccount } from '../core/session/leave-account.ts'
import { online, reportNetworkFailure, reportNetworkSuccess } from '../core/connectivity/online.ts'
import { showIconsFirst } from '../frame/use-whole-frame.ts'

/** Shared with the pages outside the portal's frame: a module that two pages fetch would be a file of its own. */
export const outsideDeps = { Crash, signOut, startServiceWorker }

export function Shell() {
  useLayoutEffect(leaveSnapshot, [])
  const [updates] = useState(startServiceWorker)
  return (
    <Crash>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <Pages />
        </BrowserRouter>
      </QueryClientProvider>
      <Notices />
      <UpdatePrompt offer={updates} />
    </Crash>
  )
}

/**
 * Prepares what the shell's first frame shows. With `start` (just signed in) nothing is loaded; otherwise the desktop snapshot stands in while the
 * session is checked. Leaves for the login when no user is signed in.
 */
export async function preparePortal(config: PortalConfig, start: StartData | null): Promise<void> {
  declarePortalPacks(config)
  configureFrame(config)
  const texts = loadPacks(language.current)
  transport.onAnswer = reportNetworkSuccess
  transport.onNetworkFailure = reportNetworkFailure
  unauthorizedSteps.loginLost = loginLost
  staleFactorSteps.prove = askForFactor
  online.subscribe(recover)
  followConnectivity(online)
  onScreen.view = captureSnapshot
  // The desktop snapshot already shows its pictures: they must not disappear and come back.
  if (document.querySelector('#last-view')) pictures.set(true)
  followTheme()
  followLanguage()
  keepInstallPrompt()

  if (start) {
    const { links, ...data } = start
    showDesktop(data)
    if (links) showLinkedAccounts(start.me, links)
    showIconsFirst()
    leaveLoginAddress(start.me)
    await texts
    return
  }
  if (pageNeedsNobody()) {
    await texts
    return
  }
  if (hasSharedUseLapsed()) {
    await signOut()
    leaveAccount('/login')
    return
  }
  // Answering a third party's request needs the session; a desktop snapshot is not enough.
  const known = pageOf(location.pathname)?.kind === 'authorize' ? null : userKey.get()
  const [owner] = await Promise.all([known && showDesktopSnapshot(known.userId), texts])
  // The login may have checked it already.
  const checked = (session.current.status === 'in' ? Promise.resolve() : checkSession()).then(afterCheck)
  if (!owner) await checked
  else leaveLoginAddress(owner)
}

/** The notice after a sign-in on the login page. */
export function tellSignedIn(): void {
  notify('success', signInTexts(language.current).succeeded, { isInert: true })
}

function pageNeedsNobody(): boolean {
  const page = pageOf(location.pathname)
  if (page?.kind === 'authorize') return !asksForAuthorization(page, location.search)
  return page?.kind === 'forgot-password' || page?.kind === 'bind' || page?.kind === 'logout'
}

async function afterCheck(): Promise<void> {
  const state = session.current
  if (state.status === 'out') {
    // Some authorization requests are answered without a session; for the others AuthorizePage itself goes to the login.
    if (pageOf(location.pathname)?.kind === 'authorize') return
    await launchesKept()
    leaveForLogin()
    return
  }
  if (state.status === 'in') {
    leaveLoginAddress(state.user)
    // Answering a third party needs no desktop.
    if (pageOf(location.pathname)?.kind !== 'authorize') await loadDesktop(state.user)
    return
  }
  if (desktopState().status === 'loading') await loadDesktop(null)
}

/** Asks for a sign-in over the page, and notifies the host; the desktop client shows its own window. */
function loginLost(): Promise<boolean> {
  const { kind, host } = environment()
  host?.onLoginLost?.(location.href)
  if (kind === 'desktop-client') openRelogin()
  return askToSignInAgain()
}

/** The server is back: check the session and update the desktop. */
function recover(): void {
  if (!online.current || pageNeedsNobody()) return
  if (session.current.status === 'in' && desktopState().status === 'live') return
  void checkSession().then(afterCheck)
}

/** Leaves an address that only redirects; see destinationAfterSignIn. */
function leaveLoginAddress(me: Pick<SessionUser, 'unitType' | 'idPath'>): void {
  const destination = destinationAfterSignIn({
    address: location,
    environment: environment().kind,
    jumpPage: startUp().jumpPage,
  })
  if (destination.kind === 'stay') return
  // A station is no page of the portal's frame.
  if (destination.kind === 'page' && pageOf(destination.path)?.kind === 'station') {
    location.replace(destination.path)
    return
  }
  const path =
    destination.kind === 'page'
      ? destination.path
      : destination.kind === 'application'
        ? applicationHome(me, destination.app)
        : homePath(me)
  history.replaceState(null, '', path)
  window.dispatchEvent(new PopStateEvent('popstate', { state: null }))
}
