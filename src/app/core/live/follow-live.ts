import * as z from 'zod/mini'
import { liveEvent, type LiveEvent } from '../../../../contract/endpoints/live.ts'
import type { WaitingCounts } from '../../../../contract/endpoints/messages.ts'
import { keepStream } from './keep-stream.ts'
import type { LivePorts } from './ports.ts'

/** Handlers of live events, called in every tab whichever holds the stream. */
export interface LiveHandlers {
  /** How much waits, and which lists may be others than before. */
  counts(counts: WaitingCounts, changed: readonly ('messages' | 'todos')[]): void
  /** The unit's administrators have chosen a theme for everybody. */
  theme(): void
  /** The person has given their icons another order. */
  desktop(): void
  /** The person has another picture, or none. */
  person(): void
  /** The session behind the stream is over. Resolves to whether the same person is signed in all the same, by another one. */
  signedOut(): Promise<boolean>
}

const tabMessage = z.union([z.object({ said: liveEvent }), z.object({ asks: z.literal(true) })])
type TabMessage = z.infer<typeof tabMessage>

/** Follows live changes until `signal` ends it: one tab of the browser holds the stream and tells the others. */
export function followLive(signal: AbortSignal, ports: LivePorts, handlers: LiveHandlers): void {
  const { lead, tabs } = ports
  let stream: AbortController | null = null
  let last: Extract<LiveEvent, { kind: 'counts' }> | null = null
  let leads = false

  const post = (message: TabMessage) => tabs.post(message)

  function handle(event: LiveEvent): void {
    switch (event.kind) {
      case 'counts':
        last = event
        handlers.counts(event.counts, event.changed)
        break
      case 'theme':
        handlers.theme()
        break
      case 'desktop':
        handlers.desktop()
        break
      case 'person':
        handlers.person()
        break
      case 'signed-out':
        void afterSignedOut()
    }
  }

  async function afterSignedOut(): Promise<void> {
    stream?.abort()
    const stillIn = await handlers.signedOut()
    if (leads && stillIn && !signal.aborted) start()
  }

  function start(): void {
    stream?.abort()
    const own = new AbortController()
    stream = own
    keepStream(AbortSignal.any([signal, own.signal]), { ...ports, openStream: lead && ports.openStream }, (event) => {
      post({ said: event })
      handle(event)
    })
  }

  if (!lead) {
    start()
    return
  }
  tabs.listen(signal, (message) => {
    const read = tabMessage.safeParse(message)
    if (!read.success) return
    if ('said' in read.data) handle(read.data.said)
    else if (leads && last) post({ said: last })
  })
  post({ asks: true })
  lead(signal, async () => {
    leads = true
    start()
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  })
}
