import { useEffect, useState } from 'react'
import type { Waiting } from '../../platform/arrivals.ts'
import { hasArrivals } from '../../core/storage/arrivals-database.ts'
import { whenIdle } from '../../core/timing/when-idle.ts'
import { launches } from './launched-files.ts'

/** What came from outside the portal and waits for this account's word; null while there is nothing, or nobody to ask. */
export function useArrivals(account: string | null): [waiting: Waiting | null, close: () => void] {
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  useEffect(() => {
    if (account === null) return undefined
    let isCurrent = true
    const look = async (): Promise<void> => {
      await whenIdle()
      if (!(await hasArrivals())) return
      const { findWaiting } = await import('../../platform/arrivals.ts')
      const found = await findWaiting(account)
      if (isCurrent && found) setWaiting(found)
    }
    // A script that does not arrive leaves it for the next visit.
    const start = () => void look().catch(() => {})
    start()
    const unsubscribe = launches.subscribe(start)
    return () => {
      isCurrent = false
      unsubscribe()
    }
  }, [account])
  return [waiting, () => setWaiting(null)]
}
