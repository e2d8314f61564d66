/** How the running portal learns that it has to end. */
export interface StopSignal {
  /** Resolves when somebody asks the portal to stop; rejects when it cannot go on. */
  readonly requested: Promise<void>
  readonly fail: (error: Error) => void
}

/**
 * Listens for the signals that ask to stop. The first one lets everything in flight finish; a second one, half a second later or more, ends the
 * process at once. Sooner, it is the same request again: Ctrl+C in a terminal reaches every process of the group, and npm passes it on as well.
 */
export function waitForStop(): StopSignal {
  let askedAt: number | undefined
  const failure = new AbortController()
  const requested = new Promise<void>((resolve, reject) => {
    failure.signal.addEventListener('abort', () => reject(failure.signal.reason))
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        if (askedAt !== undefined && performance.now() - askedAt > 500) process.exit(1)
        askedAt ??= performance.now()
        resolve()
      })
    }
  })
  // Whoever waits for it still hears of it; until somebody does, it is not an unhandled rejection.
  requested.catch(() => undefined)
  return { requested, fail: (error) => failure.abort(error) }
}
