import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import type { SignInEventKind } from '../../../contract/endpoints/account.ts'
import type { Tx } from '../../db/database.ts'
import { signInEvent } from '../../db/tables.generated.ts'
import { writeNoticeEmail, type Notice } from '../mail/notice-email.ts'
import { cutUserAgent, originOf } from './sign-in-events.ts'
import { readAddressee } from '../mail/unit-mail.ts'
import { readTimeZone } from '../units/unit-time-zone.ts'
import type { CallBase, Session } from '../../http/call.ts'

/** Notices to one person in an hour. */
const PER_PERSON = 10

/** The events by which notices are counted. */
const COUNTED: readonly SignInEventKind[] = [
  'password-changed',
  'passkey-added',
  'passkey-removed',
  'second-step-on',
  'second-step-off',
  'identity-bound',
  'identity-unbound',
  'second-step-reset',
  'signed-out-by-admin',
  'email-changed',
  'account-linked',
  'account-unlinked',
]

/** The event of the notice itself is included. */
async function countChanges(tx: Tx, userId: string): Promise<number> {
  const lastHour = gt(signInEvent.at, sql`now() - interval '1 hour'`)
  return tx.$count(signInEvent, and(eq(signInEvent.userId, userId), inArray(signInEvent.kind, [...COUNTED]), lastHour))
}

/**
 * Returns what mails a person about a change to their sign-in, if unit and person can be mailed and not too many notices went out: to be called in the
 * transaction of the change, after its event was recorded. `to`: by default the person's own address.
 */
export function noticeOf({ request }: Pick<CallBase<Session | null>, 'request'>): NoteChange {
  const { outbox } = request.server
  const { address, userAgent } = originOf(request)
  return async (tx, owner, notice, to) => {
    const person = await readAddressee(tx, owner.userId)
    const recipient = to ?? person?.email ?? null
    if (!person || recipient === null || (await countChanges(tx, owner.userId)) > PER_PERSON) return
    const timeZone = await readTimeZone(tx)
    const device = cutUserAgent(userAgent)
    const context = { ...person, to: recipient, notice, at: new Date(), timeZone, address, userAgent: device }
    await outbox.accept(tx, owner, writeNoticeEmail(context))
  }
}

/** Mails the owner of an account about a change in the same transaction. */
export type NoteChange = (
  tx: Tx,
  owner: Pick<Session, 'unitId' | 'userId'>,
  notice: Notice,
  to?: string,
) => Promise<void>
