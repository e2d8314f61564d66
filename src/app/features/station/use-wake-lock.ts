import { useEffect } from 'react'

/** Keeps the screen from going dark while the component is there. Where the browser or a weak battery refuses, it goes dark as elsewhere. */
export function useWakeLock(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return
    const left = new AbortController()
    let lock: WakeLockSentinel | undefined
    const hold = async () => {
      // The system takes it away with every change to another window.
      if (document.visibilityState !== 'visible' || (lock && !lock.released)) return
      lock = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (left.signal.aborted) await lock?.release()
    }
    void hold()
    document.addEventListener('visibilitychange', () => void hold(), { signal: left.signal })
    return () => {
      left.abort()
      void lock?.release()
    }
  }, [])
}
