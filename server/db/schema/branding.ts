import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, moment, newId, unitId } from './columns.ts'

export const brandingPicture = pgTable('branding_picture', {
  unitId: unitId(),
  sha256: bytes('sha256').notNull(),
  mediaType: text('media_type').notNull(),
  content: bytes('content').notNull(),
  publishedAt: moment('published_at'),
})

export const brandingState = pgTable('branding_state', {
  unitId: uuid('unit_id').primaryKey(),
  revision: integer('revision').notNull().default(0),
  draft: jsonb('draft').$type<unknown>(),
  savedAt: moment('saved_at'),
  savedBy: uuid('saved_by'),
  forSchools: jsonb('for_schools').$type<unknown>(),
  own: jsonb('own').$type<unknown>(),
  taken: text('taken').array().notNull().default([]),
})

export const brandingVersion = pgTable('branding_version', {
  versionId: uuid('version_id').primaryKey().default(newId),
  unitId: unitId(),
  number: integer('number').notNull(),
  branding: jsonb('branding').$type<unknown>().notNull(),
  publishedAt: moment('published_at').notNull().defaultNow(),
  publishedBy: uuid('published_by'),
  restored: integer('restored'),
})
