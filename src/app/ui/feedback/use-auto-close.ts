import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { listen } from '../../core/state/listen.ts'

/** Events that restart the time. */
const INTERACTIONS = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const

/**
 * Calls `close` after so many milliseconds without pointer, focus or input in the element, while `active` and while the page is visible. A pointer over which
 * the element has opened counts once it moves.
 */
export function useAutoClose(
  element: RefObject<HTMLElement | null>,
  after: number,
  close: () => void,
  active = true,
): void {
  const closeNow = useEffectEvent(close)
  const readActive = useEffectEvent(() => active)
  const changeActive = useRef<(now: boolean) => void>(undefined)
  useEffect(() => {
    const watched = element.current
    if (!watched) return undefined
    const ending = new AbortController()
    const { signal } = ending
    let timer: ReturnType<typeof setTimeout> | undefined
    let isActive = readActive()
    let hovered = false
    let focused = watched.contains(document.activeElement)

    const restart = (): void => {
      clearTimeout(timer)
      if (isActive && !hovered && !focused && !document.hidden) timer = setTimeout(closeNow, after)
    }
    changeActive.current = (now) => {
      isActive = now
      restart()
    }
    // Not `pointerenter`, which also comes when the element opens under a resting pointer. A finger leaves after a press.
    listen(signal, watched, 'pointermove', ({ pointerType }) => {
      if (hovered || pointerType === 'touch') return
      hovered = true
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
  useEffect(() => changeActive.current?.(active), [active])
}
