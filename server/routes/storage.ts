import type { FastifyInstance } from 'fastify'
import { createFolder, download, list, remove, rename, restore } from '../../contract/calls/files.ts'
import {
  base64Image,
  blockUploadCheck,
  mergeFile,
  secondUploadCheck,
  upload,
  uploadChunk,
} from '../../contract/calls/storage.ts'
import { route, streamRoute } from '../route.ts'
import { removeEntry, restoreEntry } from '../services/files-bin.ts'
import { sendFile } from '../services/files-download.ts'
import { renameEntry } from '../services/files-rename.ts'
import { listFolder, makeFolder } from '../services/files.ts'
import { checkChunk, receiveChunk } from '../services/uploads-chunks.ts'
import { checkSecondUpload } from '../services/uploads-instant.ts'
import { mergeUpload } from '../services/uploads-merge.ts'
import { receivePicture } from '../services/uploads-picture.ts'
import { receiveWhole } from '../services/uploads-whole.ts'
import type { StorageParts } from '../storage/storage-parts.ts'
import { registerAccountPicture } from './account-picture.ts'
import { withFieldsFirst, withFileBody } from './storage-body.ts'

/** Registers uploads (section 7 of the specification) and the calls of the Files application. */
export function registerStorageRoutes(app: FastifyInstance, parts: StorageParts): void {
  route(app, secondUploadCheck, checkSecondUpload)
  route(app, blockUploadCheck, (input, call) => checkChunk(parts, input, call))
  streamRoute(app, upload, (call) =>
    withFileBody(call, (body) =>
      receiveWhole(
        parts,
        body.bytes,
        () => {
          const { name, folderId, md5 } = body.input()
          return { name: name ?? body.fileName, folderId: folderId ?? null, md5 }
        },
        call,
      ),
    ),
  )
  streamRoute(app, uploadChunk, (call) =>
    withFileBody(call, async (body) => receiveChunk(parts, await withFieldsFirst(body), call)),
  )
  // Merging hashes what has not been hashed yet and may take minutes: no transaction is held meanwhile.
  streamRoute(app, mergeFile, (call) => mergeUpload(parts, call.parse({}), call))
  streamRoute(app, base64Image, (call) => receivePicture(parts, call.parse({}), call))

  registerAccountPicture(app, parts)

  route(app, list, listFolder)
  route(app, createFolder, makeFolder)
  route(app, rename, renameEntry)
  route(app, remove, removeEntry)
  route(app, restore, restoreEntry)
  streamRoute(app, download, (call) => sendFile(parts.bytes, call.parse({}).id, call))
}
