import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { clockTime, moment, newId, unitId } from './columns.ts'

/** What was done, or refused, with an administrator's right; the application may add and read. See server/http/admin-events.ts. */
export const adminEvent = pgTable('admin_event', {
  eventId: uuid('event_id').primaryKey().default(newId),
  unitId: unitId(),
  at: moment('at').notNull().default(clockTime),
  kind: text('kind', { enum: ['changed', 'refused', 'command', 'area'] }).notNull(),
  actorId: uuid('actor_id'),
  action: text('action').notNull(),
  targetKind: text('target_kind'),
  targetId: text('target_id'),
  changes: jsonb('changes').$type<unknown>().notNull(),
  address: text('address').notNull(),
  userAgent: text('user_agent').notNull(),
  sessionId: uuid('session_id'),
})
