import type { FastifyInstance } from 'fastify'
import { BIN_DAYS } from '../../../contract/limits.ts'
import { cleanUpFiles } from './cleanup.ts'
import * as files from '../../../contract/endpoints/storage/files.ts'
import * as storage from '../../../contract/endpoints/storage/storage.ts'
import { BATCH_LIST_MAX } from '../../../contract/endpoints/storage/storage.ts'
import * as storageAdmin from '../../../contract/endpoints/storage/storage-admin.ts'
import { difference } from '../../http/admin-events.ts'
import { beginSettings } from '../../http/record-version.ts'
import { route, streamRoute } from '../../http/route.ts'
import { findTakenNames, renameEntry, makeFolder } from './edit-entries.ts'
import { moveEntries } from './move-entries.ts'
import { emptyOwnBin, listBin, purgeEntries, removeEntries, restoreEntries } from './bin.ts'
import { sendFound } from './download.ts'
import { findFile, ownerOf } from './entries.ts'
import { sendFolderZip } from './folder-zip.ts'
import { listFolder } from './list.ts'
import { readStorageSettings, saveQuotaOfClass, saveStorageQuotas, readUsage } from './quotas.ts'
import { cancelUpload as cancel, mergeUpload } from './merge.ts'
import { checkChunk, receiveChunk, checkSecondUpload } from './chunks.ts'
import { receivePicture, type KeepAccountPicture, receiveWhole } from './whole-file.ts'
import { receiveBatch } from './batch.ts'
import type { StorageDeps } from '../../blobs/byte-store.ts'
import { makePathAnywhere } from './sharing/shared-content.ts'
import { withFieldsFirst, withFileBody } from './upload-body.ts'

export function registerStorageRoutes(
  app: FastifyInstance,
  deps: StorageDeps,
  { keepAccountPicture, uploadDays }: { keepAccountPicture: KeepAccountPicture; uploadDays: number },
): void {
  app.jobs.schedule({
    name: 'files',
    everyHours: 6,
    run: (signal) => cleanUpFiles(app.database, deps.bytes, { binDays: BIN_DAYS, uploadDays, signal }),
  })
  route(app, storage.secondUploadCheck, checkSecondUpload)
  streamRoute(app, storage.blockUploadCheck, (call) => checkChunk(deps, call.parse({}), call))
  streamRoute(app, storage.upload, (call) =>
    withFileBody(call, async (body) => {
      const claim = () => {
        const input = body.input()
        return { ...input, name: input.name ?? body.fileName }
      }
      return { ...(await receiveWhole(deps, body.bytes, claim, call)), together: true }
    }),
  )
  streamRoute(app, storage.uploadBatch, (call) =>
    withFileBody(call, (body) => receiveBatch(deps, body, call), BATCH_LIST_MAX),
  )
  streamRoute(app, storage.uploadChunk, (call) =>
    withFileBody(call, async (body) => receiveChunk(deps, await withFieldsFirst(body), call)),
  )
  // Merging hashes what is not hashed yet and may take minutes: no transaction is open meanwhile.
  streamRoute(app, storage.mergeFile, (call) => mergeUpload(deps, call.parse({}), call))
  streamRoute(app, storage.base64Image, (call) => receivePicture({ ...deps, keepAccountPicture }, call.parse({}), call))
  streamRoute(app, storage.cancelUpload, (call) => cancel(deps, call.parse({}), call))

  route(app, storage.storageUsage, readUsage)
  route(app, storageAdmin.quotas, (_, { tx }) => readStorageSettings(tx))
  route(app, storageAdmin.saveQuotas, async ({ version, ...given }, { tx, record }) => {
    await beginSettings(tx, storageAdmin.saveQuotas, version, async () => (await readStorageSettings(tx)).quotas)
    await record(tx, { changes: difference(await saveStorageQuotas(tx, given), given) })
    return readStorageSettings(tx)
  })
  route(app, storageAdmin.saveClassQuota, async (given, { tx, record }) => {
    const before = await saveQuotaOfClass(tx, given)
    await record(tx, {
      target: { kind: 'class', id: given.classId },
      changes: difference({ quota: before }, { quota: given.quota }),
    })
    return readStorageSettings(tx)
  })

  route(app, files.list, listFolder)
  route(app, files.createFolder, makeFolder)
  route(app, files.makePath, makePathAnywhere)
  route(app, files.takenNames, findTakenNames)
  route(app, files.rename, renameEntry)
  route(app, files.move, moveEntries)
  route(app, files.remove, removeEntries)
  route(app, files.restore, restoreEntries)
  route(app, files.bin, listBin)
  route(app, files.purge, purgeEntries)
  route(app, files.emptyBin, emptyOwnBin)
  streamRoute(app, files.downloadFolder, (call) => sendFolderZip(deps.bytes, call.parse({}).id, call))
  streamRoute(app, files.download, (call) => {
    const { id } = call.parse({})
    return sendFound(deps.bytes, (tx) => findFile(tx, ownerOf(call), id), call)
  })
}
