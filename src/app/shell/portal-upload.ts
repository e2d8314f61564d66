import { snapshot, subscribe } from 'valtio/vanilla'
import {
  abortUpload,
  addUploads,
  dismissUpload,
  hasActiveUploads as uploadsRun,
  onStored,
  onUploadFailed,
  pauseUpload,
  resumeUpload,
  retryUpload,
} from '../features/upload/upload-service.ts'
import { uploads } from '../features/upload/upload-store.ts'
import { warningOf } from '../features/upload/upload-warning.ts'
import { language } from '../features/language/language.ts'
import { notify } from '../kit/notices.ts'
import type { PortalUpload } from '../micro-app.ts'
import { guardLeaving, hasActiveUploads } from './uploading.ts'

/** Uploads as applications get them. The queue belongs to the shell: it goes on when the application that began it is closed. */
export const portalUpload: PortalUpload = {
  items: {
    get current() {
      return snapshot(uploads).items
    },
    subscribe: (listener) => subscribe(uploads, listener),
  },
  add: addUploads,
  pause: pauseUpload,
  resume: resumeUpload,
  abort: abortUpload,
  retry: retryUpload,
  dismiss: dismissUpload,
  onStored,
}

subscribe(uploads, () => hasActiveUploads.set(uploadsRun()))
onUploadFailed((failure) => notify('warning', warningOf(language.current, failure)))
guardLeaving()
