import { createObservable } from '../state/observable.ts'

const FIRST_PAUSE = 1000
const LONGEST_PAUSE = 30_000
/** Relative spread of pauses, so that the clients of a school do not return in the same instant. */
const JITTER = 0.2

export interface ConnectivityPorts {
  /** The browser's own opinion. */
  readonly browserOnline: () => boolean
  readonly page: Pick<EventTarget, 'addEventListener'>
  /** Resolves to whether the server answers. Never rejects. */
  readonly askServer: () => Promise<boolean>
  readonly schedule: (run: () => void, milliseconds: number) => () => void
  readonly random: () => number
}

/**
 * Watches whether the server can be reached. The browser only knows the network interface, so after a failure the server is asked, with growing
 * pauses, until it answers.
 */
export function createConnectivity(ports: ConnectivityPorts) {
  const online = createObservable(ports.browserOnline())
  let pause = FIRST_PAUSE
  let cancel: (() => void) | null = null
  /** The newest question; answers to older ones are ignored. */
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

  /** Something changed: ask at once, and again soon. */
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
    /** Reports a call without a response. The server is asked first, because one lost call is not an outage. */
    reportNetworkFailure: (): void => {
      if (online.current && !asking) void ask()
    },
    /** Reports any response. */
    reportNetworkSuccess: (): void => {
      if (!online.current) settle(true)
    },
  }
}
