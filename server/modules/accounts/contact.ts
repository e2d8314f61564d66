import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type OwnContact, ownContact } from '../../../contract/endpoints/account.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Session } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import { queryRows } from '../../db/query.ts'
import { accountContact, userAccount } from '../../db/tables.generated.ts'
import { withShownPhone } from '../phones/show-phone.ts'
import { storedPhone } from '../phones/typed-phone.ts'
import { type Origin, recordSignInEvent } from '../auth/sign-in-events.ts'

const entered = z.omit(ownContact.response, { phoneShown: true })

/** How to reach a person of the transaction's unit, '' where they entered nothing. Throws 'session.required' for no such person. */
export async function readContact(tx: Tx, userId: string): Promise<OwnContact> {
  const [found] = await queryRows(tx, entered)`
    select coalesce(a.email, '') as email, coalesce(c.phone, '') as phone, coalesce(c.contact, '') as contact
    from user_account a left join account_contact c using (user_id) where a.user_id = ${userId}`
  if (!found) throw new PortalError('session.required')
  return withShownPhone(found)
}

/** What persons enter of themselves, '' for nothing. Throws as `storedPhone`. */
export async function saveOwnNumbers(
  tx: Tx,
  session: Pick<Session, 'unitId' | 'userId'>,
  numbers: Pick<OwnContact, 'phone' | 'contact'>,
): Promise<OwnContact> {
  const before = await readContact(tx, session.userId)
  return saveContact(tx, session, { ...numbers, phone: await storedPhone(tx, numbers.phone, before.phone) })
}

/** Nothing is kept of numbers that are emptied. */
export async function saveContact(
  tx: Tx,
  { unitId, userId }: Pick<Session, 'unitId' | 'userId'>,
  { phone, contact }: Pick<OwnContact, 'phone' | 'contact'>,
): Promise<OwnContact> {
  if (phone === '' && contact === '') {
    await tx.delete(accountContact).where(eq(accountContact.userId, userId))
  } else {
    const now = { phone: phone || null, contact: contact || null, changedAt: new Date() }
    await tx
      .insert(accountContact)
      .values({ unitId, userId, ...now })
      .onConflictDoUpdate({ target: accountContact.userId, set: now })
  }
  return readContact(tx, userId)
}

/** Changes where links for a new password are mailed; the database ends those that were. Returns the address before, null without one. */
export async function saveEmail(
  tx: Tx,
  { unitId, userId }: Pick<Session, 'unitId' | 'userId'>,
  email: string,
  origin: Origin,
): Promise<string | null> {
  const before = (await readContact(tx, userId)).email || null
  if ((email || null) === before) return before
  await tx
    .update(userAccount)
    .set({ email: email || null })
    .where(eq(userAccount.userId, userId))
  await recordSignInEvent(tx, { unitId, userId, kind: 'email-changed', ...origin })
  return before
}
