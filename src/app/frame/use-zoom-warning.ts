import { useEffect } from 'react'
import { whenIdle } from '../core/timing/when-idle.ts'

/** Watches the page's zoom once the frame stands. */
export function useZoomWarning(): void {
  useEffect(() => {
    const leaving = new AbortController()
    const start = async () => {
      await whenIdle()
      const { watchZoom } = await import('./zoom-warning.ts')
      if (!leaving.signal.aborted) watchZoom(leaving.signal)
    }
    // A script that does not arrive leaves the page unwatched.
    start().catch(() => {})
    return () => leaving.abort()
  }, [])
}
