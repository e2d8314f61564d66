import { sql } from 'drizzle-orm'
import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

// The table of 0016_theme.sql, as far as queries need to know it; constraints and policies live in the migration alone.

/** What administrators chose for others, with what stood there before; the application adds and reads, and changes nothing. */
export const themeChange = pgTable('theme_change', {
  changeId: uuid('change_id')
    .primaryKey()
    .default(sql`portal_new_id()`),
  unitId: uuid('unit_id').notNull(),
  userId: uuid('user_id').notNull(),
  kind: text('kind', { enum: ['default', 'sync', 'undo'] }).notNull(),
  theme: text('theme'),
  themeColor: text('theme_color'),
  previousTheme: text('previous_theme'),
  previousThemeColor: text('previous_theme_color'),
  previousSyncedAt: moment('previous_synced_at'),
  at: moment('at')
    .notNull()
    .default(sql`clock_timestamp()`),
})
