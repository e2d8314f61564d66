/** Waits so many milliseconds, or until `wake` is called, or the network is back. Rejects with the signal's reason. */
export function waitFor(signal: AbortSignal, wake: EventTarget | null, milliseconds: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const ended = new AbortController()
    const end = (settle: () => void) => () => {
      ended.abort()
      clearTimeout(timer)
      settle()
    }
    const timer = setTimeout(end(resolve), Math.max(0, milliseconds))
    const once = { once: true, signal: ended.signal }
    signal.addEventListener(
      'abort',
      end(() => reject(signal.reason)),
      once,
    )
    wake?.addEventListener('wake', end(resolve), once)
    globalThis.addEventListener?.('online', end(resolve), once)
  })
}
