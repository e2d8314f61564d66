import { useEffect } from 'react'
import type { SessionUser } from '../../../../contract/endpoints/session.ts'
import { onUploadsElsewhere, uploadAccount, uploadsKey } from './uploads-key.ts'
import { whenIdle } from '../../core/timing/when-idle.ts'

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
    else onUploadsElsewhere(leaving.signal, account, start)
    return () => leaving.abort()
  }, [unitId, userId])
}
