import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { FaceUseKind } from '../../../contract/endpoints/faces/face-admin.ts'
import { LANGUAGES } from '../../../contract/limits.ts'
import { bytes, moment, newId, unitId, userId } from './columns.ts'

/** Without a row the defaults hold. */
export const faceSettings = pgTable('face_settings', {
  unitId: unitId().primaryKey(),
  signIn: boolean('sign_in').notNull(),
  clockIn: boolean('clock_in').notNull(),
  needsPin: boolean('needs_pin').notNull(),
  needsKnownDevice: boolean('needs_known_device').notNull(),
  headTurn: boolean('head_turn').notNull(),
  retentionDays: integer('retention_days').notNull(),
  changedAt: moment('changed_at').notNull().defaultNow(),
})

/** Only a withdrawal is ever added to a row. */
export const faceConsent = pgTable('face_consent', {
  consentId: uuid('consent_id').primaryKey().default(newId),
  unitId: unitId(),
  userId: userId(),
  giver: text('giver', { enum: ['oneself', 'guardian', 'paper'] }).notNull(),
  givenBy: uuid('given_by'),
  guardianName: text('guardian_name'),
  textVersion: text('text_version').notNull(),
  language: text('language', { enum: LANGUAGES }).notNull(),
  givenAt: moment('given_at').notNull().defaultNow(),
  withdrawnAt: moment('withdrawn_at'),
  withdrawnBy: uuid('withdrawn_by'),
})

export const facePhoto = pgTable('face_photo', {
  photoId: uuid('photo_id').primaryKey(),
  unitId: unitId(),
  userId: userId(),
  sealedDescriptor: bytes('sealed_descriptor').notNull(),
  sealedPicture: bytes('sealed_picture').notNull(),
  registeredAt: moment('registered_at').notNull(),
  /** The account that registered the photo; null where it is unknown. */
  registeredBy: uuid('registered_by'),
  lastUsedAt: moment('last_used_at').notNull().defaultNow(),
})

/** A person types it after their face was recognised. */
export const facePin = pgTable('face_pin', {
  userId: uuid('user_id').primaryKey(),
  unitId: unitId(),
  pinHash: text('pin_hash').notNull(),
  failures: integer('failures').notNull().default(0),
  setAt: moment('set_at').notNull().defaultNow(),
})

/** The head turn that a browser was asked for. */
export const faceChallenge = pgTable('face_challenge', {
  challengeHash: bytes('challenge_hash').primaryKey(),
  unitId: unitId(),
  browserHash: bytes('browser_hash').notNull(),
  turn: text('turn', { enum: ['left', 'right'] }).notNull(),
  expiresAt: moment('expires_at').notNull(),
})

/** Every use of a face; the application adds, and changes nothing. */
export const faceUse = pgTable('face_use', {
  useId: uuid('use_id').primaryKey().default(newId),
  unitId: unitId(),
  kind: text('kind').$type<FaceUseKind>().notNull(),
  userId: uuid('user_id'),
  actorId: uuid('actor_id'),
  detail: text('detail').notNull().default(''),
  address: text('address').notNull().default(''),
  at: moment('at').notNull().defaultNow(),
})
