import { session } from '../session/session.ts'
import { loggedOutKey, userKey } from '../storage/local-keys.ts'
import { leaveAccount } from '../session/leave-account.ts'
import { reloadUnlessUploading } from '../state/uploading.ts'

/**
 * Leaves this page when another tab signs in another user or signs out, because the browser has one session, and reloads it when a parent chooses
 * another child there. Returns what ends that.
 */
export function followOtherTabs(): () => void {
  const onStorage = ({ key, oldValue, newValue }: StorageEvent): void => {
    if (session.current.status !== 'in') return
    const now = userKey.get()
    if (key === 'user' && now && now.userId !== session.current.user.userId) leaveAccount('/')
    if (key === 'IS_LOGOUTED' && loggedOutKey.get()) leaveAccount('/login')
    if (key === 'chirdenId' && session.current.user.userType === 3 && oldValue && newValue && oldValue !== newValue)
      reloadUnlessUploading()
  }
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}
