import { startTransition, useEffect, useState } from 'react'
import { untilIdle } from '../../core/timing/until-idle.ts'

/** More than a screen holds: nobody's desktop is drawn in parts unless a unit offers hundreds of applications. */
const FIRST = 48
const STEP = 32

/** How many of so many icons are drawn by now: a screenful at once, and the rest in idle moments, so that no task takes long. */
export function useDrawnIcons(total: number): number {
  const [drawn, setDrawn] = useState(FIRST)

  useEffect(() => {
    if (drawn >= total) return undefined
    let current = true
    void untilIdle().then(() => {
      if (current) startTransition(() => setDrawn(drawn + STEP))
    })
    return () => {
      current = false
    }
  }, [drawn, total])
  return drawn
}
