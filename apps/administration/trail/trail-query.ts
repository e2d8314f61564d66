import * as z from 'zod/mini'
import type { RequestOf } from '../../../contract/endpoint.ts'
import { EVENT_TEXT_LENGTH, type adminEvents } from '../../../contract/endpoints/admin-events.ts'
import { calendarDay, id } from '../../../contract/fields.ts'
import { filterBy, orUsual, searchText } from '../../../src/app/ui/list/list-query.ts'

export const EVENT_KINDS = ['changed', 'refused', 'command', 'area'] as const

/** Which events are listed. The days are of the device's calendar, both inclusive. */
export const trailQuery = z.object({
  query: searchText(EVENT_TEXT_LENGTH),
  actor: filterBy(id),
  action: filterBy(z.string().check(z.regex(/^[\w.-]{1,100}$/))),
  kind: orUsual(z.literal(['', ...EVENT_KINDS]), ''),
  from: filterBy(calendarDay),
  to: filterBy(calendarDay),
})
export type TrailQuery = Readonly<z.infer<typeof trailQuery>>

/** The request for a query's events, without page and size. Days are those of the device's time zone. */
export function eventsRequest({ query, actor, action, kind, from, to }: TrailQuery): RequestOf<typeof adminEvents> {
  return {
    ...(query.trim() !== '' && { text: query.trim() }),
    ...(actor !== '' && { actorId: actor }),
    ...(action !== '' && { action }),
    ...(kind !== '' && { kind }),
    ...(from !== '' && { from: midnight(from, 0) }),
    ...(to !== '' && { to: midnight(to, 1) }),
  }
}

/** The beginning of a day, so many days later, as a moment. */
function midnight(day: string, later: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).toISOString()
}
