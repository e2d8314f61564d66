import type { FastifyInstance } from 'fastify'
import {
  createFolder,
  download,
  list,
  makePath,
  remove,
  rename,
  restore,
} from '../../../../contract/endpoints/files.ts'
import {
  base64Image,
  blockUploadCheck,
  cancelUpload,
  mergeFile,
  room,
  secondUploadCheck,
  BATCH_LIST_MAX,
  upload,
  uploadChunk,
  uploadBatch,
} from '../../../../contract/endpoints/storage.ts'
import { quotas, saveQuotas } from '../../../../contract/endpoints/storage-admin.ts'
import { route, streamRoute } from '../../../http/route.ts'
import { removeEntry, restoreEntry } from '../files-bin.ts'
import { sendFile } from '../files-download.ts'
import { renameEntry } from '../files-rename.ts'
import { listFolder } from '../files-list.ts'
import { makeFolder, makeFolderPath } from '../files.ts'
import { readStorageSettings, saveStorageQuotas } from '../storage-quotas.ts'
import { readRoom } from '../storage-room.ts'
import { cancelUpload as cancel } from '../uploads-cancel.ts'
import { checkChunk, receiveChunk } from '../uploads-chunks.ts'
import { checkSecondUpload } from '../uploads-instant.ts'
import { mergeUpload } from '../uploads-merge.ts'
import { receivePicture, type KeepAccountPicture } from '../uploads-picture.ts'
import { receiveTogether } from '../uploads-together.ts'
import { receiveWhole } from '../uploads-whole.ts'
import type { StorageParts } from '../../../blobs/storage-parts.ts'
import { noteChange } from '../../live/note-change.ts'
import { withFieldsFirst, withFileBody } from '../storage-body.ts'

/** Registers uploads (section 7 of the specification), the calls of the Files application, and the room that both have. */
export function registerStorageRoutes(
  app: FastifyInstance,
  parts: StorageParts,
  keepAccountPicture: KeepAccountPicture,
): void {
  route(app, secondUploadCheck, checkSecondUpload)
  streamRoute(app, blockUploadCheck, (call) => checkChunk(parts, call.parse({}), call))
  streamRoute(app, upload, (call) =>
    withFileBody(call, async (body) => {
      const claim = () => {
        const { name, folderId, md5 } = body.input()
        return { name: name ?? body.fileName, folderId: folderId ?? null, md5 }
      }
      return { ...(await receiveWhole(parts, body.bytes, claim, call)), together: true }
    }),
  )
  streamRoute(app, uploadBatch, (call) =>
    withFileBody(call, (body) => receiveTogether(parts, body, call), BATCH_LIST_MAX),
  )
  streamRoute(app, uploadChunk, (call) =>
    withFileBody(call, async (body) => receiveChunk(parts, await withFieldsFirst(body), call)),
  )
  // Merging hashes what has not been hashed yet and may take minutes: no transaction is held meanwhile.
  streamRoute(app, mergeFile, (call) => mergeUpload(parts, call.parse({}), call))
  streamRoute(app, base64Image, (call) => receivePicture({ ...parts, keepAccountPicture }, call.parse({}), call))
  streamRoute(app, cancelUpload, (call) => cancel(parts, call.parse({}), call))

  route(app, room, readRoom)
  route(app, quotas, (_, { tx }) => readStorageSettings(tx))
  // The line in the log is written once the change is committed.
  streamRoute(app, saveQuotas, async (call) => {
    const given = call.parse({})
    const now = await call.inUnit(async (tx) => {
      await saveStorageQuotas(tx, given)
      return readStorageSettings(tx)
    })
    noteChange(call, saveQuotas, { quotas: given }, 'storage quotas')
    return now
  })

  route(app, list, listFolder)
  route(app, createFolder, makeFolder)
  route(app, makePath, makeFolderPath)
  route(app, rename, renameEntry)
  route(app, remove, removeEntry)
  route(app, restore, restoreEntry)
  streamRoute(app, download, (call) => sendFile(parts.bytes, call.parse({}).id, call))
}
