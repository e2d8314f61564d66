import { session } from '../../core/session/session.ts'
import { Avatar, type Portrait } from '../../ui/icons/Avatar.tsx'
import { useObservable } from '../../core/state/use-observable.ts'
import { online } from '../../core/connectivity/online.ts'

/** The signed-in user's picture; loaded again once the session is checked or the connection is back. */
export function OwnAvatar({ size, ...portrait }: Portrait & { size: number }) {
  const { status } = useObservable(session)
  const isOnline = useObservable(online)
  return <Avatar {...portrait} size={size} chance={`${status} ${isOnline}`} />
}
