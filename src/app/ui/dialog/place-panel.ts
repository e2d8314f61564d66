interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** Pixels between a panel and its opener, and the window's edge. */
const GAP = 6
const EDGE = 8

/** The position of a panel: below its opener, above where there is more room, within the window. */
export function placePanel(
  window: { width: number; height: number },
  opener: Box,
  panel: { width: number; height: number },
): { left: number; top: number } {
  const below = opener.top + opener.height + GAP
  const above = opener.top - GAP - panel.height
  const fitsBelow = below + panel.height <= window.height - EDGE
  const hasMoreAbove = opener.top > window.height - opener.top - opener.height
  const top = fitsBelow || !hasMoreAbove ? below : above
  return {
    left: Math.max(EDGE, Math.min(opener.left, window.width - panel.width - EDGE)),
    top: Math.max(EDGE, Math.min(top, window.height - panel.height - EDGE)),
  }
}
