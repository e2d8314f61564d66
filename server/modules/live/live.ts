import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Tx } from '../../db/database.ts'

/** Where announcements are made; the triggers of 0015_live.sql name it too. */
export const LIVE_CHANNEL = 'portal_live'
/** PostgreSQL takes announcements of less than 8,000 bytes; a person takes 39. */
const PEOPLE_AT_ONCE = 150

/** What is another now: somebody's messages, to-dos, order of icons or picture, or the theme that administrators chose for everybody. */
export type LiveKind = 'messages' | 'todos' | 'theme' | 'desktop' | 'person'

/** Whom a change concerns: everybody of the unit, these people, or whoever got this message. */
export type Recipients = 'unit' | readonly string[] | { readonly messageId: string }

const announcement = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal(['messages', 'todos', 'theme', 'desktop', 'person']),
    unitId: z.string(),
    /** Neither of the two: everybody of the unit. */
    userIds: z.optional(z.array(z.string())),
    messageId: z.optional(z.string()),
  }),
  z.object({
    /** Said by the database itself when a session ends or an account is closed. */
    kind: z.literal('signed-out'),
    unitId: z.string(),
    userIds: z.optional(z.array(z.string())),
    sessionIds: z.optional(z.array(z.string())),
    /** The browsers are not told: theirs is no device that somebody signed out. */
    quietly: z.optional(z.boolean()),
  }),
])
/** What one process tells all of them, itself included. */
export type Announcement = z.infer<typeof announcement>

/** Tells every process of a change once this transaction is committed; each passes it on to the people who are connected to it. */
export async function announce(
  tx: Tx,
  { unitId, to, kind }: { unitId: string; to: Recipients; kind: LiveKind },
): Promise<void> {
  for (const portion of inPortions(to)) {
    const payload: Announcement = { kind, unitId, ...portion }
    await tx.execute(sql`select pg_notify(${LIVE_CHANNEL}, ${JSON.stringify(payload)})`)
  }
}

function inPortions(to: Recipients): { userIds?: string[]; messageId?: string }[] {
  if (to === 'unit') return [{}]
  if ('messageId' in to) return [{ messageId: to.messageId }]
  const portions = Math.ceil(to.length / PEOPLE_AT_ONCE)
  return Array.from({ length: portions }, (_, at) => ({
    userIds: to.slice(at * PEOPLE_AT_ONCE, (at + 1) * PEOPLE_AT_ONCE),
  }))
}

/** What was announced; undefined when another version of the portal said something that this one does not know. */
export function readAnnouncement(payload: string): Announcement | undefined {
  try {
    return z.parse(announcement, JSON.parse(payload))
  } catch {
    return undefined
  }
}
