import type { LiveEvent } from '../../../../contract/endpoints/live.ts'
import type { WaitingCounts } from '../../../../contract/endpoints/messages.ts'
import type { Observable } from '../state/observable.ts'

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
