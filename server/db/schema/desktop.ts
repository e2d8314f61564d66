import { jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { clockTime, moment, newId, unitId, userId } from './columns.ts'

/** A person's order of icons; checked with the contract's `desktopOrder` when it is read. */
export const desktopOrder = pgTable('desktop_order', {
  userId: uuid('user_id').primaryKey(),
  unitId: unitId(),
  groups: jsonb('groups').$type<unknown>().notNull(),
  savedAt: moment('saved_at').notNull().defaultNow(),
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
