import { session } from '../session/session.ts'
import { loggedOutKey, userKey } from '../storage/local-keys.ts'
import { leaveAccount, otherTabsSettled } from '../session/leave-account.ts'
import { reloadUnlessUploading } from '../state/uploading.ts'
import { waitAtMost } from '../timing/bounded-wait.ts'

/**
 * Leaves this page when another tab signs in another user or signs out, because the browser has one session, and reloads it when a parent chooses
 * another child there. Returns what ends that.
 */
export function followOtherTabs(): () => void {
  const onStorage = ({ key, oldValue, newValue }: StorageEvent): void => {
    const { current } = session
    if (current.status === 'out') return
    const now = userKey.get()
    if (key === 'chirdenId' && oldValue && newValue && oldValue !== newValue) {
      // Also while this page's person is not confirmed yet: what it has loaded may be of the child before.
      const person = current.status === 'in' ? current.user : now
      if (person?.userType === 3) reloadUnlessUploading()
    }
    if (current.status !== 'in') return
    if (key === 'user' && now && now.userId !== current.user.userId) leaveAccount('/')
    if (key === 'IS_LOGOUTED' && loggedOutKey.get()) void leaveAfterSignOut()
  }
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}

/** Milliseconds for which a page waits for the tab that signs out. */
const LONGEST = 5000

/** A page that is loaded while the sign-out of a shared computer clears the browser may not arrive. */
async function leaveAfterSignOut(): Promise<void> {
  await waitAtMost(LONGEST, otherTabsSettled())
  leaveAccount('/login')
}
