// Inline at the start of the document: makes the delivered login form work while the page's script loads, and shows the desktop snapshot until the
// script can draw it. Plain DOM code, small; its state is in `window.portalEarly` until the page adopts it.
import { deviceKind } from '../../core/api/device.ts'
import type { EarlyState } from '../../core/session/early-state.ts'
import { hasSessionMark } from '../../core/session/session-mark.ts'
import { takeResetFromAddress, takeSecretsFromAddress } from '../../core/session/flow/url-secrets.ts'
import { requestParameter } from '../../core/session/request-parameter.ts'
import { showAppearance, showTints, themeLink } from '../../core/appearance.ts'
import { snapshotKey } from './snapshot-key.ts'

function readJson(id: string): unknown {
  const text = document.getElementById(id)?.textContent
  return text ? JSON.parse(text) : null
}

// Before anything else: later code requests files, and each request has the address as its referrer.
const unit = Object(readJson('portal-unit'))
const secrets = takeSecretsFromAddress(String(Object(unit.loginTickitConifg).name ?? 'ticket'))
const reset = takeResetFromAddress()
// From here on the referrer may be sent to this origin again, as in the server's header.
document.querySelector('meta[name=referrer]')?.setAttribute('content', 'same-origin')
const early: EarlyState = { login: null, pressedEmpty: false, adopted: false, pressed: null, secrets, reset }
window.portalEarly = early

const root = document.documentElement

const isUnknown = root.dataset['visitor'] === 'unknown'

/** What `read` finds, or null where the browser refuses it, or what is there is damaged. */
function found<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}

const stored = (key: string) => found(() => localStorage.getItem(key))
const storedUserId = (): unknown => found(() => Object(JSON.parse(stored('user') ?? 'null')).userId)

/** The native app's registered client signs in without a form. */
const hasHostClient = () =>
  found(() => {
    const { kind, userClientId } = Object(Reflect.get(window, 'portalHost'))
    return kind === 'native-app' && Boolean(userClientId)
  })

const { pathname } = location
const isLogin = /^\/(login|needtologinpagerelogin)\/?$/.test(pathname)
/** As in boot.tsx, which checks the session before it shows a form to such a visitor. */
const mayBeSignedIn =
  stored('user') ||
  stored('sharedComputer') ||
  ((hasSessionMark(unit.unitType) || hasHostClient()) && stored('IS_LOGOUTED') !== 'true')
if ((isLogin || pathname === '/') && (!mayBeSignedIn || secrets)) root.dataset['page'] = 'login'

/** Applies the device's light or dark mode and the signed-in user's theme; the login has the unit's own. */
function appear(): void {
  const choice = { mode: stored('colorMode'), contrast: stored('contrast') }
  showAppearance(choice)
  if (root.dataset['page'] || !storedUserId()) return
  showTints(stored('theme'), stored('themeTints'))
  // Loaded now, so that the pictures are in the first frame. Adding the stylesheet later would make the browser compute all styles again.
  const link = themeLink(stored('theme'))
  link.addEventListener('load', () => {
    if (link.sheet) showAppearance(choice, false, [link.sheet])
  })
  link.addEventListener('error', () => link.remove())
  document.head.append(link)
}

const offers = (language: string) => !Array.isArray(unit.languageList) || unit.languageList.includes(language)
const isEnglishOnly = offers('en') && !offers('zh-CN')

/** Chosen on this device, else where the unit follows it the browser's: the first of both that it prefers. As `startLanguage`, which reads the result. */
function prefersEnglish(): boolean {
  const asked = firstTag(requestParameter('ui_locales', location.search).split(' '))
  if (asked !== '') return asked === 'en'
  const chosen = stored('lange_')
  if (chosen === 'en' || chosen === 'zh-CN' || unit.languageFollowsBrowser !== true) return chosen === 'en'
  return firstTag(navigator.languages) === 'en'
}

/** The first of the languages that the portal has, as its primary tag; '' without one. */
function firstTag(languages: readonly string[]): string {
  const first = languages.find((tag) => /^(en|zh)(-|$)/i.test(tag)) ?? ''
  return first.slice(0, 2).toLowerCase()
}

/** Translates the form into the preferred language, or the only one of the unit. */
function translate(): void {
  if (!isEnglishOnly && !(offers('en') && prefersEnglish())) return
  root.lang = 'en'
  const texts = Object(readJson('login-en'))
  for (const element of document.querySelectorAll<HTMLElement>('[data-t]')) {
    const text: unknown = texts[element.dataset['t'] ?? '']
    if (typeof text === 'string') element.textContent = text
  }
  if (typeof unit.unitEnName === 'string') document.title = unit.unitEnName
}

