import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Tx } from '../../db/database.ts'
import { queryOne } from '../../db/query.ts'

/** The time zone of units whose administrators have not set one. */
export const DEFAULT_TIME_ZONE = 'Asia/Shanghai'

/** An IANA name, for queries about the transaction's unit. */
export const unitTimeZone = sql<string>`coalesce(
  (select s.time_zone from attendance_settings s where s.unit_id = portal_unit_id()), ${DEFAULT_TIME_ZONE})`

export async function readTimeZone(tx: Tx): Promise<string> {
  const found = await queryOne(tx, z.object({ timeZone: z.string() }))`select ${unitTimeZone} as "timeZone"`
  return found.timeZone
}
