import { PortalError } from '../../contract/portal-error.ts'

interface Entry {
  readonly ended: Promise<unknown>
  readonly controller: AbortController
}

export type KeyedMutex = ReturnType<typeof createKeyedMutex>

/** Runs one piece of work at a time per key, within this process. */
export function createKeyedMutex() {
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
    const entry = { ended: result.catch(() => undefined), controller }
    last.set(key, entry)
    try {
      return await result
    } finally {
      if (last.get(key) === entry) last.delete(key)
    }
  }

  return {
    run: <T>(key: string, work: () => Promise<T>): Promise<T> => enqueue(key, last.get(key), work),
    /**
     * As `run`, but first aborts what runs or waits: a client that reconnects does not wait for its broken connection. The aborted signal's
     * reason is PortalError 'server.unavailable', which the client retries.
     */
    preempt<T>(key: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
      const before = last.get(key)
      before?.controller.abort(new PortalError('server.unavailable'))
      return enqueue(key, before, work)
    },
  }
}
