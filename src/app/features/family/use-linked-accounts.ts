import { useEffect } from 'react'
import { useSnapshot } from 'valtio/react'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import { useOnline } from '../../core/connectivity/use-online.ts'
import type { LinkedAccount } from '../../core/storage/linked-accounts-key.ts'
import { whenIdle } from '../../core/timing/when-idle.ts'
import { linked, loadLinkedAccounts } from './linked-accounts.ts'

const NONE: readonly LinkedAccount[] = []

/** The user's other accounts, loaded after the frame where the server has not sent them yet; none until then. */
export function useLinkedAccounts(user: Pick<SessionUser, 'userId' | 'userType'> | null): readonly LinkedAccount[] {
  const isOnline = useOnline()
  const { of } = useSnapshot(linked)
  const userId = user?.userId
  const userType = user?.userType
  const known = of !== null && of.userId === userId
  const isTold = known && of.asOf === 'now'

  useEffect(() => {
    if (!isOnline || isTold || userId === undefined || userType === undefined) return
    void whenIdle().then(() => loadLinkedAccounts({ userId, userType }))
  }, [isOnline, isTold, userId, userType])

  return known ? of.accounts : NONE
}
