import { PortalError } from '../../contract/portal-error.ts'

/** Work that goes one at a time per key; different keys do not wait for each other. Within this process. */
export interface KeyedMutex {
  /** Runs after everything that was asked for under this key before. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>
  /**
   * As `wait`, but first aborts what is under way or waiting: the newest asker wins. Who reconnects must not wait for what is left of the
   * connection that broke. The aborted work's signal carries PortalError 'server.unavailable', which asks its sender to try again.
   */
  preempt<T>(key: string, work: (signal: AbortSignal) => Promise<T>): Promise<T>
}

interface Entry {
  readonly ended: Promise<void>
  readonly controller: AbortController
}

/** Turns that nobody has taken yet. */
export function createKeyedMutex(): KeyedMutex {
  const last = new Map<string, Entry>()

  async function enqueue<T>(
    key: string,
    before: Entry | undefined,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const controller = new AbortController()
    const result = (before?.ended ?? Promise.resolve()).then(() => {
      controller.signal.throwIfAborted()
      return work(controller.signal)
    })
    // The next in the queue only waits; how this turn ended is for its own caller.
    const ended = result.then(
      () => undefined,
      () => undefined,
    )
    const entry = { ended, controller }
    last.set(key, entry)
    try {
      return await result
    } finally {
      if (last.get(key) === entry) last.delete(key)
    }
  }

  return {
    run: (key, work) => enqueue(key, last.get(key), work),
    preempt(key, work) {
      const before = last.get(key)
      before?.controller.abort(new PortalError('server.unavailable'))
      return enqueue(key, before, work)
    },
  }
}
