/** Pixels. */
interface Size {
  width: number
  height: number
}

/** What stays free between a dialog and the window's edge while there is room. */
const EDGE = 8
const TOP = 0.15

/** How far a dialog has been moved from where it opened, in pixels. */
export interface Shift {
  x: number
  y: number
}

/** Keeps a value within bounds; the lower one wins where they cross. */
function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value))
}

/**
 * Where a dialog of this size lies: in the middle, 15% from the top, moved by `shift`, and never out of the window. A tall one moves up to keep its
 * foot in sight.
 */
export function placeDialog(window: Size, dialog: Size, shift: Shift): { left: number; top: number } {
  return {
    left: clamp((window.width - dialog.width) / 2 + shift.x, EDGE, window.width - dialog.width - EDGE),
    top: clamp(window.height * TOP + shift.y, EDGE, window.height - dialog.height - EDGE),
  }
}

/** The shift that brings a dialog from its opening place to `to`. */
export function shiftTo(window: Size, dialog: Size, to: { left: number; top: number }): Shift {
  return { x: to.left - (window.width - dialog.width) / 2, y: to.top - window.height * TOP }
}
