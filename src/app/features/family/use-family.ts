import { useOnline } from '../../core/connectivity/use-online.ts'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio/react'
import type { SessionUser } from '../../../../contract/endpoints/session.ts'
import { whenIdle } from '../../core/timing/when-idle.ts'
import { family, loadFamily, type Family } from './family-store.ts'

/** The family of a parent, asked for once the browser has nothing better to do; null until it is known. */
export function useFamily({ userId, userType }: Pick<SessionUser, 'userId' | 'userType'>): Family | null {
  const online = useOnline()
  const { of } = useSnapshot(family)
  const known = of?.parentId === userId

  useEffect(() => {
    if (online && !known) void whenIdle().then(() => loadFamily({ userId, userType }))
  }, [online, known, userId, userType])

  return known ? of : null
}
