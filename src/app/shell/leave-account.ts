import { keepNothingMore } from '../state/local-keys.ts'
import { leaveWithoutAsking } from './uploading.ts'

/**
 * Opens a page by a full load, because what stands here belongs to an account that is no longer signed in. Where the browser keeps the page for
 * its back button, it comes back empty and loads anew.
 */
export function leaveAccount(path: string): void {
  keepNothingMore()
  leaveWithoutAsking()
  addEventListener('pagehide', () => {
    document.documentElement.hidden = true
  })
  // The page's own event has long been; the next one is a return.
  addEventListener('pageshow', () => location.reload())
  location.assign(path)
}

/** The call that signs this page in as another account; null while there is none. */
let change: Promise<unknown> | null = null

/** Follows a call that puts another account's session in the place of this one's: until it is answered, the end of this one means nothing. */
export async function changeAccount<T>(signingIn: Promise<T>): Promise<T> {
  change = signingIn
  try {
    return await signingIn
  } catch (error) {
    change = null
    throw error
  }
}

/** Whether this page is signed in as another account by now, once a call that does so is answered. Never rejects. */
export async function hasChangedAccount(): Promise<boolean> {
  if (!change) return false
  return change.then(
    () => true,
    () => false,
  )
}
