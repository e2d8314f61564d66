/** Longest wait for an idle moment, in milliseconds. */
const PATIENCE = 3000

/** Resolves once the page has loaded and the browser has nothing better to do, or has had none for three seconds. */
export async function untilQuiet(): Promise<void> {
  if (document.readyState !== 'complete') {
    await new Promise((resolve) => {
      addEventListener('load', resolve, { once: true })
    })
  }
  await new Promise<void>((resolve) => {
    // Safari has no idle callback.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: PATIENCE })
    else setTimeout(resolve, 0)
  })
}
