import { useState } from 'react'
import { useObservable } from '../../core/state/use-observable.ts'
import { hadUploads } from '../../core/state/uploading.ts'
import { lateCode } from '../../ui/late-part.tsx'

/** Milliseconds after which the script is asked for again: nothing that a person does opens the tray. */
const ASK_AGAIN = 15_000

const useUploadTray = lateCode(() => import('./tray/UploadTray.tsx'))

/** The tray of uploads, loaded with the first upload; uploads continue without it until its script arrives. */
export function UploadCorner() {
  return useObservable(hadUploads) && <LateTray />
}

function LateTray() {
  const [attempt, setAttempt] = useState(1)
  const UploadTray = useUploadTray(() => setTimeout(() => setAttempt(attempt + 1), ASK_AGAIN), attempt)
  // oxlint-disable-next-line react/static-components -- it was loaded, and is the same each time
  return UploadTray && <UploadTray />
}
