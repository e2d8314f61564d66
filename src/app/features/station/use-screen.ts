import { useEffect, useState } from 'react'

/** Whether the page fills the screen, and how to fill it, which browsers allow during a press only. */
export function useFullScreen(): { readonly isFull: boolean; readonly fill: () => void } {
  const [isFull, setFull] = useState(fillsScreen)
  useEffect(() => {
    const note = () => setFull(fillsScreen())
    document.addEventListener('fullscreenchange', note)
    return () => document.removeEventListener('fullscreenchange', note)
  }, [])
  return {
    isFull,
    fill: () => void document.documentElement.requestFullscreen?.({ navigationUI: 'hide' }).catch(() => undefined),
  }
}

/** Also where there is no full screen mode, or an installed app fills the screen anyway. */
function fillsScreen(): boolean {
  return (
    document.fullscreenElement !== null ||
    !document.fullscreenEnabled ||
    matchMedia('(display-mode: fullscreen)').matches
  )
}

/** Keeps the screen on while the component is mounted, unless the browser or a weak battery refuses. */
export function useWakeLock(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return
    const left = new AbortController()
    let lock: WakeLockSentinel | undefined
    const hold = async () => {
      // The system releases it whenever the window is hidden.
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
