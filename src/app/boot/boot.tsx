import type * as Shell from './Shell.tsx'
import type { OutsideName } from './outside/outside-pages.ts'
import { startTransition, StrictMode } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import type { StartData } from '../../../contract/endpoints/sign-in/session.ts'
import { pageOf, SUSPENDED_PATH } from '../../../contract/pages.ts'
import { guardComposition } from '../ui/composition-keys.ts'
import { transport } from '../core/api/call.ts'
import type { PortalConfig } from '../core/api/config.ts'
import { earlyLogin, takeEarlySecrets } from '../core/session/early-state.ts'
import { deviceKind } from '../core/api/device.ts'
import { unauthorizedSteps } from '../core/api/unauthorized.ts'
import { language, startLanguage } from '../core/language/language.ts'
import { signInTexts } from '../core/session/login-texts.ts'
import { checkSession, refreshSession, renewAsUserClient, finishSignOut } from '../core/session/check-session.ts'
import { isAskedByAddress, type Flow, currentFlow } from '../core/session/flow/choose-flow.ts'
import { environment } from '../core/session/flow/environment.ts'
import { hasSessionMark } from '../core/session/session-mark.ts'
import { acceptSignIn, hasSharedUseLapsed, portal, session } from '../core/session/session.ts'
import {
  forgetDueKey,
  loggedOutKey,
  reloadedKey,
  sharedUseKey,
  signOutDueKey,
  userKey,
} from '../core/storage/local-keys.ts'
import { startUp } from '../core/tenant/start-up.ts'
import { documentUnit } from '../core/tenant/unit.ts'
import { waitAtMost } from '../core/timing/bounded-wait.ts'
import { whenLoadedAndIdle } from '../core/timing/when-idle.ts'
import { guardDrops, keepLaunches } from '../features/uploads/incoming-files.ts'
import { followEarlyLogin } from '../features/login/early-sign-in.ts'
import { SignInPage } from './login/SignInPage.tsx'
import { startAutomaticSignIn } from '../features/login/automatic-sign-in.ts'

let shell: Promise<typeof Shell> | null = null

/** The shell is in chunks of its own, loaded while the user types. */
function loadShell(): Promise<typeof Shell> {
  shell ??= import('./Shell.tsx').catch((error: unknown) => {
    shell = null
    throw error
  })
  return shell
}

/** Starts the portal: configuration, language, transport, then the page of the address. */
export function boot(parseConfig: (text: string | null | undefined) => PortalConfig): void {
  guardComposition(window)
  const place = document.querySelector('#root')
  if (!place) throw new Error('the document has no #root')
  let config: PortalConfig
  try {
    config = parseConfig(document.querySelector('#portal-config')?.textContent)
  } catch (error) {
    document.documentElement.dataset['page'] = 'message'
    place.textContent = error instanceof Error ? error.message : String(error)
    return
  }
  guardDrops()
  keepLaunches()
  const { languages, followsBrowser } = startUp()
  startLanguage(languages, followsBrowser)
  const { kind, host } = environment()
  transport.device = kind === 'native-app' ? () => 'app' : deviceKind
  transport.appCode = config.appCode
  transport.onSuspended = () => location.assign(SUSPENDED_PATH)
  unauthorizedSteps.refresh = refreshSession

  const page = pageOf(location.pathname)?.kind
  if (page === 'setup' || page === 'join' || page === 'station') {
    void startPage(place, page)
    return
  }

  const clientId = kind === 'native-app' && host?.userClientId
  if (clientId) unauthorizedSteps.loginAsUserClient = () => renewAsUserClient(clientId)

  const flow = currentFlow(takeEarlySecrets(startUp().ticketName))
  // If this device has a session, a third party's request is answered without the login page; the session check opens that page if the session is gone.
  const answersWithSession = flow.kind === 'authorize' && mayBeSignedIn()
  if (flow.kind === 'authorize' && !answersWithSession) void startAuthorization(config, place, flow)
  else if (waitsForSession(flow)) void startAfterCheck(config, place, flow)
  else if (showsLogin() || (isAskedByAddress(flow) && !answersWithSession)) void startAtLogin(config, place, flow)
  else void startInPortal(config, place, { start: null })
}

/** Asks the server about a third party's request before the login is shown: some are answered without a sign-in. */
async function startAuthorization(config: PortalConfig, place: Element, flow: Flow): Promise<void> {
  const { askBeforeSignIn } = await import('../features/authorize/use-authorization.ts').catch(() => ({
    askBeforeSignIn: null,
  }))
  const next = (await askBeforeSignIn?.(location.search)) ?? { status: 'failed' }
  if (next.status === 'going' && next.address === null) return
  // Without an answer the login is shown, and the request is read again afterwards.
  if (next.status === 'failed') await startAtLogin(config, place, flow)
  else await startInPortal(config, place, { start: null })
}

async function startPage(place: Element, name: OutsideName): Promise<void> {
  const load = async () => (await import('./outside/outside-pages.ts')).loadOutside(name)
  // The styles of these pages are in the shell's stylesheet.
  const loaded = await Promise.all([load(), loadShell()]).catch(() => null)
  if (loaded) loaded[0](place, loaded[1].outsideDeps)
  else showMissing(place)
}

function showMissing(place: Element): void {
  document.documentElement.dataset['page'] = 'message'
  place.textContent = signInTexts(language.current).failures.unexpected
  addEventListener('online', () => location.reload(), { once: true })
}

