import { pageOf } from '../../../contract/pages.ts'
import { snapshotKey } from './early/snapshot-key.ts'
import type { SnapshotHtml } from '../core/storage/desktop-snapshot.ts'

const PASSING = 'dialog, [popover], [role=status], [role=alert], .d-today > *, .t-popup--bar'

/**
 * The desktop on the screen as HTML, without open dialogs; undefined on other pages. The document's inline script (early/early.ts) checks its
 * attributes before showing it.
 */
export function captureSnapshot(userId: string): SnapshotHtml | undefined {
  const page = document.querySelector('#root > .s-page')
  if (!page?.querySelector('[data-app-code]') || pageOf(location.pathname)?.kind !== 'desktop') return undefined
  const copy = document.createElement('div')
  copy.id = 'last-view'
  copy.hidden = true
  copy.dataset['user'] = userId
  copy.dataset['fits'] = snapshotKey(window.innerWidth)
  copy.append(page.cloneNode(true))
  // What people have done today is outdated at the next start, and the bar of to-dos slides in when they are known.
  for (const passing of copy.querySelectorAll(PASSING)) passing.remove()
  // Otherwise the browser would load the pictures before the styles, and draw them before the page.
  for (const picture of copy.querySelectorAll('img')) {
    picture.dataset['src'] = picture.getAttribute('src') ?? ''
    picture.removeAttribute('src')
  }
  // The content-security policy allows styles set by a script, not in the HTML.
  for (const element of copy.querySelectorAll<HTMLElement>('[style]')) {
    element.dataset['style'] = element.getAttribute('style') ?? ''
    element.removeAttribute('style')
  }
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')
  const paths = Array.from(links, ({ href }) => new URL(href, location.href)).flatMap(({ origin, pathname }) =>
    origin === location.origin ? [pathname] : [],
  )
  const styles = paths.filter((path) => path.startsWith('/assets/'))
  return { styles, html: copy.outerHTML }
}

/** Removes the desktop snapshot once the real desktop is drawn; moves focus and presses over. */
export function leaveSnapshot(): void {
  const view = document.querySelector('#last-view')
  if (!view) return
  const focused = view.contains(document.activeElement) ? document.activeElement : null
  const held = view.querySelector(':is(a, button):active')
  view.remove()
  twinOf(focused)?.focus({ preventScroll: true })
  const pressed = window.portalEarly?.pressed
  if (pressed) named(pressed)?.click()
  const holding = twinOf(held)
  if (holding) finishPress(holding)
}

/** Completes a press that began on the removed snapshot, for which the browser makes no click. */
function finishPress(element: HTMLElement): void {
  const ending = new AbortController()
  const { signal } = ending
  const end = (): void => ending.abort()
  element.addEventListener('click', end, { signal })
  addEventListener('pointercancel', end, { signal })
  addEventListener(
    'pointerup',
    ({ target }) => {
      // After the browser's own click, if there is one.
      setTimeout(() => {
        if (signal.aborted) return
        end()
        if (target instanceof Node && element.contains(target)) element.click()
      })
    },
    { signal },
  )
}

function twinOf(element: Element | null): HTMLElement | null {
  for (const attribute of ['data-app-code', 'data-recent-code']) {
    const code = element?.getAttribute(attribute)
    if (code) return document.querySelector(`[${attribute}=${CSS.escape(code)}]`)
  }
  return named(element?.getAttribute('aria-label') ?? '')
}

/** The button with a name. Text after a comma or a colon, such as a count, may have changed. */
function named(name: string): HTMLElement | null {
  if (!name) return null
  const [word = name] = name.split(/[,，:：]/)
  return (
    document.querySelector<HTMLElement>(`#root button[aria-label=${CSS.escape(name)}]`) ??
    document.querySelector<HTMLElement>(`#root button[aria-label^=${CSS.escape(word)}]`)
  )
}
