import { type ComponentType, lazy, Suspense } from 'react'
import { useObservable } from '../../core/state/use-observable.ts'
import { hadUploads } from '../../core/state/uploading.ts'

// If the tray's script cannot be loaded, uploads continue without it.
const UploadTray = lazy<ComponentType>(() => import('./tray/UploadTray.tsx').catch(() => ({ default: () => null })))

/** The tray of uploads, loaded with the first upload. */
export function UploadCorner() {
  if (!useObservable(hadUploads)) return null
  return (
    <Suspense fallback={null}>
      <UploadTray />
    </Suspense>
  )
}
