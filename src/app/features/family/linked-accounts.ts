import * as calls from '../../../../contract/endpoints/family.ts'
import { proxy } from 'valtio/vanilla'
import type { AccountLinks } from '../../../../contract/account-links.ts'
import type { SessionUser } from '../../../../contract/endpoints/session.ts'
import { call } from '../../core/api/call.ts'
import { linkedAccountsKey, type LinkedAccount } from '../../core/storage/linked-accounts-key.ts'

type Me = Pick<SessionUser, 'userId' | 'userType'>

/** The linked accounts of one user; null until they are known. `asOf` tells whether the server has said so to this page, or to an earlier one. */
export const linked = proxy<{
  of: { userId: string; accounts: readonly LinkedAccount[]; asOf: 'now' | 'before' } | null
}>({ of: null })

/** The accounts at the other ends of a teacher's or parent's links, each once. */
export function otherAccounts(me: Me, links: AccountLinks): LinkedAccount[] {
  const others = links.flatMap(({ parentId, parentName, teacherId, teacherName }): LinkedAccount[] => {
    if (me.userType === 2 && teacherId === me.userId) return [{ userId: parentId, name: parentName, userType: 3 }]
    if (me.userType === 3 && parentId === me.userId) return [{ userId: teacherId, name: teacherName, userType: 2 }]
    return []
  })
  return [...new Map(others.map((account) => [account.userId, account])).values()]
}

/** Takes over what the server tells, and keeps it for the first frame of the next visit. */
export function showLinkedAccounts(me: Me, links: AccountLinks): void {
  const accounts = otherAccounts(me, links)
  linked.of = { userId: me.userId, accounts, asOf: 'now' }
  const key = linkedAccountsKey(me.userId)
  if (accounts.length > 0) key.set(accounts)
  else key.remove()
}

/** Shows what an earlier visit of this user knew, so that nothing in the header moves when the server tells it again. */
export function showKnownAccounts(userId: string): void {
  const accounts = linkedAccountsKey(userId).get()
  if (accounts) linked.of = { userId, accounts, asOf: 'before' }
}

/** Asks which accounts a teacher or a parent may switch to; nobody else is asked for. A failure leaves what is known. Never rejects. */
export async function loadLinkedAccounts(me: Me): Promise<void> {
  if (me.userType !== 2 && me.userType !== 3) return
  try {
    const links = await call(
      calls.linkedAccounts,
      me.userType === 2 ? { teacherId: me.userId } : { parentId: me.userId },
    )
    showLinkedAccounts(me, links)
  } catch {
    // Without an answer there is nothing to switch to; it is asked again when the server is back.
  }
}
