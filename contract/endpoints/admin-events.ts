import * as z from 'zod/mini'
import { get } from '../endpoint.ts'
import { accountPerson, id, moment, names, text, wholeNumber } from '../fields.ts'

/** Events of one answer. */
export const EVENTS_MAX = 200

/** 'command': by an operator on the machine. 'area': the education office looked at something. */
const kind = z.literal(['changed', 'refused', 'command', 'area'])

/** Of the search, in characters. */
export const EVENT_TEXT_LENGTH = 64

const person = z.extend(accountPerson, { loginName: z.string() })

const adminEvent = z.object({
  eventId: id,
  at: moment,
  kind,
  /** Null for a command, and for an account that was erased. */
  actor: z.nullable(person),
  /** The name of an endpoint or of a command. */
  action: z.string(),
  /** `name`: as it is called now; null once it is gone, and where it has none. */
  target: z.nullable(
    z.object({ kind: z.string(), id: z.string(), name: z.nullable(z.string()), englishName: z.nullable(z.string()) }),
  ),
  /** Without secrets; long values are cut. */
  changes: z.record(z.string(), z.unknown()),
  address: z.string(),
  userAgent: z.string(),
  sessionId: z.nullable(id),
})
export type AdminEvent = z.infer<typeof adminEvent>

/** What administrators and operators did in the unit, the newest first, and who was refused. */
export const adminEvents = get({
  name: 'admin.events',
  path: '/api/uaa/admin/events',
  permission: 'base_unit',
  risk: 'ordinary',
  request: z.object({
    from: z.optional(moment),
    /** Exclusive. */
    to: z.optional(moment),
    kind: z.optional(kind),
    actorId: z.optional(id),
    action: z.optional(text(100, 1)),
    targetKind: z.optional(text(50, 1)),
    targetId: z.optional(text(200, 1)),
    /** The last event of the page before. */
    after: z.optional(id),
    /** In what was changed, in the action, and in the target's name or login name. */
    text: z.optional(text(EVENT_TEXT_LENGTH)),
    size: z.optional(wholeNumber(1, EVENTS_MAX)),
  }),
  response: z.object({
    events: z.array(adminEvent),
    /** The `after` of the next page; null on the last one. */
    next: z.nullable(id),
    /** Of people, classes and other things whose identifiers are in the changes, as they are called now. */
    names: z.record(z.string(), z.object(names)),
  }),
})

/** By what the events can be filtered, and for how many days they are kept. */
export const adminEventFilters = get({
  name: 'admin.eventFilters',
  path: '/api/uaa/admin/event_filters',
  permission: 'base_unit',
  risk: 'ordinary',
  response: z.object({
    /** Who changed something, the latest first; those who were only refused are left out. */
    actors: z.array(person),
    actions: z.array(z.string()),
    keptDays: z.number(),
  }),
})
