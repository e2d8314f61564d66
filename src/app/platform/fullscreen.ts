import { useSyncExternalStore } from 'react'

/** Full screen by the browser itself, as after F11, which a page cannot end. */
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

/** Whether this browser has full screen for pages. Phones often do not. */
export function canFillScreen(): boolean {
  return 'fullscreenEnabled' in document && document.fullscreenEnabled
}

/** Whether the portal fills the screen; follows Escape and F11. */
export function useFullscreen(): boolean {
  return useSyncExternalStore(subscribe, () => document.fullscreenElement !== null || matchMedia(BY_BROWSER).matches)
}

/** Toggles full screen. Resolves to whether that worked: only F11 ends what F11 began. */
export async function toggleFullscreen(): Promise<boolean> {
  try {
    if (document.fullscreenElement) await document.exitFullscreen()
    else if (matchMedia(BY_BROWSER).matches) return false
    else await document.documentElement.requestFullscreen({ navigationUI: 'hide' })
    return true
  } catch {
    return false
  }
}
