import * as z from 'zod/mini'
import type { RequestOf } from '../../../contract/endpoint.ts'
import { EVENT_TEXT_LENGTH, type adminEvents } from '../../../contract/endpoints/admin-events.ts'
import { calendarDay, id } from '../../../contract/fields.ts'

export const EVENT_KINDS = ['changed', 'refused', 'command', 'area'] as const

/** Which events are listed, as the address has it; '' where a filter is not set. */
export interface TrailQuery {
  readonly text: string
  readonly actor: string
  readonly action: string
  readonly kind: '' | (typeof EVENT_KINDS)[number]
  /** Days of the device's calendar, both inclusive. */
  readonly from: string
  readonly to: string
}

export const EVERYTHING: TrailQuery = { text: '', actor: '', action: '', kind: '', from: '', to: '' }

const KINDS = z.literal(EVENT_KINDS)
const ACTION = z.string().check(z.regex(/^[\w.-]{1,100}$/))

/** Reads an address; what it does not say, or says wrongly, is not set. */
export function readTrailQuery(params: URLSearchParams): TrailQuery {
  const read = <T>(name: keyof TrailQuery, schema: z.ZodMiniType<T>): T | '' => {
    const parsed = z.safeParse(schema, params.get(name))
    return parsed.success ? parsed.data : ''
  }
  return {
    text: (params.get('text') ?? '').slice(0, EVENT_TEXT_LENGTH),
    actor: read('actor', id),
    action: read('action', ACTION),
    kind: read('kind', KINDS),
    from: read('from', calendarDay),
    to: read('to', calendarDay),
  }
}

/** The address of a query: what is set. */
export function writeTrailQuery(query: TrailQuery): string {
  return new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '')).toString()
}

/** The request for a query's events, without page and size. Days are those of the device's time zone. */
export function eventsRequest({ text, actor, action, kind, from, to }: TrailQuery): RequestOf<typeof adminEvents> {
  return {
    ...(text.trim() !== '' && { text: text.trim() }),
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

/** How many filters are set, without the search. */
export function countTrailFilters({ actor, action, kind, from, to }: TrailQuery): number {
  return [actor, action, kind, from, to].filter((value) => value !== '').length
}
