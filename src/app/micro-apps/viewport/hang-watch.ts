import { tryStorage } from '../../core/storage/local-keys.ts'

/** The key of the file that is running and visible in this tab. It outlives the page only if nothing could run when the page ended. */
const KEY = 'school-portal-running'

/** What was running when the tab's last page ended without notice: it stopped the page, or the browser did. */
let hung = tryStorage(() => sessionStorage.getItem(KEY))
tryStorage(() => sessionStorage.removeItem(KEY))

/** Whether this file stopped the tab's last page. */
export function hasHung(key: string): boolean {
  return hung === key
}

/** The user has been told, and decides. */
export function forgetHung(): void {
  hung = null
}

/**
 * Notes that a file runs, until the returned function is called, the page is left, or it is hidden: a hidden page may be ended by the system at any
 * moment, through no fault of the application.
 */
export function watchForHang(key: string): () => void {
  const ending = new AbortController()
  const clear = () => void tryStorage(() => sessionStorage.removeItem(KEY))
  const note = () => {
    if (document.visibilityState === 'visible') tryStorage(() => sessionStorage.setItem(KEY, key))
    else clear()
  }
  note()
  document.addEventListener('visibilitychange', note, { signal: ending.signal })
  addEventListener('pagehide', clear, { signal: ending.signal })
  return () => {
    ending.abort()
    clear()
  }
}
