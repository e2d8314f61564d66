import { useObservable } from '../../core/state/use-observable.ts'
import { hadUploads } from '../../core/state/uploading.ts'
import { latePart } from '../../ui/late-part.tsx'

const UploadTray = latePart(() => import('./tray/UploadTray.tsx'))

/** The tray of uploads, loaded with the first upload; uploads continue without it until its script arrives. */
export function UploadCorner() {
  return useObservable(hadUploads) && <UploadTray />
}
