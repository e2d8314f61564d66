import { useEffect, useEffectEvent, type RefObject } from 'react'

/** Calls `onCovered` when the focus has gone to something on the page that the element hides wholly (WCAG 2.2, 2.4.11). */
export function useCoveredFocus(element: RefObject<HTMLElement | null>, active: boolean, onCovered: () => void): void {
  const cover = useEffectEvent(onCovered)
  useEffect(() => {
    if (!active) return undefined
    let frame = 0
    const look = (): void => {
      const [covering, focused] = [element.current, document.activeElement]
      if (!covering || !focused || covering.contains(focused)) return
      const [over, under] = [covering.getBoundingClientRect(), focused.getBoundingClientRect()]
      const isHidden =
        under.left >= over.left && under.right <= over.right && under.top >= over.top && under.bottom <= over.bottom
      if (isHidden) cover()
    }
    // The browser scrolls to what has the focus first.
    const onFocusIn = (): void => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(look)
    }
    document.addEventListener('focusin', onFocusIn)
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('focusin', onFocusIn)
    }
  }, [element, active])
}
