import type { Shift } from './place-dialog.ts'
import { listen } from '../../core/state/listen.ts'

export interface MovableDialog {
  /** The part that is dragged. */
  head: HTMLElement
  /** The offset from the opening position; values that are set are kept within the window. */
  shift: Shift
}

/** Pixels of an arrow key, alone and with Shift. */
const STEP = 16
const LEAP = 64

const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The offset of an arrow key, in pixels; null for other keys. */
export function arrowShift({ key, shiftKey }: { key: string; shiftKey: boolean }): Shift | null {
  const way = ARROWS[key]
  const by = shiftKey ? LEAP : STEP
  return way ? { x: way[0] * by, y: way[1] * by } : null
}

/** The position after a press on the head's button: left, right, back. An alternative to dragging. */
export function nextPlace({ x, y }: Shift): Shift {
  if (Math.abs(x) < 1 && Math.abs(y) < 1) return { x: -Infinity, y }
  return x < 0 ? { x: Infinity, y } : { x: 0, y: 0 }
}

/** Lets mouse, pen and touch drag a dialog by its head, and arrow keys move it, until `signal` aborts. */
export function letMove(dialog: MovableDialog, signal: AbortSignal): void {
  const { head } = dialog
  let from: { pointer: number; x: number; y: number; shift: Shift } | null = null

  listen(signal, head, 'pointerdown', (event) => {
    const onControl = event.target instanceof Element && event.target.closest('button') !== null
    if (event.button !== 0 || onControl) return
    from = { pointer: event.pointerId, x: event.clientX, y: event.clientY, shift: { ...dialog.shift } }
    head.setPointerCapture(event.pointerId)
  })
  listen(signal, head, 'pointermove', (event) => {
    if (from?.pointer !== event.pointerId) return
    dialog.shift = { x: from.shift.x + event.clientX - from.x, y: from.shift.y + event.clientY - from.y }
  })
  for (const end of ['pointerup', 'pointercancel'] as const) {
    head.addEventListener(end, () => (from = null), { signal })
  }
  listen(signal, head, 'click', ({ target }) => {
    if (target instanceof Element && target.closest('[data-move]')) dialog.shift = nextPlace(dialog.shift)
  })
  listen(signal, head, 'keydown', (event) => {
    const way = arrowShift(event)
    if (!way) return
    event.preventDefault()
    dialog.shift = { x: dialog.shift.x + way.x, y: dialog.shift.y + way.y }
  })
}
