import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Tx } from '../../db/database.ts'

/** The functions that announce the end of a session or an account name it too. */
export const LIVE_CHANNEL = 'portal_live'
/** PostgreSQL takes payloads of less than 8,000 bytes; a person takes 39. */
const PEOPLE_AT_ONCE = 150

/** `desktop`: the applications and their order. `person`: the picture. `rights`: what the person may do. */
export type LiveKind = 'messages' | 'todos' | 'theme' | 'desktop' | 'person' | 'rights'

/** All people of the unit, these people, or the recipients of this message. */
export type Recipients = 'unit' | readonly string[] | { readonly messageId: string }

const announcement = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal(['messages', 'todos', 'theme', 'desktop', 'person', 'rights']),
    unitId: z.string(),
    /** Without both: all people of the unit. */
    userIds: z.optional(z.array(z.string())),
    messageId: z.optional(z.string()),
  }),
  z.object({
    /** Sent by the database when a session ends or an account is closed. */
    kind: z.literal('signed-out'),
    unitId: z.string(),
    userIds: z.optional(z.array(z.string())),
    sessionIds: z.optional(z.array(z.string())),
    /** Close the streams without telling the pages. */
    quietly: z.optional(z.boolean()),
  }),
])
export type Announcement = z.infer<typeof announcement>

/** Sends a change to every process once this transaction is committed; each passes it on to the people connected to it. */
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

/** undefined for an announcement of another version of the portal. */
export function readAnnouncement(payload: string): Announcement | undefined {
  try {
    return z.parse(announcement, JSON.parse(payload))
  } catch {
    return undefined
  }
}
