import * as family from '../../../../contract/endpoints/family/family.ts'
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import type { AccountLinks } from '../../../../contract/account-links.ts'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import { call } from '../../core/api/call.ts'
import { queryClient } from '../../core/query/query-client.ts'
import { linkedAccountsKey, type LinkedAccount } from '../../core/storage/linked-accounts-key.ts'
import { useWhenIdle } from '../../core/timing/when-idle.ts'

type Me = Pick<SessionUser, 'userId' | 'userType'>

/** The accounts at the other ends of a teacher's or parent's links, without repetition. */
export function otherAccounts(me: Me, links: AccountLinks): LinkedAccount[] {
  const others = links.flatMap((link): LinkedAccount[] => {
    if (me.userType === 2 && link.teacherId === me.userId)
      return [{ userId: link.parentId, name: link.parentName, englishName: link.parentEnglishName, userType: 3 }]
    if (me.userType === 3 && link.parentId === me.userId)
      return [{ userId: link.teacherId, name: link.teacherName, englishName: link.teacherEnglishName, userType: 2 }]
    return []
  })
  return [...new Map(others.map((account) => [account.userId, account])).values()]
}

/**
 * The accounts to which a teacher or a parent may switch. Until the server has answered, those of an earlier visit, so that the header does not move.
 */
export const linkedAccountsQuery = (me: Me) =>
  queryOptions({
    queryKey: [family.linkedAccounts.name, me.userId],
    queryFn:
      me.userType === 2 || me.userType === 3
        ? async ({ signal }) => {
            const whose = me.userType === 2 ? { teacherId: me.userId } : { parentId: me.userId }
            return keepAccounts(me, await call(family.linkedAccounts, whose, { signal }))
          }
        : skipToken,
    placeholderData: () => linkedAccountsKey(me.userId).get() ?? undefined,
    staleTime: Infinity,
  })

/** Shows the accounts that came with the sign-in. */
export function showLinkedAccounts(me: Me, links: AccountLinks): void {
  queryClient.setQueryData(linkedAccountsQuery(me).queryKey, keepAccounts(me, links))
}

/** Stores the accounts for the first frame of the next visit. */
function keepAccounts(me: Me, links: AccountLinks): readonly LinkedAccount[] {
  const accounts = otherAccounts(me, links)
  const key = linkedAccountsKey(me.userId)
  if (accounts.length > 0) key.set(accounts)
  else key.remove()
  return accounts
}

const SIGNED_OUT = { userId: '', userType: 1 } as const
const NONE: readonly LinkedAccount[] = []

/** The user's other accounts, loaded after the frame where the server has not sent them yet; none until then. */
export function useLinkedAccounts(user: Pick<SessionUser, 'userId' | 'userType'> | null): readonly LinkedAccount[] {
  return useQuery({ ...linkedAccountsQuery(user ?? SIGNED_OUT), enabled: useWhenIdle(user !== null) }).data ?? NONE
}
