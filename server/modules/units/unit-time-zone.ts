import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Tx } from '../../db/database.ts'
import { queryValue } from '../../db/query.ts'

/** The time zone of units whose administrators have not set one. */
export const DEFAULT_TIME_ZONE = 'Asia/Shanghai'

/** An IANA name, for queries about the transaction's unit. */
export const unitTimeZone = sql<string>`coalesce(
  (select s.time_zone from attendance_settings s where s.unit_id = portal_unit_id()), ${DEFAULT_TIME_ZONE})`

export const readTimeZone = (tx: Tx): Promise<string> => queryValue(tx, z.string())`select ${unitTimeZone}`
