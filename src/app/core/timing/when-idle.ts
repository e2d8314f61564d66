import { useEffect, useState } from 'react'

/** Milliseconds. */
const PATIENCE = 3000

/** Resolves in the browser's next idle moment, after PATIENCE at the latest. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no idle callback.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: PATIENCE })
    else setTimeout(resolve, 0)
  })
}

/** Resolves in an idle moment after the document has loaded. */
export async function whenLoadedAndIdle(): Promise<void> {
  if (document.readyState !== 'complete') {
    await new Promise((resolve) => {
      addEventListener('load', resolve, { once: true })
    })
  }
  await whenIdle()
}

/** False until the browser is idle after `wanted` became true; afterwards `wanted`. */
export function useWhenIdle(wanted: boolean): boolean {
  const [ready, setReady] = useState(false)
  useEffect(() => {
    if (!wanted) return undefined
    let current = true
    void whenIdle().then(() => {
      if (current) setReady(true)
    })
    return () => {
      current = false
    }
  }, [wanted])
  return wanted && ready
}
