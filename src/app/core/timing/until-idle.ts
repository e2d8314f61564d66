/** Longest wait for an idle moment, in milliseconds. */
const PATIENCE = 3000

/** Resolves once the browser has nothing better to do, or has had no such moment for three seconds. */
export function untilIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no idle callback.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: PATIENCE })
    else setTimeout(resolve, 0)
  })
}
