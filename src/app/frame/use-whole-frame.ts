import { startTransition, useEffect, useState } from 'react'

/** Longest wait for the first frame, in milliseconds: a hidden page makes none. */
const PATIENCE = 500

let iconsFirst = false

/** The next frame is the first after signing in: it draws the icons first. */
export function showIconsFirst(): void {
  iconsFirst = true
}

/**
 * Whether everything around the page is drawn. Right after signing in only once the icons are painted, which halves the time to them. Otherwise at
 * once.
 */
export function useWholeFrame(): boolean {
  const [whole, setWhole] = useState(() => !iconsFirst)
  useEffect(() => {
    if (whole) return undefined
    iconsFirst = false
    const complete = (): void => startTransition(() => setWhole(true))
    const patience = setTimeout(complete, PATIENCE)
    let painted: ReturnType<typeof setTimeout> | undefined
    // A frame's callbacks run before it is painted, a timer after.
    const frame = requestAnimationFrame(() => {
      painted = setTimeout(complete)
    })
    return () => {
      clearTimeout(patience)
      cancelAnimationFrame(frame)
      clearTimeout(painted)
    }
  }, [whole])
  return whole
}
