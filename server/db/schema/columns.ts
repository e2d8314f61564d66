import { sql } from 'drizzle-orm'
import { customType, timestamp, uuid } from 'drizzle-orm/pg-core'

// Columns that most tables have. Each call makes one: a column belongs to its table.

/** Bytes, as a Buffer. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** The default of a row’s own id: later ones are greater, to the millisecond. */
export const newId = sql`portal_new_id()`

/** A moment, as a Date. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** The unit that a row belongs to. */
export const unitId = () => uuid('unit_id').notNull()

/** The person that a row belongs to. */
export const userId = () => uuid('user_id').notNull()
