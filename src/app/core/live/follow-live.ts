import * as z from 'zod/mini'
import { liveEvent, type LiveEvent } from '../../../../contract/endpoints/live.ts'
import type { WaitingCounts } from '../../../../contract/endpoints/messages/messages.ts'
import { retryPause } from '../timing/retry-pause.ts'
import type { Observable } from '../state/observable.ts'

/** Milliseconds between two requests without a stream. */
export const POLL_EVERY = 60_000
const PAUSES = { first: 2000, longest: 60_000 }
/** Milliseconds after the start of a page within which what it loaded is taken for what its first stream begins with. */
export const FRESH_FOR = 5000
/** Milliseconds over which requests after an event are spread: all clients of a school get it, or a new stream, in the same instant. */
export const SPREAD = 3000

/** Handlers of a stream. `failed` is called at most once, and last. */
export interface StreamHandlers {
  readonly opened: () => void
  readonly event: (event: LiveEvent) => void
  readonly failed: () => void
}

export interface LivePorts {
  /**
   * Runs `work` while this tab leads the browser's tabs, until its promise or `signal` ends it. Null where tabs cannot elect a leader: then no tab
   * opens a stream, because a few would use up all connections to the server.
   */
  readonly lead: ((signal: AbortSignal, work: () => Promise<void>) => void) | null
  /** Messages between tabs; a tab does not get its own. */
  readonly tabs: {
    post(message: unknown): void
    listen(signal: AbortSignal, onMessage: (message: unknown) => void): void
  }
  /** Opens the server's stream; returns what closes it. */
  readonly openStream: (handlers: StreamHandlers) => () => void
  /** Loads the counts, renewing the session if needed. */
  readonly askCounts: (signal: AbortSignal) => Promise<WaitingCounts>
  readonly online: Observable<boolean>
  /** The page has come to the front. */
  readonly onFront: (signal: AbortSignal, run: () => void) => void
  readonly schedule: (run: () => void, milliseconds: number) => () => void
  readonly random: () => number
}

/** Handlers of live events, called in every tab whichever holds the stream. */
export interface LiveHandlers {
  /** The counts, and the lists that may have changed. */
  counts(counts: WaitingCounts, changed: readonly ('messages' | 'todos')[]): void
  /** An administrator has changed the theme for all users. */
  theme(): void
  /** The user has rearranged their icons, or an administrator has changed the applications. */
  desktop(): void
  /** The user has another picture, or none. */
  person(): void
  /** What the user may do has changed. */
  rights(): void
  /** The session of the stream is over. Resolves to whether the same user has another one. */
  signedOut(): Promise<boolean>
}

const tabMessage = z.union([z.object({ said: liveEvent }), z.object({ asks: z.literal(true) })])
type TabMessage = z.infer<typeof tabMessage>

/** Follows live changes until `signal` aborts: one tab of the browser has the stream and informs the others. */
export function followLive(signal: AbortSignal, ports: LivePorts, handlers: LiveHandlers): void {
  const { lead, tabs } = ports
  let stream: AbortController | null = null
  let last: Extract<LiveEvent, { kind: 'counts' }> | null = null
  let leads = false
  let fresh = true
  const cancelFresh = ports.schedule(() => (fresh = false), FRESH_FOR)
  signal.addEventListener('abort', cancelFresh)

  const post = (message: TabMessage) => tabs.post(message)

  function handle(event: LiveEvent): void {
    if (event.kind === 'counts') {
      last = event
      handlers.counts(event.counts, event.changed)
    } else if (event.kind === 'signed-out') {
      void afterSignedOut()
    } else {
      handlers[event.kind]()
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
    const ended = AbortSignal.any([signal, own.signal])
    const tell = (event: LiveEvent) => {
      post({ said: event })
      handle(event)
    }
    keepStream(ended, { ...ports, openStream: lead && ports.openStream }, tell, () => {
      const missedNothing = fresh
      fresh = false
      if (missedNothing) return
      const cancel = ports.schedule(() => {
        // The stream that opens once the network is back does it.
        if (!ports.online.current) return
        tell({ kind: 'person' })
        tell({ kind: 'desktop' })
      }, ports.random() * SPREAD)
      ended.addEventListener('abort', cancel)
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

/**
 * Keeps one stream open and passes its events on. Meanwhile, without one, the counts are loaded every minute, and at once when the page comes to the
 * front or the network is back. `opened` is called for each stream: the server does not repeat what happened before it, except for the counts.
 */
export function keepStream(
  signal: AbortSignal,
  ports: Pick<LivePorts, 'askCounts' | 'online' | 'onFront' | 'schedule' | 'random'> & {
    /** Null: only polling. */
    readonly openStream: LivePorts['openStream'] | null
  },
  tell: (event: LiveEvent) => void,
  opened: () => void = () => {},
): void {
  let closeStream: (() => void) | null = null
  let streaming = false
  let cancelRetry: (() => void) | null = null
  let cancelPoll: (() => void) | null = null
  let asking = false
  let failures = 0

  function connect(): void {
    cancelRetry?.()
    cancelRetry = null
    closeStream?.()
    if (!ports.openStream) return
    closeStream = ports.openStream({
      opened() {
        streaming = true
        failures = 0
        stopPolling()
        opened()
      },
      event: tell,
      failed,
    })
  }

  function failed(): void {
    closeStream = null
    streaming = false
    if (!ports.online.current || signal.aborted) return
    // Polling also renews an expired session, without which no stream opens.
    poll()
    failures += 1
    cancelRetry = ports.schedule(connect, retryPause(failures, PAUSES, ports.random()))
  }

  function poll(): void {
    cancelPoll?.()
    cancelPoll = ports.schedule(poll, POLL_EVERY)
    void ask()
  }

  async function ask(): Promise<void> {
    if (asking) return
    asking = true
    try {
      const counts = await ports.askCounts(signal)
      if (!signal.aborted) tell({ kind: 'counts', changed: ['messages', 'todos'], counts })
    } catch {
      // The next poll, or the stream, brings it.
    } finally {
      asking = false
    }
  }

  function stopPolling(): void {
    cancelPoll?.()
    cancelPoll = null
  }

  function rest(): void {
    closeStream?.()
    closeStream = null
    streaming = false
    cancelRetry?.()
    cancelRetry = null
    stopPolling()
    failures = 0
  }

  function start(): void {
    if (!ports.openStream) poll()
    connect()
  }

  const unsubscribe = ports.online.subscribe(() => {
    rest()
    if (ports.online.current) start()
  })
  ports.onFront(signal, () => {
    if (!ports.online.current) return
    // A stream with a dead connection, as after a phone's sleep, is silent: one poll costs little.
    if (streaming) void ask()
    else {
      rest()
      poll()
      connect()
    }
  })
  signal.addEventListener('abort', () => {
    unsubscribe()
    rest()
  })
  if (ports.online.current) start()
}
