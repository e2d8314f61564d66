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
  const { pathname, search, hash, href } = new URL(path, location.href)
  // With a fragment, the page's own address would be gone to without a load.
  if (hash !== '' && pathname === location.pathname && search === location.search) {
    history.replaceState(null, '', href)
    location.reload()
  } else location.assign(path)
}

let change: Promise<unknown> | null = null

/** Held by a tab while its call replaces the browser's session by another account's, or while it clears what the browser keeps. */
const CHANGE_LOCK = 'school-portal-account-change'

/** Does work for which other tabs wait before they leave. */
export async function holdOtherTabs<T>(work: () => Promise<T>): Promise<T> {
  // Plain HTTP has no locks, no stream that would notify other tabs, and no response that clears the browser's storage.
  return 'locks' in navigator ? navigator.locks.request(CHANGE_LOCK, work) : work()
}

/** Makes a call that replaces this session by another account's: until its response, the end of this session is ignored in all tabs. */
export async function changeAccount<T>(signIn: () => Promise<T>): Promise<T> {
  const signingIn = holdOtherTabs(signIn)
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

/** Resolves once no tab of this browser signs in as another account or clears what the browser keeps. Never rejects. */
export async function otherTabsSettled(): Promise<void> {
  if ('locks' in navigator) await navigator.locks.request(CHANGE_LOCK, { mode: 'shared' }, () => {}).catch(() => {})
}
