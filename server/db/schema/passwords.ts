import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, moment, newId, unitId, userId } from './columns.ts'

/** See server/modules/mail/unit-mail.ts. */
export const unitMail = pgTable('unit_mail', {
  unitId: uuid('unit_id').primaryKey(),
  host: text('host').notNull(),
  port: integer('port').notNull(),
  secure: text('secure', { enum: ['tls', 'starttls', 'none'] }).notNull(),
  userName: text('user_name'),
  passwordSealed: bytes('password_sealed'),
  fromAddress: text('from_address').notNull(),
  changedAt: moment('changed_at').notNull().defaultNow(),
})

/** Proof that its bearer may set a person's password without the old one; see server/modules/auth/passwords/password-proofs.ts. */
export const passwordReset = pgTable('password_reset', {
  resetId: uuid('reset_id').primaryKey().default(newId),
  unitId: unitId(),
  userId: userId(),
  kind: text('kind', { enum: ['mail', 'admin'] }).notNull(),
  secretHash: bytes('secret_hash'),
  codeHash: text('code_hash'),
  issuedBy: uuid('issued_by'),
  attempts: integer('attempts').notNull().default(0),
  createdAt: moment('created_at').notNull().defaultNow(),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
})
