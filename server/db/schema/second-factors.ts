import { bigint, boolean, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, moment, newId, unitId, userId } from './columns.ts'

export const passkey = pgTable('passkey', {
  passkeyId: uuid('passkey_id').primaryKey().default(newId),
  unitId: unitId(),
  userId: userId(),
  credentialId: text('credential_id').notNull(),
  publicKey: bytes('public_key').notNull(),
  counter: bigint('counter', { mode: 'number' }).notNull(),
  transports: text('transports').array().notNull().default([]),
  backedUp: boolean('backed_up').notNull(),
  name: text('name').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  lastUsedAt: moment('last_used_at'),
  /** The address at which it works, lower case and without a port; null for one of before this was kept, until it is used. */
  host: text('host'),
  /** The account that the key names, where that has moved. */
  madeFor: uuid('made_for'),
})

/** What a browser was asked to sign; with `sessionId`, to register a passkey. */
export const passkeyChallenge = pgTable('passkey_challenge', {
  challengeHash: bytes('challenge_hash').primaryKey(),
  unitId: unitId(),
  browserHash: bytes('browser_hash').notNull(),
  sessionId: uuid('session_id'),
  expiresAt: moment('expires_at').notNull(),
})

/** The authenticator of a person, asked for after the password. */
export const secondStep = pgTable('second_step', {
  userId: uuid('user_id').primaryKey(),
  unitId: unitId(),
  sealedSecret: bytes('sealed_secret').notNull(),
  lastStep: bigint('last_step', { mode: 'number' }).notNull(),
  since: moment('since').notNull().defaultNow(),
  failures: integer('failures').notNull().default(0),
  blockedUntil: moment('blocked_until'),
  /** The account for which the secret is sealed, where that has moved. */
  madeFor: uuid('made_for'),
})

export const secondStepSetup = pgTable('second_step_setup', {
  userId: uuid('user_id').primaryKey(),
  unitId: unitId(),
  sessionId: uuid('session_id').notNull(),
  sealedSecret: bytes('sealed_secret').notNull(),
  expiresAt: moment('expires_at').notNull(),
})

/** A code that stands in for the authenticator once. */
export const recoveryCode = pgTable('recovery_code', {
  unitId: unitId(),
  userId: userId(),
  slot: smallint('slot').notNull(),
  codeHash: text('code_hash').notNull(),
  usedAt: moment('used_at'),
})
