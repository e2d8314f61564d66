import { useEffect } from 'react'
import { whenIdle } from '../core/timing/when-idle.ts'

/** Follows live changes for a person while the frame stands; after the first frame, which does without. */
export function useLive(userId: string | null): void {
  useEffect(() => {
    if (userId === null) return undefined
    const leaving = new AbortController()
    const start = async () => {
      await whenIdle()
      const { startLive } = await import('./live.ts')
      if (!leaving.signal.aborted) startLive(leaving.signal, { userId })
    }
    // A script that does not arrive leaves the counts of the start.
    start().catch(() => {})
    return () => leaving.abort()
  }, [userId])
}
