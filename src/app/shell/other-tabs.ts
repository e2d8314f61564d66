import { session } from '../features/session/session-store.ts'
import { loggedOutKey, userKey } from '../state/local-keys.ts'
import { leaveAccount } from './leave-account.ts'

/** Leaves this page once another tab signs somebody else in, or signs out: the browser has one session. Returns the end of listening. */
export function followOtherTabs(): () => void {
  const onStorage = ({ key }: StorageEvent): void => {
    if (session.state.status !== 'in') return
    const now = userKey.get()
    if (key === 'user' && now && now.userId !== session.state.user.userId) leaveAccount('/')
    if (key === 'IS_LOGOUTED' && loggedOutKey.get()) leaveAccount('/login')
  }
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}
