import * as z from 'zod/mini'
import { get, postJson } from '../endpoint.ts'
import { waitingCounts } from './messages/messages.ts'

/** Milliseconds between two comments that the server writes to an idle stream. */
export const HEARTBEAT_EVERY = 10_000
/** Milliseconds without a byte after which a client takes a stream for dead or held back: two heartbeats, and time for the third. */
export const SILENCE_MAX = 25_000
/** Milliseconds until a client tries a stream again that was held back. */
export const HELD_RETRY = 5 * 60_000

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
  permission: null,
  rawResponse: true,
  events: true,
  response: liveEvent,
})

/**
 * Reports that streams to this session's browser are held back, as by a proxy that buffers them: nothing of one had arrived after SILENCE_MAX. Sent again with each
 * attempt that fails so.
 */
export const held = postJson({
  name: 'live.held',
  path: '/api/base/live/held',
  permission: null,
})
