import { useSyncExternalStore } from 'react'

/** A window that the browser itself shows in full, as after F11: the page did not ask for it, and cannot end it. */
const BY_BROWSER = '(display-mode: fullscreen)'

function subscribe(listener: () => void): () => void {
  const byBrowser = matchMedia(BY_BROWSER)
  document.addEventListener('fullscreenchange', listener)
  byBrowser.addEventListener('change', listener)
  return () => {
    document.removeEventListener('fullscreenchange', listener)
    byBrowser.removeEventListener('change', listener)
  }
}

/** Whether this browser lets a page fill the screen. Phones often do not. */
export function canFillScreen(): boolean {
  return 'fullscreenEnabled' in document && document.fullscreenEnabled
}

/** Whether the portal fills the screen, whoever made it so; follows Escape and F11. */
export function useFullscreen(): boolean {
  return useSyncExternalStore(subscribe, () => document.fullscreenElement !== null || matchMedia(BY_BROWSER).matches)
}

/** Fills the screen, or gives it back. Resolves to whether that could be done: what F11 began only F11 ends. */
export async function toggleFullscreen(): Promise<boolean> {
  try {
    if (document.fullscreenElement) await document.exitFullscreen()
    else if (matchMedia(BY_BROWSER).matches) return false
    else await document.documentElement.requestFullscreen()
    return true
  } catch {
    return false
  }
}
