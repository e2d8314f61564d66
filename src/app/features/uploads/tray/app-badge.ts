import { isOnlyTab } from '../upload-service.ts'

/** The number on the installed application's icon just now; 0 is none. Only uploads set one. */
let shown = 0

/** Shows a number on the installed application's icon, or none at 0; nothing happens where there is no such thing. */
export function showBadge(count: number): void {
  if (count === shown || !('setAppBadge' in navigator)) return
  if (shown === 0) addEventListener('pagehide', clearWithLastTab)
  shown = count
  // A browser may refuse it where the portal is not installed.
  void (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => {})
}

/** Nobody would take it away after the last tab. */
function clearWithLastTab(): void {
  if (shown > 0 && isOnlyTab()) void navigator.clearAppBadge().catch(() => {})
}
