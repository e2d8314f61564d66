import type { StartData } from '../../../contract/endpoints/sign-in/session.ts'
import type { Session } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import { readIconGroups, readUnreadByCode } from '../desktop/desktop.ts'
import { readLinkedAccounts } from './linked-accounts.ts'
import { readSessionUser } from '../auth/sessions.ts'

/** Null where the password has to be replaced before anything else. Throws 'session.required' when the account is gone. */
export async function startData(tx: Tx, session: Session): Promise<StartData | null> {
  const me = await readSessionUser(tx, session)
  if (me.firstPassword) return null
  const unread = await readUnreadByCode(tx, session)
  const icons = await readIconGroups(tx, session, unread)
  const mayBeLinked = session.userType === 2 || session.userType === 3
  return { me, icons, unread, ...(mayBeLinked && { links: await readLinkedAccounts(tx, session, {}) }) }
}
