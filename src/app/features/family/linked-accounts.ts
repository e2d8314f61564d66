import * as calls from '../../../../contract/endpoints/family.ts'
import { proxy } from 'valtio/vanilla'
import type { AccountLinks } from '../../../../contract/account-links.ts'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import { call } from '../../core/api/call.ts'
import { linkedAccountsKey, type LinkedAccount } from '../../core/storage/linked-accounts-key.ts'

type Me = Pick<SessionUser, 'userId' | 'userType'>

/** The linked accounts of one user; null until they are known. `asOf`: whether the server said so to this page or to an earlier one. */
export const linked = proxy<{
  of: { userId: string; accounts: readonly LinkedAccount[]; asOf: 'now' | 'before' } | null
}>({ of: null })

/** The accounts at the other ends of a teacher's or parent's links, without repetition. */
export function otherAccounts(me: Me, links: AccountLinks): LinkedAccount[] {
  const others = links.flatMap(({ parentId, parentName, teacherId, teacherName }): LinkedAccount[] => {
    if (me.userType === 2 && teacherId === me.userId) return [{ userId: parentId, name: parentName, userType: 3 }]
    if (me.userType === 3 && parentId === me.userId) return [{ userId: teacherId, name: teacherName, userType: 2 }]
    return []
  })
  return [...new Map(others.map((account) => [account.userId, account])).values()]
}

/** Shows the server's answer and stores it for the first frame of the next visit. */
export function showLinkedAccounts(me: Me, links: AccountLinks): void {
  const accounts = otherAccounts(me, links)
  linked.of = { userId: me.userId, accounts, asOf: 'now' }
  const key = linkedAccountsKey(me.userId)
  if (accounts.length > 0) key.set(accounts)
  else key.remove()
}

/** Shows the accounts of an earlier visit, so that the header does not move when the server answers. */
export function showKnownAccounts(userId: string): void {
  const accounts = linkedAccountsKey(userId).get()
  if (accounts) linked.of = { userId, accounts, asOf: 'before' }
}

/** Loads the accounts to which a teacher or a parent may switch. A failure keeps what is known. Never rejects. */
export async function loadLinkedAccounts(me: Me): Promise<void> {
  if (me.userType !== 2 && me.userType !== 3) return
  try {
    const links = await call(
      calls.linkedAccounts,
      me.userType === 2 ? { teacherId: me.userId } : { parentId: me.userId },
    )
    showLinkedAccounts(me, links)
  } catch {
    // Loaded again when the server is back.
  }
}
