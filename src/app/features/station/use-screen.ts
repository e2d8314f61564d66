import { useEffect, useState } from 'react'

/** Whether the page fills the screen, and what makes it do so, which browsers let happen on a press only. */
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

/** Where there is no full screen at all, or an installed app fills it anyway, nothing is missing. */
function fillsScreen(): boolean {
  return (
    document.fullscreenElement !== null ||
    !document.fullscreenEnabled ||
    matchMedia('(display-mode: fullscreen)').matches
  )
}

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
