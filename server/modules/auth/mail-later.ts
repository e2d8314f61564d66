import { finished } from 'node:stream'
import type { CallBase, Session } from '../../http/call.ts'
import { sendNotice } from './account-notices.ts'
import type { Notice } from '../mail/notice-words.ts'
import { originOf } from './origin.ts'

/** What is needed of a call, be there a session or none. */
type Asked = Pick<CallBase<Session | null>, 'request' | 'reply'>

/** Sends mail once the answer is sent, or cannot be sent any more: nobody waits for a mail server, and what becomes of it changes no answer. */
export function mailLater({ request, reply }: Asked, what: string, work: () => Promise<void>): void {
  const { mailing } = request.server
  finished(reply.raw, () => mailing.add(what, work))
}

/** Tells a person by mail what this call has changed of their account. To be called when that is committed, so never in the handler of a `route`. */
export function noticeLater(call: Asked, { unitId, userId }: Pick<Session, 'unitId' | 'userId'>, notice: Notice): void {
  const { database, vault } = call.request.server
  const change = { unitId, userId, notice, at: new Date(), ...originOf(call.request) }
  mailLater(call, 'a notice of a change to an account', () => sendNotice(database, vault, change))
}
