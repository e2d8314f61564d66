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
