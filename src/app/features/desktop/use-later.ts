import { useEffect, useState } from 'react'
import { untilIdle } from '../../core/timing/until-idle.ts'

/** False until the desktop stands and the browser has nothing better to do; then whether it is wanted. */
export function useLater(wanted: boolean): boolean {
  const [ready, setReady] = useState(false)
  useEffect(() => {
    if (!wanted) return undefined
    let current = true
    void untilIdle().then(() => {
      if (current) setReady(true)
    })
    return () => {
      current = false
    }
  }, [wanted])
  return wanted && ready
}
