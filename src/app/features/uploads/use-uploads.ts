import { useEffect, useState } from 'react'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import { whenIdle } from '../../core/timing/when-idle.ts'
import { hasIncomingFiles } from '../../core/storage/incoming-files-database.ts'
import type { IncomingFiles } from '../../platform/incoming-files.ts'
import { launches } from './incoming-files.ts'
import { onUploadsInOtherTab, uploadAccount, uploadsKey } from './uploads-key.ts'

/** Continues the user's uploads of an earlier visit, and shows those of other tabs; the code for that is loaded only then. */
export function useUploads(user: SessionUser | null): void {
  const unitId = user?.unitId
  const userId = user?.userId
  useEffect(() => {
    if (unitId === undefined || userId === undefined) return undefined
    const account = uploadAccount({ unitId, userId })
    const leaving = new AbortController()
    const join = async () => {
      await whenIdle()
      const { joinUploads } = await import('./upload-service.ts')
      if (!leaving.signal.aborted) joinUploads({ unitId, userId })
    }
    // If the script cannot be loaded, the next visit continues them.
    const start = () => void join().catch(() => {})
    if (uploadsKey(account).get()) start()
    else onUploadsInOtherTab(leaving.signal, account, start)
    return () => leaving.abort()
  }, [unitId, userId])
}

/** Files from outside the portal that wait for the account's decision; null without any, or without an account. */
export function useIncomingFiles(account: string | null): [files: IncomingFiles | null, close: () => void] {
  const [files, setFiles] = useState<IncomingFiles | null>(null)
  useEffect(() => {
    if (account === null) return undefined
    let isCurrent = true
    const find = async (): Promise<void> => {
      await whenIdle()
      if (!(await hasIncomingFiles())) return
      const { claimIncomingFiles } = await import('../../platform/incoming-files.ts')
      const found = await claimIncomingFiles(account)
      if (isCurrent && found) setFiles(found)
    }
    // If the script cannot be loaded, the next visit asks.
    const start = () => void find().catch(() => {})
    start()
    const unsubscribe = launches.subscribe(start)
    return () => {
      isCurrent = false
      unsubscribe()
    }
  }, [account])
  return [files, () => setFiles(null)]
}
