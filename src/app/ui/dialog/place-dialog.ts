interface Size {
  width: number
  height: number
}

/** Pixels between a dialog and the window's edge, if there is room. */
const EDGE = 8
const TOP = 0.15

/** Pixels from the opening position. */
export interface Shift {
  x: number
  y: number
}

/** The lower bound wins where they cross. */
function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value))
}

/** The position of a dialog: in the middle, 15% from the top, moved by `shift`, within the window. A tall one moves up to keep its bottom visible. */
export function placeDialog(window: Size, dialog: Size, shift: Shift): { left: number; top: number } {
  return {
    left: clamp((window.width - dialog.width) / 2 + shift.x, EDGE, window.width - dialog.width - EDGE),
    top: clamp(window.height * TOP + shift.y, EDGE, window.height - dialog.height - EDGE),
  }
}

/** The shift from the opening position to `to`. */
export function shiftTo(window: Size, dialog: Size, to: { left: number; top: number }): Shift {
  return { x: to.left - (window.width - dialog.width) / 2, y: to.top - window.height * TOP }
}
