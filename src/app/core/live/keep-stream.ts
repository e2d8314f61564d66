import type { LiveEvent } from '../../../../contract/endpoints/live.ts'
import { retryPause } from '../timing/retry-pause.ts'
import type { LivePorts } from './ports.ts'

/** Without a stream the server is asked this often, in milliseconds. */
export const POLL_EVERY = 60_000
/** Pauses between two attempts to open the stream, in milliseconds. */
const PAUSES = { first: 2000, longest: 60_000 }

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
