import { session } from '../session/session.ts'
import { loggedOutKey, userKey } from '../storage/local-keys.ts'
import { leaveAccount } from '../session/leave-account.ts'
import { reloadUnlessUploading } from '../state/uploading.ts'

/**
 * Leaves this page once another tab signs somebody else in, or signs out: the browser has one session. Loads it anew once a parent chooses another child there,
 * because what stands here is about the one before. Returns the end of listening.
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
