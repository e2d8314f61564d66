import type { Look } from '../../../../contract/rules/appearance/themes.ts'
import { tintValues } from '../../../../contract/rules/appearance/tints.ts'
import { showTints, themeLink } from '../../core/appearance.ts'
import { whenIdle } from '../../core/timing/when-idle.ts'

/** Applies a look to the whole page: its tints at once, its pictures when idle. Null: the unit's own colours. */
export function applyLook(look: Look | null): void {
  showTints(look?.theme ?? null, look && tintsOf(look))
  void whenIdle().then(() => showPictures(look))
}

/** The browser's own bars get the theme's colour, or the page's ground where it is dark. */
export function showBrowserColor(mode: 'system' | 'light' | 'dark'): void {
  const style = getComputedStyle(document.documentElement)
  const [light, dark] = [style.getPropertyValue('--l5'), style.getPropertyValue('--d0')]
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const isForDark = mode === 'system' ? meta.media !== '' : mode === 'dark'
    meta.content = isForDark ? dark : light
  }
}

export function tintsOf({ color }: Look): string {
  return tintValues(color).join('')
}

/** The last requested stylesheet; at first that of the document's inline script. */
let wanted = ''
const early = document.querySelector<HTMLLinkElement>('link[data-theme-file]')
if (early) follow(early)

/** Replaces the theme's stylesheet once the new one has loaded: the page never waits for pictures, and shows the old ones until then. */
function showPictures(look: Look | null): void {
  const link = themeLink(look?.theme ?? null)
  if (link.href === wanted) return
  follow(link)
  document.head.append(link)
}

function follow(link: HTMLLinkElement): void {
  const { href } = link
  wanted = href
  const leaveOnly = (kept: Element | null) => {
    for (const other of document.querySelectorAll('link[data-theme-file]')) if (other !== kept) other.remove()
  }
  link.addEventListener('load', () => {
    if (wanted === href) leaveOnly(link)
    else link.remove()
  })
  // Offline and not cached: the page has its colours, and the next choice tries again.
  link.addEventListener('error', () => {
    link.remove()
    if (wanted === href) wanted = ''
  })
}
