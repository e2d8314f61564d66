import { sql } from 'drizzle-orm'
import { jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

// The tables of 0017_desktop.sql, as far as queries need to know them; constraints and policies live in the migration alone.

/** The order that a person gave their icons; checked with the contract's `desktopOrder` when it is read. */
export const desktopOrder = pgTable('desktop_order', {
  userId: uuid('user_id').primaryKey(),
  unitId: uuid('unit_id').notNull(),
  groups: jsonb('groups').$type<unknown>().notNull(),
  savedAt: moment('saved_at').notNull().defaultNow(),
})

/** Who opened which application when; the application adds, and changes nothing. */
export const accessLog = pgTable('access_log', {
  accessId: uuid('access_id')
    .primaryKey()
    .default(sql`portal_new_id()`),
  unitId: uuid('unit_id').notNull(),
  userId: uuid('user_id').notNull(),
  userType: smallint('user_type').notNull(),
  resId: text('res_id').notNull(),
  resName: text('res_name').notNull(),
  type: smallint('type').notNull(),
  at: moment('at').notNull().defaultNow(),
})
