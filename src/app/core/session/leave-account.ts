import { keepNothingMore } from '../storage/local-keys.ts'
import { leaveWithoutAsking } from '../state/uploading.ts'

/**
 * Opens a page by a full load, because this one belongs to another account. If the browser keeps it for its back button, it is emptied and reloads.
 */
export function leaveAccount(path: string): void {
  keepNothingMore()
  leaveWithoutAsking()
  addEventListener('pagehide', () => {
    document.documentElement.hidden = true
  })
  // This page's own event is past; the next one is a return.
  addEventListener('pageshow', () => location.reload())
  location.assign(path)
}

let change: Promise<unknown> | null = null

/** Held by a tab while its call replaces the browser's session by another account's. */
const CHANGE_LOCK = 'school-portal-account-change'

/** Makes a call that replaces this session by another account's: until its response, the end of this session is ignored in all tabs. */
export async function changeAccount<T>(signIn: () => Promise<T>): Promise<T> {
  // Plain HTTP has no locks, and no stream that would notify other tabs.
  const signingIn = 'locks' in navigator ? navigator.locks.request(CHANGE_LOCK, signIn) : signIn()
  change = signingIn
  try {
    return await signingIn
  } catch (error) {
    change = null
    throw error
  }
}

/** Whether this page is signed in as another account, once a running call has its response. Never rejects. */
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
