export interface Spot {
  readonly left: number
  readonly top: number
}

/**
 * The index that an arrow key, Home or End leads to from the one at `at`; undefined for other keys, and at the edge. Left and right follow the
 * reading order, up and down go to the nearest in the next line.
 */
export function nextByArrow(spots: readonly Spot[], at: number, key: string): number | undefined {
  const here = spots[at]
  if (!here) return undefined
  switch (key) {
    case 'ArrowLeft':
      return at > 0 ? at - 1 : undefined
    case 'ArrowRight':
      return at < spots.length - 1 ? at + 1 : undefined
    case 'Home':
      return 0
    case 'End':
      return spots.length - 1
    case 'ArrowUp':
      return nearest(spots, here, -1)
    case 'ArrowDown':
      return nearest(spots, here, 1)
    default:
      return undefined
  }
}

function nearest(spots: readonly Spot[], here: Spot, way: 1 | -1): number | undefined {
  const ahead = spots.flatMap(({ left, top }, index) => {
    const far = (top - here.top) * way
    return far > 1 ? [{ index, far, beside: Math.abs(left - here.left) }] : []
  })
  return ahead.toSorted((a, b) => a.far - b.far || a.beside - b.beside)[0]?.index
}
