import * as z from 'zod/mini'
import { nothing } from '../fields.ts'
import { endpoint } from '../endpoint.ts'
import { waitingCounts } from './messages.ts'

/**
 * What the server says by itself. `counts`: how many messages and to-dos wait now, said at the beginning and whenever one of the lists in `changed` is another;
 * `theme`: the unit's administrators have chosen a theme for everybody; `desktop`: the person has given their icons another order; `person`: they have another picture, or none; `signed-out`: this session is over, and so is the stream.
 */
export const liveEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('counts'),
    changed: z.array(z.literal(['messages', 'todos'])),
    counts: waitingCounts,
  }),
  z.object({ kind: z.literal('theme') }),
  z.object({ kind: z.literal('desktop') }),
  z.object({ kind: z.literal('person') }),
  z.object({ kind: z.literal('signed-out') }),
])
export type LiveEvent = z.infer<typeof liveEvent>

/** The stream of what changes for the person. It says how things stand, not what happened, so nothing is missed by coming late or again. */
export const events = endpoint({
  name: 'live.events',
  method: 'GET',
  path: '/api/base/live/events',
  encoding: 'query',
  access: 'session',
  rawResponse: true,
  events: true,
  own: true,
  request: nothing,
  response: liveEvent,
})
