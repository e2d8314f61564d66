import * as z from 'zod/mini'
import { HELD_RETRY, liveEvent, SILENCE_MAX, type LiveEvent } from '../../../../contract/endpoints/live.ts'
import type { WaitingCounts } from '../../../../contract/endpoints/messages/messages.ts'
import { retryPause } from '../timing/retry-pause.ts'
import type { Observable } from '../state/observable.ts'

/** Milliseconds between two requests without a stream; each failure doubles it. */
export const POLL_EVERY = 60_000
const POLL_LONGEST = 10 * 60_000
/** Milliseconds until the counts are loaded although a stream is still being opened, for which a page without them waits no longer. */
export const FIRST_POLL = 5000
const PAUSES = { first: 2000, longest: 60_000 }
/** Milliseconds after the start of a page within which what it loaded is taken for what its first stream begins with. */
export const FRESH_FOR = 5000
/** Milliseconds over which requests after an event are spread: all clients of a school get it, or a new stream, in the same instant. */
export const SPREAD = 3000

/** Handlers of a stream. `heard`: something has arrived, if only a heartbeat. `failed` is called at most once, and last. */
export interface StreamHandlers {
  readonly heard: () => void
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
  /** Tells the server that streams are held back on their way. */
  readonly reportHeld: (signal: AbortSignal) => void
  /** Whether this tab can be seen. */
  readonly isVisible: () => boolean
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

/** `asks`: a new tab wants the last counts; `due`: the tab that leads is hidden and polls if another tab can be seen, which answers `wanted`. */
const tabMessage = z.union([
  z.object({ said: liveEvent }),
  z.object({ asks: z.literal(true) }),
  z.object({ due: z.literal(true) }),
  z.object({ wanted: z.literal(true) }),
])
type TabMessage = z.infer<typeof tabMessage>

/** Follows live changes until `signal` aborts: one tab of the browser has the stream and informs the others. */
export function followLive(signal: AbortSignal, ports: LivePorts, handlers: LiveHandlers): void {
  const { lead, tabs } = ports
  let stream: AbortController | null = null
  let last: Extract<LiveEvent, { kind: 'counts' }> | null = null
  let leads = false
  /** Polls at once; set while a hidden leader does not know of a visible tab. */
  let pollNow: (() => void) | null = null
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
    const whenSeen = (run: () => void) => {
      if (ports.isVisible()) return run()
      pollNow = run
      post({ due: true })
    }
    keepStream(ended, { ...ports, openStream: lead && ports.openStream, whenSeen }, tell, () => {
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
    else if ('due' in read.data) {
      if (ports.isVisible()) post({ wanted: true })
    } else if ('wanted' in read.data) {
      pollNow?.()
      pollNow = null
    } else if (leads && last) post({ said: last })
  })
  ports.onFront(signal, () => {
    if (!leads) post({ wanted: true })
  })
  post({ asks: true })
  lead(signal, async () => {
    leads = true
    start()
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  })
}

/**
 * Keeps one stream open and passes its events on. Meanwhile, without one, the counts are loaded every minute while the page can be seen, and at once when it comes to the
 * front or the network is back. A stream of which nothing arrives within SILENCE_MAX is closed: a proxy holds it back, and it is tried again after HELD_RETRY; one that
 * had begun is dead, and is opened again at once. `opened` is called for each stream with its first byte: the server does not repeat what happened before it, except
 * for the counts.
 */
export function keepStream(
  signal: AbortSignal,
  ports: Pick<LivePorts, 'askCounts' | 'reportHeld' | 'online' | 'onFront' | 'schedule' | 'random'> & {
    /** Null: only polling. */
    readonly openStream: LivePorts['openStream'] | null
    /** Runs it if the page can be seen in one of the browser's tabs. */
    readonly whenSeen: (run: () => void) => void
  },
  tell: (event: LiveEvent) => void,
  opened: () => void = () => {},
): void {
  let closeStream: (() => void) | null = null
  let streaming = false
  let cancelRetry: (() => void) | null = null
  let cancelPoll: (() => void) | null = null
  let cancelWatch: (() => void) | null = null
  let pollEvery = POLL_EVERY
  let asking = false
  let failures = 0

  function connect(): void {
    cancelRetry?.()
    cancelRetry = null
    closeStream?.()
    if (!ports.openStream) return
    watch()
    closeStream = ports.openStream({
      heard() {
        watch()
        if (streaming) return
        streaming = true
        failures = 0
        stopPolling()
        opened()
      },
      event: tell,
      failed,
    })
  }

  function watch(): void {
    cancelWatch?.()
    cancelWatch = ports.schedule(silent, SILENCE_MAX)
  }

  function stopWatching(): void {
    cancelWatch?.()
    cancelWatch = null
  }

  function silent(): void {
    closeStream?.()
    if (streaming) return failed()
    closeStream = null
    stopWatching()
    cancelRetry = ports.schedule(connect, HELD_RETRY)
    ports.reportHeld(signal)
    if (!cancelPoll) poll()
  }

  function failed(): void {
    closeStream = null
    streaming = false
    stopWatching()
    if (!ports.online.current || signal.aborted) return
    // Polling also renews an expired session, without which no stream opens.
    poll()
    failures += 1
    cancelRetry = ports.schedule(connect, retryPause(failures, PAUSES, ports.random()))
  }

  function poll(): void {
    cancelPoll?.()
    cancelPoll = ports.schedule(poll, pollEvery)
    ports.whenSeen(() => void ask())
  }

  async function ask(): Promise<void> {
    if (asking) return
    asking = true
    try {
      const counts = await ports.askCounts(signal)
      if (pollEvery > POLL_EVERY && cancelPoll) {
        cancelPoll()
        cancelPoll = ports.schedule(poll, POLL_EVERY)
      }
      pollEvery = POLL_EVERY
      if (!signal.aborted) tell({ kind: 'counts', changed: ['messages', 'todos'], counts })
    } catch {
      // The next poll, or the stream, brings it.
      pollEvery = Math.min(pollEvery * 2, POLL_LONGEST)
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
    stopWatching()
    cancelRetry?.()
    cancelRetry = null
    stopPolling()
    failures = 0
  }

  function start(): void {
    if (ports.openStream) cancelPoll = ports.schedule(poll, FIRST_POLL)
    else poll()
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
