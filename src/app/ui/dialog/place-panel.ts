interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** Pixels between a panel and its opener, and the window's edge. */
const GAP = 6
const EDGE = 8

/** Which sides of a panel and its opener lie below each other. */
export type Align = keyof typeof SHARE
/** The share of what the panel is wider by that sticks out at the left. */
const SHARE = { start: 0, middle: 0.5, end: 1 } as const

/** The position of a panel: below its opener, above where there is more room, within the window. */
export function placePanel(
  window: { width: number; height: number },
  opener: Box,
  panel: { width: number; height: number },
  align: Align = 'start',
): { left: number; top: number } {
  const wanted = opener.left - (panel.width - opener.width) * SHARE[align]
  const below = opener.top + opener.height + GAP
  const above = opener.top - GAP - panel.height
  const fitsBelow = below + panel.height <= window.height - EDGE
  const hasMoreAbove = opener.top > window.height - opener.top - opener.height
  const top = fitsBelow || !hasMoreAbove ? below : above
  return {
    left: Math.max(EDGE, Math.min(wanted, window.width - panel.width - EDGE)),
    top: Math.max(EDGE, Math.min(top, window.height - panel.height - EDGE)),
  }
}
