import type { StoredFile } from '../../../../contract/calls/storage.ts'
import { uploading, type UploadFailure } from '../../bridges/upload.ts'
import { isUnderWay, type UploadItem } from './upload-item.ts'
import { createUploadQueue, type UploadTarget } from './upload-queue.ts'
import { uploads } from './upload-store.ts'

type StoredListener = (file: StoredFile) => void
type FailureListener = (failure: UploadFailure, item: UploadItem | null) => void

const storedListeners = new Set<StoredListener>()
const failureListeners = new Set<FailureListener>()

const queue = createUploadQueue(uploads, uploading, {
  onStored: (file) => storedListeners.forEach((listener) => listener(file)),
  onFailure: (failure, item) => failureListeners.forEach((listener) => listener(failure, item)),
})

/** Queues files for upload; what cannot be uploaded is on the list as failed. Never throws. */
export function addUploads(files: readonly File[], target: UploadTarget): void {
  queue.add(files, target)
}

/** Pauses an upload; what is under way is cut short and sent again when resumed. */
export function pauseUpload(id: string): void {
  queue.pause(id)
}

/** Goes on with a paused upload as soon as there is a place for it. */
export function resumeUpload(id: string): void {
  queue.resume(id)
}

/** Stops an upload for good and takes it off the list. */
export function abortUpload(id: string): void {
  queue.abort(id)
}

/** Begins a failed upload again; what the server has already is not sent twice. */
export function retryUpload(id: string): void {
  queue.retry(id)
}

/** Takes a finished or failed upload off the list. */
export function dismissUpload(id: string): void {
  queue.dismiss(id)
}

/** Calls the listener for each file that the server has stored; returns how to stop listening. */
export function onStored(listener: StoredListener): () => void {
  storedListeners.add(listener)
  return () => void storedListeners.delete(listener)
}

/** Calls the listener for each upload that failed, and without an item when there was no file; returns how to stop listening. */
export function onUploadFailed(listener: FailureListener): () => void {
  failureListeners.add(listener)
  return () => void failureListeners.delete(listener)
}

/** Whether anything is being uploaded or waits for its turn; paused uploads do not count. */
export function hasActiveUploads(): boolean {
  return uploads.items.some((item) => isUnderWay(item.state))
}
