import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import type { SignInEventKind } from '../../../contract/endpoints/account.ts'
import type { Tx } from '../../db/database.ts'
import { signInEvent, unit, userAccount } from '../../db/schema/identity.ts'
import type { Vault } from '../../runtime/vault.ts'
import { writeNoticeEmail, type Notice } from '../mail/notice-email.ts'
import { type Origin, cutUserAgent, originOf } from './sign-in-events.ts'
import { addressee, openMail, sendMail } from '../mail/unit-mail.ts'
import { readTimeZone } from '../tenants/unit-time-zone.ts'
import { finished } from 'node:stream'
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
]

interface AccountChange extends Origin {
  readonly userId: string
  readonly notice: Notice
  /** By default the person's own address. */
  readonly to?: string | undefined
  readonly at: Date
}

async function prepareEmail(tx: Tx, vault: Vault, { userId, notice, at, address, to, ...change }: AccountChange) {
  const [person] = await tx
    .select(addressee)
    .from(userAccount)
    .innerJoin(unit, eq(unit.unitId, userAccount.unitId))
    .where(eq(userAccount.userId, userId))
  const recipient = to ?? person?.email ?? null
  if (!person || recipient === null || (await countChanges(tx, userId)) > PER_PERSON) return null
  const mail = await openMail(tx, vault)
  if (!mail) return null
  const timeZone = await readTimeZone(tx)
  const userAgent = cutUserAgent(change.userAgent)
  return { mail, email: writeNoticeEmail({ ...person, to: recipient, notice, at, timeZone, address, userAgent }) }
}

/** The event of the notice itself is included. */
async function countChanges(tx: Tx, userId: string): Promise<number> {
  const lastHour = gt(signInEvent.at, sql`now() - interval '1 hour'`)
  return tx.$count(signInEvent, and(eq(signInEvent.userId, userId), inArray(signInEvent.kind, [...COUNTED]), lastHour))
}

type Asked = Pick<CallBase<Session | null>, 'request' | 'reply'>

/** Enqueues mail once the answer is sent or the connection is closed: its outcome changes no answer. */
export function enqueueMail({ request, reply }: Asked, what: string, work: () => Promise<void>): void {
  finished(reply.raw, () => request.server.mailQueue.enqueue(what, work))
}

/**
 * Mails a person about a change to their sign-in, if unit and person can be mailed and not too many notices went out. To be called once the change
 * is committed, so never in the handler of a `route`.
 */
export function enqueueNotice(
  call: Asked,
  owner: Pick<Session, 'unitId' | 'userId'>,
  notice: Notice,
  to?: string,
): void {
  const { database, vault } = call.request.server
  const { unitId, userId } = owner
  const change = { userId, notice, to, at: new Date(), ...originOf(call.request) }
  enqueueMail(call, 'a notice of a change to an account', async () => {
    const ready = await database.inUnit({ unitId, userId }, (tx) => prepareEmail(tx, vault, change))
    // No transaction waits for the mail server.
    if (ready) await sendMail(ready.mail, ready.email)
  })
}
