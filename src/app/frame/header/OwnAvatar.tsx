import { session } from '../../core/session/session.ts'
import { Avatar, type Portrait } from '../../ui/icons/Avatar.tsx'
import { useObservable } from '../../core/state/use-observable.ts'
import { online } from '../../core/connectivity/online.ts'

/** The picture of whoever is signed in. The server may refuse it until the session is checked, and cannot be reached without a network. */
export function OwnAvatar({ size, ...portrait }: Portrait & { size: number }) {
  const { status } = useObservable(session)
  const isOnline = useObservable(online)
  return <Avatar {...portrait} size={size} chance={`${status} ${isOnline}`} />
}
