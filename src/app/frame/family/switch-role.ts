import * as calls from '../../../../contract/endpoints/session.ts'
import { call } from '../../core/api/call.ts'
import { CallError } from '../../core/api/call-error.ts'
import type { LinkedAccount } from '../../core/storage/linked-accounts-key.ts'
import { beginSharedUse } from '../../core/session/session.ts'
import { dropLiveStores } from '../../core/state/live-stores.ts'
import { deleteLastDesktop } from '../../core/storage/last-desktop.ts'
import { mayKeep, userKey } from '../../core/storage/local-keys.ts'
import { changeAccount, leaveAccount } from '../../core/session/leave-account.ts'
import { homePath } from '../../core/session/home-path.ts'

type Me = Pick<calls.SessionUser, 'userId' | 'unitId' | 'unitType'>

/**
 * Signs the person in as their other account and opens its home by a full load. What is kept of the account before stays under its own key,
 * but its desktop, of which a device has one. Rejects with CallError when the server refuses; then nothing has changed.
 */
export async function switchRole(me: Me, account: LinkedAccount): Promise<void> {
  const { unitId, unitType } = await changeAccount(() => signInAs(account))
  dropLiveStores(me.userId)
  if (mayKeep()) userKey.set({ userId: account.userId, realName: account.name, userType: account.userType, unitId })
  else await beginSharedUse({ anew: true })
  await deleteLastDesktop(me.userId)
  leaveAccount(homePath({ unitType }))
}

async function signInAs(account: LinkedAccount): Promise<Pick<Me, 'unitId' | 'unitType'>> {
  try {
    return await call(calls.switchLogin, { userId: account.userId })
  } catch (error) {
    // The answer was lost, but what it brought may have arrived: then this page must not go on under another account.
    const answered = error instanceof CallError && error.failure.kind === 'envelope'
    const now = answered ? null : await call(calls.me, {}).catch(() => null)
    if (now?.userId === account.userId) return now
    throw error
  }
}
