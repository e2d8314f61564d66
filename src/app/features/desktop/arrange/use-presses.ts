import { useEffect, type RefObject } from 'react'
import { isForOthers } from './is-for-others.ts'
import type { PressListeners } from './Sortables.tsx'

/** Hands presses on the icons of the grid to their sortables, by keys only while arranging; a press that moves an icon does not open it. */
export function usePresses(
  grid: RefObject<HTMLElement | null>,
  listeners: PressListeners,
  { arranging, dragging }: { arranging: boolean; dragging: boolean },
): void {
  useEffect(() => {
    const element = grid.current
    if (!element) return undefined
    const take = (handler: 'onMouseDown' | 'onTouchStart' | 'onKeyDown') => (event: Event) => {
      const link = event.target instanceof Element ? event.target.closest('[data-app-code]') : null
      if (!(link instanceof HTMLElement) || isForOthers(event)) return
      if (event instanceof KeyboardEvent && (!arranging || isShortcut(event))) return
      // What closes by Escape does not while an icon is held.
      if (event instanceof KeyboardEvent && dragging && event.key === 'Escape') event.preventDefault()
      const preventDefault = () => event.preventDefault()
      listeners
        .get(link.dataset['appCode'] ?? '')
        ?.[handler]?.({ nativeEvent: event, target: event.target, preventDefault })
    }
    const handlers = [
      ['mousedown', take('onMouseDown')],
      ['touchstart', take('onTouchStart')],
      ['keydown', take('onKeyDown')],
    ] as const
    for (const [type, handler] of handlers) element.addEventListener(type, handler, { passive: type === 'touchstart' })
    return () => {
      for (const [type, handler] of handlers) element.removeEventListener(type, handler)
    }
  }, [grid, listeners, arranging, dragging])

  // Icons open nothing while arranging.
  useEffect(() => (arranging ? stopClicks(grid) : undefined), [grid, arranging])

  // The press that ends a move must not open the icon. Its click comes right after it.
  useEffect(() => {
    if (!dragging) return undefined
    const letThrough = stopClicks(grid)
    return () => {
      const ended = new AbortController()
      const end = () => {
        letThrough()
        ended.abort()
      }
      for (const next of ['pointerdown', 'keydown']) {
        window.addEventListener(next, end, { capture: true, signal: ended.signal })
      }
      setTimeout(end, 60)
    }
  }, [grid, dragging])
}

function isShortcut({ repeat, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return repeat || altKey || ctrlKey || metaKey
}

/** Stops clicks on the icons until the returned function is called. */
function stopClicks(grid: RefObject<HTMLElement | null>): () => void {
  const stop = (event: Event) => {
    if (!(event.target instanceof Node) || !grid.current?.contains(event.target)) return
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('click', stop, { capture: true })
  return () => window.removeEventListener('click', stop, { capture: true })
}
