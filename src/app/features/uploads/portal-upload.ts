import { canChooseDirectories, chooseFiles } from './choose-files.ts'
import { readTransfer } from './file-tree.ts'
import {
  abortUploads,
  addTree,
  addUploads,
  hasActiveUploads as uploadsRun,
  onStored,
  onUploadFailed,
  openUploads,
  uploads,
  warningOf,
  wouldLoseUploads,
} from './upload-service.ts'
import { type FileQueue, uploadQueued } from './single-upload.ts'
import { uploadAccount } from './uploads-key.ts'
import { language } from '../../core/language/language.ts'
import { notify } from '../../core/notices/notices.ts'
import type { PortalUpload } from '../../micro-apps/micro-app.ts'
import { mayKeep } from '../../core/storage/local-keys.ts'
import { guardLeaving, hadUploads, hasActiveUploads } from '../../core/state/uploading.ts'

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
    const { uploadSingle } = await import('./single-upload.ts')
    return uploadSingle(signal, upload, { sendLarge: (during, accepted) => uploadQueued(queue, during, accepted) })
  },
  async picture(signal, file, target) {
    const [{ uploadPicture }, { pictures }] = await Promise.all([
      import('./picture-upload.ts'),
      import('../../platform/picture.ts'),
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
