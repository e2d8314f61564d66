import { proxy } from 'valtio/vanilla'
import * as calls from '../../../../contract/calls/family.ts'
import type { SessionUser } from '../../../../contract/calls/session.ts'
import type { AnswerOf } from '../../../../contract/row.ts'
import { call } from '../../api/call.ts'

type Me = Pick<SessionUser, 'userId' | 'userType'>
type Links = AnswerOf<typeof calls.linkedAccounts>

/** Another account of the same person: a teacher (2) or a parent (3). */
export interface LinkedAccount {
  readonly userId: string
  readonly name: string
  readonly userType: 2 | 3
}

/** The linked accounts of one user; null until they are known. */
export const linked = proxy<{ of: { userId: string; accounts: readonly LinkedAccount[] } | null }>({ of: null })

/** The accounts at the other ends of a teacher's or parent's links, each once. */
export function otherAccounts(me: Me, links: Links): LinkedAccount[] {
  const others = links.flatMap(({ parentId, parentName, teacherId, teacherName }): LinkedAccount[] => {
    if (me.userType === 2 && teacherId === me.userId) return [{ userId: parentId, name: parentName, userType: 3 }]
    if (me.userType === 3 && parentId === me.userId) return [{ userId: teacherId, name: teacherName, userType: 2 }]
    return []
  })
  return [...new Map(others.map((account) => [account.userId, account])).values()]
}

/** Asks which accounts a teacher or a parent may switch to; nobody else is asked for. A failure leaves what is known. Never rejects. */
export async function loadLinkedAccounts(me: Me): Promise<void> {
  if (me.userType !== 2 && me.userType !== 3) return
  try {
    const links = await call(
      calls.linkedAccounts,
      me.userType === 2 ? { teacherId: me.userId } : { parentId: me.userId },
    )
    linked.of = { userId: me.userId, accounts: otherAccounts(me, links) }
  } catch {
    // Without an answer there is nothing to switch to; it is asked again when the server is back.
  }
}