/** Whether the login is shown unless there is a session: at its own paths, and at the root without a known user, whose desktop is shown at once. */
function showsLogin(): boolean {
  const page = pageOf(location.pathname)
  if (page?.kind === 'login' || page?.kind === 'relogin') return true
  return page?.kind === 'home' && !isKnown()
}

/** Whether the last visit on this device ended signed in. */
function isKnown(): boolean {
  return userKey.get() !== null || sharedUseKey.get() !== null
}

/** Whether there may be a session: the last visit ended signed in, the browser got one elsewhere, or the native app can make one. */
function mayBeSignedIn(): boolean {
  return (
    isKnown() ||
    (!loggedOutKey.get() && (hasSessionMark(documentUnit()?.unitType) || unauthorizedSteps.loginAsUserClient !== null))
  )
}

/** Whether the start waits for the session check, because otherwise a user who may be signed in would see the form. Not for a sign-in by the address. */
function waitsForSession(flow: Flow): boolean {
  // The form may have been sent before this script ran: its response has the session, and more data than the session check.
  if (!mayBeSignedIn() || window.portalEarly?.login) return false
  return flow.kind === 'not-allowed' || (showsLogin() && !isAskedByAddress(flow))
}

/** Milliseconds after which the form is shown, although the session check has no answer. */
const CHECK_WAIT = 8000

/** Checks the session, then opens the portal as the signed-in user; without a session the login is shown. */
async function startAfterCheck(config: PortalConfig, place: Element, flow: Flow): Promise<void> {
  void loadShell().catch(() => {})
  // The shell ends a visit to a shared computer that has timed out.
  if (!hasSharedUseLapsed()) {
    await waitAtMost(CHECK_WAIT, checkSession())
    if (session.current.status !== 'in') {
      await startAtLogin(config, place, flow)
      return
    }
  }
  await startInPortal(config, place, { start: null })
}

async function startAtLogin(config: PortalConfig, place: Element, flow: Flow): Promise<void> {
  document.documentElement.dataset['page'] = 'login'
  if (forgetDueKey.get())
    void import('../core/storage/forget-user.ts').then(
      ({ forgetDue }) => forgetDue(),
      () => {},
    )
  // A sign-out that the server did not get. Not during a sign-in: the response would remove its cookies.
  if (signOutDueKey.get() && !window.portalEarly?.login) await finishSignOut()
  // The form was sent before this script ran: the desktop is drawn next, the form only if the attempt failed.
  const early = earlyLogin()
  if (early) void loadShell().catch(() => {})
  const outcome = early && (await followEarlyLogin(early))
  if (outcome?.ok) {
    const start = outcome.answer.start ?? null
    acceptSignIn(start)
    await startInPortal(config, place, { start, signedIn: true })
    return
  }
  // The button disabled by the press before this script; hydrating leaves attributes unchanged.
  if (early) place.querySelector('button[type=submit]')?.removeAttribute('disabled')
  const automatic = early ? null : startAutomaticSignIn(flow)
  if (automatic) void loadShell().catch(() => {})
  const { kind, host } = environment()
  if (!early && !automatic && kind === 'native-app') host?.onLogout?.()
  const page = (
    <StrictMode>
      <SignInPage deployed={config} failed={outcome ?? null} automatic={automatic} />
    </StrictMode>
  )
  portal.open = (start) => void startInPortal(config, place, { start, signedIn: true, root })
  const delivered = place.firstElementChild !== null
  const typedBefore = place.querySelector<HTMLInputElement>('[name=username]')?.value
  const root: Root = delivered ? hydrateRoot(place, page) : createRoot(place)
  if (!delivered) root.render(page)
  // A failure is ignored here: the shell is loaded again when it is needed.
  const onTyping = () => void loadShell().catch(() => {})
  // Typing may have begun before this script ran.
  if (typedBefore) onTyping()
  else place.addEventListener('input', onTyping, { once: true })
  void keepForOffline()
}

/** Makes the login available offline for the next visit. Not during a sign-in, which needs the bandwidth. */
async function keepForOffline(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  await whenLoadedAndIdle()
  if (document.documentElement.dataset['page'] !== 'login' || shell) return
  // Refused by the user, by policy or by a full disk: the portal then works only online.
  await navigator.serviceWorker.register('/sw.js', { scope: '/', updateViaCache: 'none' }).catch(() => {})
}

async function startInPortal(
  config: PortalConfig,
  place: Element,
  { start, signedIn = false, root: after }: { start: StartData | null; signedIn?: boolean; root?: Root },
): Promise<void> {
  const loaded = await loadShell().catch(() => null)
  if (!loaded) {
    // A newer version has replaced this document's files, or the connection broke: a new document names the new files.
    if (navigator.onLine && !reloadedKey.get()) {
      reloadedKey.set(true)
      location.assign('/')
    } else {
      showMissing(place)
    }
    return
  }
  reloadedKey.remove()
  const { Shell: Portal, preparePortal, tellSignedIn } = loaded
  await preparePortal(config, start)
  document.documentElement.dataset['page'] = 'portal'
  let root = after
  if (!root) {
    // The delivered login form belongs to the login page only.
    place.replaceChildren()
    root = createRoot(place)
  }
  const shown = root
  const draw = () => {
    shown.render(
      <StrictMode>
        <Portal />
      </StrictMode>,
    )
  }
  // While the desktop snapshot is shown, React draws the desktop as a transition, in parts of 5 ms. After a sign-in nothing is shown yet, so it is drawn at once.
  if (signedIn) draw()
  else startTransition(draw)
  if (signedIn) tellSignedIn()
}
