import { useQuery } from '@tanstack/react-query'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import type { LinkedAccount } from '../../core/storage/linked-accounts-key.ts'
import { useWhenIdle } from '../../core/timing/when-idle.ts'
import { linkedAccountsQuery } from './linked-accounts.ts'

const SIGNED_OUT = { userId: '', userType: 1 } as const
const NONE: readonly LinkedAccount[] = []

/** The user's other accounts, loaded after the frame where the server has not sent them yet; none until then. */
export function useLinkedAccounts(user: Pick<SessionUser, 'userId' | 'userType'> | null): readonly LinkedAccount[] {
  return useQuery({ ...linkedAccountsQuery(user ?? SIGNED_OUT), enabled: useWhenIdle(user !== null) }).data ?? NONE
}
