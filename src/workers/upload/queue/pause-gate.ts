/** Lets an upload through, or holds it until it is resumed. */
export interface PauseGate {
  pause(): void
  resume(): void
  /** Resolves at once, or when resumed. Throws the signal's reason. */
  pass(signal: AbortSignal): Promise<void>
  /** Aborts when the upload is paused, for requests that can be cut short and repeated. */
  readonly cut: AbortSignal
}

/** An open gate. */
export function createPauseGate(): PauseGate {
  let cutting = new AbortController()
  let resumed: Promise<void> = Promise.resolve()
  let open: (() => void) | null = null
  return {
    pause() {
      if (open) return
      resumed = new Promise((resolve) => (open = resolve))
      cutting.abort()
    },
    resume() {
      if (!open) return
      cutting = new AbortController()
      open()
      open = null
    },
    async pass(signal) {
      signal.throwIfAborted()
      if (open) await orAborted(signal, resumed)
      signal.throwIfAborted()
    },
    get cut() {
      return cutting.signal
    },
  }
}

/** The promise, or the signal's reason, whichever comes first; leaves no listener behind. */
export function orAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
