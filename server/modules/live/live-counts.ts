import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { waitingCounts, type WaitingCounts } from '../../../contract/endpoints/messages/messages.ts'
import type { Database } from '../../db/database.ts'

const counted = z.extend(waitingCounts, { user_id: z.string() })

/** An expression for `readRoute`. */
export const OWN_COUNTS = `json_build_object(
  'message', (select count(*)::int from message_recipient where user_id = portal_user_id() and read_at is null),
  'todo', (select count(*)::int from todo where user_id = portal_user_id() and closed_at is null))`

/** The counts of the people of `userIds`, and of those of `connected` who received one of the messages, in one query. */
export async function readCounts(
  database: Pick<Database, 'onceInUnit'>,
  unitId: string,
  { userIds, messageIds, connected }: Record<'userIds' | 'messageIds' | 'connected', readonly string[]>,
): Promise<Map<string, WaitingCounts>> {
  const candidates = messageIds.length === 0 ? userIds : [...new Set([...userIds, ...connected])]
  const rows = await database.onceInUnit(
    { unitId, userId: null },
    sql`select p.user_id,
      (select count(*)::int from message_recipient r where r.user_id = p.user_id and r.read_at is null and portal_sees_about(r.user_id, r.student_id)) as message,
      (select count(*)::int from todo t where t.user_id = p.user_id and t.closed_at is null and portal_sees_about(t.user_id, t.student_id)) as todo
    from unnest(${idList(candidates)}::uuid[]) as p (user_id)
    where p.user_id = any (${idList(userIds)}::uuid[]) or exists (
      select from message_recipient r
      where r.user_id = p.user_id and r.message_id = any (${idList(messageIds)}::uuid[]))`,
  )
  return new Map(z.parse(z.array(counted), rows).map(({ user_id, ...counts }) => [user_id, counts]))
}

/** drizzle would spread a JavaScript array into separate parameters. */
function idList(ids: readonly string[]): string {
  return `{${ids.join(',')}}`
}
