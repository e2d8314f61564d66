import { canChooseDirectories, chooseFiles } from '../features/upload/choose-files.ts'
import { readTransfer } from '../features/upload/read-transfer.ts'
import {
  abortUploads,
  addTree,
  addUploads,
  hasActiveUploads as uploadsRun,
  onStored,
  onUploadFailed,
  openUploads,
  wouldLoseUploads,
} from '../features/upload/upload-service.ts'
import { uploadQueued, type FileQueue } from '../features/upload/queued-file.ts'
import { uploads } from '../features/upload/upload-store.ts'
import { uploadAccount } from '../features/upload/uploads-key.ts'
import { warningOf } from '../features/upload/upload-warning.ts'
import { language } from '../features/language/language.ts'
import { notify } from '../kit/notices.ts'
import type { PortalUpload } from '../micro-app.ts'
import { mayKeep } from '../state/local-keys.ts'
import { guardLeaving, hadUploads, hasActiveUploads } from './uploading.ts'

const queue: FileQueue = { items: uploads, add: addUploads, abort: abortUploads }

/** Uploads as applications get them. The queue belongs to the shell: it goes on when the application that began it is closed. */
export const portalUpload: PortalUpload = {
  items: uploads,
  add: addUploads,
  addTree,
  choose: chooseFiles,
  choosesDirectories: canChooseDirectories(),
  read: readTransfer,
  onStored,
  async single(signal, upload) {
    const { uploadSingle } = await import('../features/upload/single-upload.ts')
    return uploadSingle(signal, upload, { sendLarge: (during, accepted) => uploadQueued(queue, during, accepted) })
  },
  async picture(signal, file, target) {
    const [{ uploadPicture }, { pictures }] = await Promise.all([
      import('../features/upload/picture-upload.ts'),
      import('../bridges/picture.ts'),
    ])
    return uploadPicture(signal, file, target, pictures)
  },
}

let isOpen = false

/** Joins the person's queue of uploads; more than once does nothing. */
export function joinUploads(person: { unitId: string; userId: string }): void {
  if (isOpen) return
  isOpen = true
  openUploads({ account: uploadAccount(person), mayKeep: mayKeep() })
  uploads.subscribe(() => {
    hasActiveUploads.set(uploadsRun())
    if (uploads.current.length > 0) hadUploads.set(true)
  })
  onUploadFailed((failure) => {
    // Every tab hears of it; the one that is looked at says it.
    if (document.visibilityState === 'visible') notify('warning', warningOf(language.current, failure))
  })
  guardLeaving(wouldLoseUploads)
}
