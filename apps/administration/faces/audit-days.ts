import * as z from 'zod/mini'
import { code } from '../../../contract/fields.ts'
import { addMonths, wallTime } from '../../../contract/rules/zoned-time.ts'

/** The days (YYYY-MM-DD) of the year up to a moment (milliseconds since 1970) in a time zone: what a yearly audit looks at. */
export function yearUntil(now: number, timeZone: string): { from: string; to: string } {
  const to = wallTime(now, timeZone).date
  return { from: addMonths(to, -12), to }
}

/** The days of an audit, the first not after the last; an incomplete field is empty. */
export const auditDays = z
  .object({
    from: z.string().check(z.minLength(1, code('field.required'))),
    to: z.string().check(z.minLength(1, code('field.required'))),
  })
  .check(z.refine(({ from, to }) => to >= from, { path: ['to'], error: code('field.days_reversed') }))
