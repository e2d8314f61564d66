import { sql } from 'drizzle-orm'
import { customType, timestamp, uuid } from 'drizzle-orm/pg-core'

// The TypeScript files of this folder describe the tables as far as queries need to know them; constraints and policies live in the SQL files
// alone. A column belongs to one table, so each call makes a new one.

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** The default of a row's id: later ids are greater, to the millisecond. */
export const newId = sql`portal_new_id()`

/** Unlike `now()`, this differs between two statements of one transaction. */
export const clockTime = sql`clock_timestamp()`

export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

export const unitId = () => uuid('unit_id').notNull()
export const userId = () => uuid('user_id').notNull()
