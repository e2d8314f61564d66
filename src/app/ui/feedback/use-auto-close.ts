import { useEffect, useEffectEvent, type RefObject } from 'react'
import { listen } from '../../core/state/listen.ts'

/** Events that restart the time. */
const INTERACTIONS = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const

/** Calls `close` after so many milliseconds without pointer, focus or input in the element, while the page is visible. */
export function useAutoClose(element: RefObject<HTMLElement | null>, after: number, close: () => void): void {
  const closeNow = useEffectEvent(close)
  useEffect(() => {
    const watched = element.current
    if (!watched) return undefined
    const ending = new AbortController()
    const { signal } = ending
    let timer: ReturnType<typeof setTimeout> | undefined
    // Without hover, the last pressed element counts as hovered.
    let hovered = matchMedia('(hover: hover)').matches && watched.matches(':hover')
    let focused = watched.contains(document.activeElement)

    const restart = (): void => {
      clearTimeout(timer)
      if (!hovered && !focused && !document.hidden) timer = setTimeout(closeNow, after)
    }
    // A finger leaves after a press.
    listen(signal, watched, 'pointerenter', (event) => {
      hovered = event.pointerType !== 'touch'
      restart()
    })
    listen(signal, watched, 'pointerleave', () => {
      hovered = false
      restart()
    })
    listen(signal, watched, 'focusin', () => {
      focused = true
      restart()
    })
    listen(signal, watched, 'focusout', ({ relatedTarget }) => {
      focused = relatedTarget instanceof Node && watched.contains(relatedTarget)
      restart()
    })
    for (const name of INTERACTIONS) watched.addEventListener(name, restart, { signal, passive: true })
    document.addEventListener('visibilitychange', restart, { signal })
    restart()
    return () => {
      clearTimeout(timer)
      ending.abort()
    }
  }, [element, after])
}
