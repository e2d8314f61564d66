import type { SessionUser } from '../../../contract/endpoints/session.ts'
import { useDesktop } from '../features/desktop/desktop-store.ts'
import { session } from '../core/session/session-store.ts'
import { useObservable } from '../core/state/use-observable.ts'

/** Who the frame is for: the session's user, or the owner of the desktop that stands in while the server is away. */
export function useFrameUser(): SessionUser | null {
  const state = useObservable(session)
  const shown = useDesktop()
  if (state.status === 'in') return state.user
  if (state.status === 'out') return null
  return shown.status === 'stored' || shown.status === 'live' ? shown.data.me : null
}
