import { keepNothingMore } from '../storage/local-keys.ts'
import { leaveWithoutAsking } from '../state/uploading.ts'

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

/** The lock that a tab holds while its call puts another account's session in the place of the browser's. */
const CHANGE_LOCK = 'school-portal-account-change'

/** Makes a call that puts another account's session in the place of this one's: until it is answered, the end of this one means nothing in any tab. */
export async function changeAccount<T>(signIn: () => Promise<T>): Promise<T> {
  // Plain HTTP has no locks, and no stream that would notify other tabs of an end.
  const signingIn = 'locks' in navigator ? navigator.locks.request(CHANGE_LOCK, signIn) : signIn()
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

/** Resolves once no tab of this browser has a running call that signs it in as another account. Never rejects. */
export async function otherTabsSettled(): Promise<void> {
  if ('locks' in navigator) await navigator.locks.request(CHANGE_LOCK, { mode: 'shared' }, () => {}).catch(() => {})
}
