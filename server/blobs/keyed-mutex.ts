import { PortalError } from '../../contract/portal-error.ts'

/** Runs one piece of work at a time per key, within this process. */
export interface KeyedMutex {
  /** Runs after all work queued under this key. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>
  /**
   * As `run`, but first aborts what runs or waits: a client that reconnects does not wait for its broken connection. The aborted signal's
   * reason is PortalError 'server.unavailable', which the client retries.
   */
  preempt<T>(key: string, work: (signal: AbortSignal) => Promise<T>): Promise<T>
}

interface Entry {
  readonly ended: Promise<void>
  readonly controller: AbortController
}

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
    // The next entry only waits; a failure goes to this entry's own caller.
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
