import { pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { bytes, clockTime, moment, newId, unitId } from './columns.ts'

/** A phrase, and what it opens: an application (with what follows its address), or else an address. */
export const vocabulary = pgTable('vocabulary', {
  vocabularyId: uuid('vocabulary_id').primaryKey().default(newId),
  unitId: unitId(),
  language: text('language', { enum: ['zh-CN', 'en'] }).notNull(),
  phrase: text('phrase').notNull(),
  appCode: text('app_code'),
  url: text('url').notNull().default(''),
  userTypes: smallint('user_types')
    .array()
    .notNull()
    .default(sql`'{}'`),
  permission: text('permission'),
})

export const voiceService = pgTable('voice_service', {
  unitId: uuid('unit_id').primaryKey(),
  region: text('region').notNull(),
  tokenUrl: text('token_url').notNull(),
  gatewayUrl: text('gateway_url').notNull(),
  keyId: text('key_id').notNull(),
  keySecret: bytes('key_secret').notNull(),
  appKey: text('app_key').notNull(),
  englishAppKey: text('english_app_key'),
  changedAt: moment('changed_at').notNull().default(clockTime),
})
