import * as z from 'zod/mini'
import { liveEvent, type LiveEvent } from '../../../../contract/endpoints/live.ts'
import type { WaitingCounts } from '../../../../contract/endpoints/messages.ts'
import { retryPause } from '../timing/retry-pause.ts'
import type { Observable } from '../state/observable.ts'

/** Without a stream the server is asked this often, in milliseconds. */
export const POLL_EVERY = 60_000
/** Pauses between two attempts to open the stream, in milliseconds. */
const PAUSES = { first: 2000, longest: 60_000 }

/** Handlers of a stream. `failed` is called at most once, and last. */
export interface StreamHandlers {
  readonly opened: () => void
  readonly event: (event: LiveEvent) => void
  readonly failed: () => void
}

/** What live changes depend on outside themselves. */
export interface LivePorts {
  /**
   * Runs `work` while this tab is the one of the browser's tabs that leads, until its promise or `signal` ends it. Null where browsers cannot agree on
   * a leader: then no tab opens a stream, because a few tabs' streams would take up all connections to the server.
   */
  readonly lead: ((signal: AbortSignal, work: () => Promise<void>) => void) | null
  /** Messages between tabs; a tab does not get its own. */
  readonly tabs: {
    post(message: unknown): void
    listen(signal: AbortSignal, onMessage: (message: unknown) => void): void
  }
  /** Opens the server's stream; returns its end. */
  readonly openStream: (handlers: StreamHandlers) => () => void
  /** Asks how things stand, with whatever renewal of the session that takes. */
  readonly askCounts: (signal: AbortSignal) => Promise<WaitingCounts>
  readonly online: Observable<boolean>
  /** The page has come to the front. */
  readonly onFront: (signal: AbortSignal, run: () => void) => void
  readonly schedule: (run: () => void, milliseconds: number) => () => void
  /** From 0 up to 1. */
  readonly random: () => number
}

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

/**
 * Keeps one stream open and tells what it says. While it cannot be had, the server is asked every minute instead, and at once when the page comes to
 * the front or the network comes back. `tell` answers `'stop'` when nobody is signed in any longer.
 */
export function keepStream(
  signal: AbortSignal,
  ports: Pick<LivePorts, 'askCounts' | 'online' | 'onFront' | 'schedule' | 'random'> & {
    /** Null: there is only asking. */
    readonly openStream: LivePorts['openStream'] | null
  },
  tell: (event: LiveEvent) => void,
): void {
  let closeStream: (() => void) | null = null
  let streaming = false
  let cancelRetry: (() => void) | null = null
  let cancelPoll: (() => void) | null = null
  let asking = false
  /** In a row. */
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
      },
      event: tell,
      failed,
    })
  }

  function failed(): void {
    closeStream = null
    streaming = false
    if (!ports.online.current || signal.aborted) return
    // Asking also renews a session whose access has run out, without which no stream opens.
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
      // The next time, or the stream, brings it.
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
    // A stream whose line died unnoticed, as after a phone's sleep, says nothing: asking once costs little.
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
