import { useEffect } from 'react'
import { untilIdle } from '../core/timing/until-idle.ts'

/** Watches the page's zoom once the frame stands. */
export function useZoomWarning(): void {
  useEffect(() => {
    const leaving = new AbortController()
    const start = async () => {
      await untilIdle()
      const { watchZoom } = await import('./zoom-warning.ts')
      if (!leaving.signal.aborted) watchZoom(leaving.signal)
    }
    // A script that does not arrive leaves the page unwatched.
    start().catch(() => {})
    return () => leaving.abort()
  }, [])
}
