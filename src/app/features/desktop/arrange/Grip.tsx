import { useDraggable } from '@dnd-kit/core'
import { useEffect, type RefObject } from 'react'
import { isForOthers } from './is-for-others.ts'

/** Id of the only draggable: the held icon. A draggable per icon would redraw a thousand icons with every step. */
const HELD = 'held-icon'

/** Listens to presses on the grid and makes the pressed icon dnd-kit's draggable. */
export function Grip({
  grid,
  pressed,
  arranging,
}: {
  grid: RefObject<HTMLElement | null>
  pressed: RefObject<string | null>
  arranging: boolean
}) {
  const { listeners, setNodeRef, isDragging } = useDraggable({ id: HELD })

  useEffect(() => {
    const element = grid.current
    if (!element) return undefined
    const take = (handler: 'onMouseDown' | 'onTouchStart' | 'onKeyDown') => (event: Event) => {
      const link = event.target instanceof Element ? event.target.closest('[data-app-code]') : null
      if (!(link instanceof HTMLElement) || isForOthers(event)) return
      pressed.current = link.dataset['appCode'] ?? null
      setNodeRef(link.parentElement)
      listeners?.[handler]?.({ nativeEvent: event, target: event.target })
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
  }, [grid, pressed, listeners, setNodeRef])

  // Icons open nothing while arranging.
  useEffect(() => (arranging ? stopClicks(grid) : undefined), [grid, arranging])

  // The press that ends a move must not open the icon. Its click comes right after it.
  useEffect(() => {
    if (!isDragging) return undefined
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
  }, [grid, isDragging])
  return null
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
