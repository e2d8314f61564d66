import { jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, clockTime, moment, newId, unitId, userId } from './columns.ts'

/** A person's order of icons; checked with the contract's `desktopOrder` when it is read. */
export const desktopOrder = pgTable('desktop_order', {
  userId: uuid('user_id').primaryKey(),
  unitId: unitId(),
  groups: jsonb('groups').$type<unknown>().notNull(),
  savedAt: moment('saved_at').notNull().defaultNow(),
})

/** The order of people of a type who have none of their own; as `desktopOrder`. */
export const desktopDefault = pgTable('desktop_default', {
  unitId: unitId(),
  userType: smallint('user_type').$type<1 | 2 | 3 | 4>().notNull(),
  groups: jsonb('groups').$type<unknown>().notNull(),
})

/** Pictures of a unit's own, as SVGs. */
export const applicationPicture = pgTable('application_picture', {
  unitId: unitId(),
  pictureId: text('picture_id').notNull(),
  content: bytes('content').notNull(),
  addedAt: moment('added_at').notNull().defaultNow(),
})

/** The application adds, and changes nothing. */
export const accessLog = pgTable('access_log', {
  accessId: uuid('access_id').primaryKey().default(newId),
  unitId: unitId(),
  userId: userId(),
  userType: smallint('user_type').notNull(),
  resId: text('res_id').notNull(),
  resName: text('res_name').notNull(),
  type: smallint('type').notNull(),
  at: moment('at').notNull().defaultNow(),
})

/** Themes that administrators chose for others, with the previous ones; the application adds and reads, and changes nothing. */
export const themeChange = pgTable('theme_change', {
  changeId: uuid('change_id').primaryKey().default(newId),
  unitId: unitId(),
  userId: userId(),
  kind: text('kind', { enum: ['default', 'sync', 'undo'] }).notNull(),
  theme: text('theme'),
  themeColor: text('theme_color'),
  previousTheme: text('previous_theme'),
  previousThemeColor: text('previous_theme_color'),
  previousSyncedAt: moment('previous_synced_at'),
  at: moment('at').notNull().default(clockTime),
})
