import * as z from 'zod/mini'
import { get } from '../endpoint.ts'
import { waitingCounts } from './messages/messages.ts'

/**
 * Events from the server. `counts`: the numbers of messages and to-dos, at the start and whenever one of the lists in `changed` changes; `theme`: an
 * administrator has changed the theme for all users; `desktop`: the user has rearranged their icons; `person`: they have another picture, or none;
 * `rights`: what they may do has
 * changed; `signed-out`: this session and the stream are over.
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
  z.object({ kind: z.literal('rights') }),
  z.object({ kind: z.literal('signed-out') }),
])
export type LiveEvent = z.infer<typeof liveEvent>

/** The stream of changes for the user. It sends the current state, not events, so nothing is missed by connecting late or again. */
export const events = get({
  name: 'live.events',
  path: '/api/base/live/events',
  access: 'session',
  permission: null,
  rawResponse: true,
  events: true,
  response: liveEvent,
})
