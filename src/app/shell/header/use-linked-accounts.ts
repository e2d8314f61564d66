import { useEffect } from 'react'
import { useSnapshot } from 'valtio/react'
import type { SessionUser } from '../../../../contract/calls/session.ts'
import { linked, loadLinkedAccounts, type LinkedAccount } from '../../features/family/linked-accounts.ts'
import { untilIdle } from '../../state/until-idle.ts'

const NONE: readonly LinkedAccount[] = []

/** The other accounts of a person, asked for once the frame stands; none until they are known. */
export function useLinkedAccounts(
  user: Pick<SessionUser, 'userId' | 'userType'> | null,
  isOnline: boolean,
): readonly LinkedAccount[] {
  const { of } = useSnapshot(linked)
  const userId = user?.userId
  const userType = user?.userType
  const known = of !== null && of.userId === userId

  useEffect(() => {
    if (!isOnline || known || userId === undefined || userType === undefined) return
    void untilIdle().then(() => loadLinkedAccounts({ userId, userType }))
  }, [isOnline, known, userId, userType])

  return known ? of.accounts : NONE
}