function readFiles(id: string): string[] {
  const files: unknown = readJson(id)
  return Array.isArray(files) ? files.map(String) : []
}

function preloadFiles(files: readonly string[]): void {
  for (const file of files) {
    const link = document.createElement('link')
    link.rel = file.endsWith('.css') ? 'preload' : 'modulepreload'
    if (link.rel === 'preload') link.as = 'style'
    // As the build's own loader does; otherwise they would be loaded twice.
    link.crossOrigin = ''
    link.href = file
    document.head.append(link)
  }
}

function preload(): void {
  removeEventListener('input', preload, true)
  preloadFiles(readFiles('portal-preload'))
}

function submit(event: Event): void {
  if (!(event.target instanceof HTMLFormElement) || event.target.id !== 'login-form') return
  // Always: the browser's own submission would put the password into the address.
  event.preventDefault()
  if (early.adopted) return
  const form = event.target
  const field = (name: string): HTMLInputElement | null => form.querySelector(`[name=${name}]`)
  const username = field('username')
  const password = field('password')
  if (!username || !password || early.login) return
  const empty = [username, password].find((input) => !input.value.trim())
  if (empty) {
    early.pressedEmpty = true
    empty.focus()
    return
  }
  const button = form.querySelector<HTMLButtonElement>('[type=submit]')
  if (button) button.disabled = true
  preload()
  early.login = fetch('/api/uaa/oauth/login', {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
      'x-portal-device': deviceKind(),
      'x-portal-app': String(Object(readJson('portal-config')).appCode),
    },
    body: new URLSearchParams({
      username: username.value.trim(),
      password: password.value.trim(),
      noIntercept: 'true',
      withStart: 'true',
      ...(form.querySelector('[name=shared]:checked') && { shared: 'true' }),
    }),
  })
  // The page handles failures once it has adopted the form.
  early.login.catch(() => {})
}

function goOn(): void {
  if (isUnknown) {
    appear()
    translate()
  }
  showPictures()
  const [entry, ...imports] = readFiles('portal-script')
  const script = document.createElement('script')
  script.type = 'module'
  script.crossOrigin = ''
  script.src = entry ?? ''
  // Only a reload helps.
  script.addEventListener('error', () => document.getElementById('unloaded')?.removeAttribute('hidden'))
  document.head.append(script)
  preloadFiles(imports)
}

// Before the first paint; otherwise the other state would flash up.
if (!isUnknown) appear()
addEventListener('submit', submit, true)
// Preloads the desktop's files: while the user types, or at once if the desktop was requested.
if (root.dataset['page'] === 'login') addEventListener('input', preload, true)
else preload()
// The script runs in the head, before the form exists.
addEventListener('portal-form', () => {
  if (!isUnknown || isEnglishOnly) translate()
  // If the address may sign another user in, or leads on to another page, the last user's desktop must not be shown.
  const view = document.getElementById('last-view')
  if (view) showSnapshot(view, secrets || isLogin ? null : storedUserId(), (name) => (early.pressed = name))
  // Paint first: evaluating the page's script takes longer. A page in the background is not painted.
  if (root.dataset['page'] && !document.hidden) requestAnimationFrame(() => requestAnimationFrame(goOn))
  else goOn()
})

/**
 * Shows the desktop snapshot from the document until the page's script has drawn the desktop: links work, and a press on a button is kept for the
 * real one (`onPress` gets its name). A snapshot of another user, build, language or width is removed.
 */
function showSnapshot(view: HTMLElement, userId: unknown, onPress: (name: string | null) => void): void {
  const { dataset } = document.documentElement
  if (view.dataset['user'] === userId && view.dataset['fits'] === snapshotKey(innerWidth) && !dataset['page']) {
    for (const element of view.querySelectorAll<HTMLElement>('[data-style]')) {
      element.style.cssText = element.dataset['style'] ?? ''
    }
    view.addEventListener('click', ({ target }) => {
      const button = target instanceof Element && target.closest('button')
      if (button) onPress(button.getAttribute('aria-label'))
    })
    dataset['page'] = 'view'
    view.hidden = false
  } else {
    view.remove()
  }
}

/** Loads the snapshot's pictures; called once it is painted. */
function showPictures(): void {
  for (const picture of document.querySelectorAll<HTMLImageElement>('#last-view [data-src]')) {
    picture.src = picture.dataset['src'] ?? ''
  }
}
