import type { Observable } from '../state/observable.ts'
import { createObservable } from '../state/observable.ts'

/** First and longest pause between two questions to the server, in milliseconds. */
const FIRST_PAUSE = 1000
const LONGEST_PAUSE = 30_000
/** Pauses differ by up to this share, so that a whole school does not ask in the same instant when the server comes back. */
const JITTER = 0.2

/** What connectivity depends on outside itself. */
export interface ConnectivityPorts {
  /** The browser's own opinion. */
  readonly browserOnline: () => boolean
  /** Where `online`, `offline` and `visibilitychange` are heard. */
  readonly page: Pick<EventTarget, 'addEventListener'>
  /** Resolves to whether the server answers. Never rejects. */
  readonly askServer: () => Promise<boolean>
  readonly schedule: (run: () => void, milliseconds: number) => () => void
  /** From 0 up to 1. */
  readonly random: () => number
}

export interface Connectivity {
  readonly online: Observable<boolean>
  /** A call got no answer. The server is asked before anybody is told, because one lost call is not yet an outage. */
  readonly reportNetworkFailure: () => void
  /** A call was answered, whatever the answer: the network works. */
  readonly reportNetworkSuccess: () => void
}

/**
 * Watches whether the server can be reached. The browser knows about the cable, not about the server; so after a failure the server is asked,
 * again and again with growing pauses, until it answers.
 */
export function createConnectivity(ports: ConnectivityPorts): Connectivity {
  const online = createObservable(ports.browserOnline())
  let pause = FIRST_PAUSE
  let cancel: (() => void) | null = null
  /** Which question is the newest; answers to older ones are not heard. */
  let asked = 0
  let asking = false

  function settle(reachable: boolean): void {
    asked += 1
    asking = false
    cancel?.()
    cancel = null
    if (reachable) pause = FIRST_PAUSE
    online.set(reachable)
    if (!reachable) askLater()
  }

  function askLater(): void {
    const spread = 1 - JITTER + 2 * JITTER * ports.random()
    cancel = ports.schedule(() => void ask(), pause * spread)
    pause = Math.min(pause * 2, LONGEST_PAUSE)
  }

  async function ask(): Promise<void> {
    cancel?.()
    cancel = null
    asked += 1
    const question = asked
    asking = true
    const reachable = await ports.askServer()
    if (question === asked) settle(reachable)
  }

  /** Something gives reason to hope: asked at once, and soon again. */
  function askSoon(): void {
    if (online.current || asking) return
    pause = FIRST_PAUSE
    void ask()
  }

  ports.page.addEventListener('offline', () => settle(false))
  ports.page.addEventListener('online', askSoon)
  ports.page.addEventListener('visibilitychange', askSoon)
  if (!online.current) askLater()

  return {
    online,
    reportNetworkFailure() {
      if (online.current && !asking) void ask()
    },
    reportNetworkSuccess() {
      if (!online.current) settle(true)
    },
  }
}
