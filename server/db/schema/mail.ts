import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, moment, newId, unitId, userId } from './columns.ts'

/** Mail that was accepted and has not been sent; see server/modules/mail/outbox.ts. */
export const outgoingMail = pgTable('outgoing_mail', {
  mailId: uuid('mail_id').primaryKey().default(newId),
  unitId: unitId(),
  userId: userId(),
  sealed: bytes('sealed'),
  acceptedAt: moment('accepted_at').notNull().defaultNow(),
  lapsesAt: moment('lapses_at'),
  claimedUntil: moment('claimed_until'),
  attempts: integer('attempts').notNull().default(0),
  reason: text('reason'),
  turn: integer('turn').notNull().default(0),
  failedAt: moment('failed_at'),
})
