import { useEffect, useEffectEvent, type RefObject } from 'react'

/** Calls `onEscape` when somebody presses Escape within the element, unless something in it takes the key for itself. */
export function useEscape(element: RefObject<HTMLElement | null>, active: boolean, onEscape: () => void): void {
  const escape = useEffectEvent(onEscape)
  useEffect(() => {
    const watched = element.current
    if (!active || !watched) return undefined
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      event.preventDefault()
      escape()
    }
    watched.addEventListener('keydown', onKeyDown)
    return () => watched.removeEventListener('keydown', onKeyDown)
  }, [element, active])
}
