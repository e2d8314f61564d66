import { useEffect, useState } from 'react'
import { whenIdle } from '../../core/timing/when-idle.ts'
import type { SessionUser } from '../../../../contract/endpoints/session.ts'
import { uploadAccount, uploadsKey } from './uploads-key.ts'
import { onUploadsInOtherTab } from './uploads-key.ts'
import type { IncomingFiles } from '../../platform/incoming-files.ts'
import { hasIncomingFiles } from '../../core/storage/incoming-files-database.ts'
import { launches } from './incoming-files.ts'

/** Goes on with the person's uploads that an earlier visit left, and shows those of other tabs; what that needs is loaded only then. */
export function useUploads(user: SessionUser | null): void {
  const unitId = user?.unitId
  const userId = user?.userId
  useEffect(() => {
    if (unitId === undefined || userId === undefined) return undefined
    const account = uploadAccount({ unitId, userId })
    const leaving = new AbortController()
    const join = async () => {
      await whenIdle()
      const { joinUploads } = await import('./portal-upload.ts')
      if (!leaving.signal.aborted) joinUploads({ unitId, userId })
    }
    // A script that does not arrive leaves them for the next visit.
    const start = () => void join().catch(() => {})
    if (uploadsKey(account).get()) start()
    else onUploadsInOtherTab(leaving.signal, account, start)
    return () => leaving.abort()
  }, [unitId, userId])
}

/** What came from outside the portal and waits for this account's word; null while there is nothing, or nobody to ask. */
export function useIncomingFiles(account: string | null): [waiting: IncomingFiles | null, close: () => void] {
  const [waiting, setWaiting] = useState<IncomingFiles | null>(null)
  useEffect(() => {
    if (account === null) return undefined
    let isCurrent = true
    const look = async (): Promise<void> => {
      await whenIdle()
      if (!(await hasIncomingFiles())) return
      const { claimIncomingFiles: findWaiting } = await import('../../platform/incoming-files.ts')
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
