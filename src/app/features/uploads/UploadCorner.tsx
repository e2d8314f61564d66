import { type ComponentType, lazy, Suspense } from 'react'
import { useObservable } from '../../core/state/use-observable.ts'
import { hadUploads } from '../../core/state/uploading.ts'
import { setTitlePrefix } from '../../core/state/window-title.ts'

// Uploads go on also where what shows them does not arrive.
const UploadTray = lazy<ComponentType<{ onTitle: (prefix: string) => void }>>(() =>
  import('./tray/UploadTray.tsx').catch(() => ({ default: () => null })),
)

/** The tray of uploads, loaded with the first one. */
export function UploadCorner() {
  if (!useObservable(hadUploads)) return null
  return (
    <Suspense fallback={null}>
      <UploadTray onTitle={setTitlePrefix} />
    </Suspense>
  )
}
