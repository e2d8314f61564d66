import { PortalError } from '../../../contract/portal-error.ts'
import { sql, type SQL } from 'drizzle-orm'
import type * as z from 'zod/mini'

/** The cursor after the last entry of a page, as text of an address. */
export function writeCursor(cursor: object): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

/** The cursor of a text; undefined without one. Throws 'request.invalid' at the field `after` for what is no cursor of this form. */
export function readCursor<Cursor>(form: z.ZodMiniType<Cursor>, given: string | undefined): Cursor | undefined {
  if (given === undefined) return undefined
  try {
    return form.parse(JSON.parse(Buffer.from(given, 'base64url').toString()))
  } catch {
    throw new PortalError('request.invalid', { fields: [{ field: 'after', code: 'request.invalid' }] })
  }
}

/** A moment in a cursor: microseconds since 1970, as in the database. A Date would round, and entries between would be on no page or on two. */
export function momentKey(column: SQL): SQL<number> {
  return sql<number>`(extract(epoch from ${column}) * 1000000)::bigint`
}

/** The inverse of `momentKey`. */
export function momentOfKey(key: number | string): SQL {
  return sql`(timestamptz 'epoch' + ${key}::bigint * interval '1 microsecond')`
}
