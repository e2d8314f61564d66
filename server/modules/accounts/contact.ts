import { eq } from 'drizzle-orm'
import type { OwnContact } from '../../../contract/endpoints/account.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Session } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import { accountContact, userAccount } from '../../db/tables.generated.ts'
import { withShownPhone } from '../phones/show-phone.ts'
import { storedPhone } from '../phones/typed-phone.ts'
import { type Origin, recordSignInEvent } from '../auth/sign-in-events.ts'

/** How to reach a person of the transaction's unit, '' where they entered nothing. Throws 'session.required' for no such person. */
export async function readContact(tx: Tx, userId: string): Promise<OwnContact> {
  const [found] = await tx
    .select({ email: userAccount.email, phone: accountContact.phone, contact: accountContact.contact })
    .from(userAccount)
    .leftJoin(accountContact, eq(accountContact.userId, userAccount.userId))
    .where(eq(userAccount.userId, userId))
  if (!found) throw new PortalError('session.required')
  return withShownPhone({ phone: found.phone ?? '', contact: found.contact ?? '', email: found.email ?? '' })
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
