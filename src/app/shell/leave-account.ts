import { leaveWithoutAsking } from './uploading.ts'

/**
 * Opens a page by a full load, because what stands here belongs to an account that is no longer signed in. Where the browser keeps the page for
 * its back button, it comes back empty and loads anew.
 */
export function leaveAccount(path: string): void {
  leaveWithoutAsking()
  addEventListener('pagehide', () => {
    document.documentElement.hidden = true
  })
  // The page's own event has long been; the next one is a return.
  addEventListener('pageshow', () => location.reload())
  location.assign(path)
}
