import type { PortalUpload } from '../../micro-apps/micro-app.ts'
import { canChooseDirectories, chooseFiles } from './choose-files.ts'
import { readTransfer } from './file-tree.ts'
import type { FileQueue } from './single-upload.ts'
import { abortUploads, addTree, addUploads, onStored, uploads } from './upload-service.ts'

const queue: FileQueue = { items: uploads, add: addUploads, abort: abortUploads }

/** The upload interface of applications. The queue belongs to the shell: uploads continue when their application is closed. */
export const portalUpload: PortalUpload = {
  items: uploads,
  add: addUploads,
  addTree,
  choose: chooseFiles,
  choosesDirectories: canChooseDirectories(),
  read: readTransfer,
  onStored,
  async single(signal, upload) {
    const { uploadQueued, uploadSingle } = await import('./single-upload.ts')
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
