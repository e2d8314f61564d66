import { useEffect } from 'react'
import { followOtherTabs } from '../core/connectivity/other-tabs.ts'
import { reloadUnlessUploading } from '../core/state/uploading.ts'
import { whenIdle } from '../core/timing/when-idle.ts'
import { useUploads } from '../features/uploads/use-uploads.ts'
import { frameConfig } from './frame-config.ts'
import { useSearchKey } from './header/SearchButton.tsx'
import type { FrameState } from './use-frame.ts'
import { usePageTitle } from './use-page-title.ts'

/** What runs beside the page: title, keys, uploads, live changes, warnings. */
export function useFrameServices({ page, search, unit, person, user, signedIn, standsAlone }: FrameState): void {
  const liveUserId = signedIn && user ? user.userId : null
  const application = page?.kind === 'application' ? page.code : null

  usePageTitle(person, unit, standsAlone ? null : page, search)
  useSearchKey(user !== null)
  useUploads(signedIn ? user : null)
  useEffect(followOtherTabs, [])
  useEffect(() => {
    if (liveUserId === null) return undefined
    return startWhenIdle(async (signal) => {
      const { startLive } = await import('./live.ts')
      if (!signal.aborted) startLive(signal, { userId: liveUserId })
    })
  }, [liveUserId])
  useEffect(
    () =>
      startWhenIdle(async (signal) => {
        const [{ watchZoom }, { warnOfRefusedStorage }] = await Promise.all([
          import('./zoom-warning.ts'),
          import('./storage-warning.ts'),
        ])
        if (!signal.aborted) watchZoom(signal)
        await warnOfRefusedStorage(signal)
      }),
    [],
  )
  useEffect(() => {
    // A development build has no files that name the deployed versions.
    if (!signedIn || !import.meta.env.PROD) return undefined
    return startWhenIdle(async (signal) => {
      const { checkEnds } = await import('../features/versions/check-ends.ts')
      await checkEnds(signal, frameConfig.deployed, application, reloadUnlessUploading)
    })
  }, [signedIn, application])
}

/** Starts optional work in an idle moment; a script that cannot be loaded is left out. Returns what stops it. */
function startWhenIdle(start: (signal: AbortSignal) => Promise<void>): () => void {
  const leaving = new AbortController()
  whenIdle()
    .then(() => start(leaving.signal))
    .catch(() => {})
  return () => leaving.abort()
}
