import type { FastifyInstance } from 'fastify'
import {
  createSharedFolder,
  downloadShared,
  findShareReceivers,
  listShared,
  removeShared,
  renameShared,
  restoreShared,
  saveShare,
  sharedWithMe,
  shareMarks,
  sharesOf,
  withdrawShare,
} from '../../../../contract/endpoints/storage/shares.ts'
import type { ByteStore } from '../../../blobs/byte-store.ts'
import type { Tx } from '../../../db/database.ts'
import { route, streamRoute } from '../../../http/route.ts'
import { sendFound } from '../download.ts'
import type { SendMessage } from '../send-message.ts'
import { findFile, ownerOf } from '../entries.ts'
import { findShareReceivers as findReceivers } from './receivers.ts'
import {
  listSharedFolder,
  listSharedWithMe,
  makeSharedFolder,
  removeSharedEntry,
  renameSharedEntry,
  restoreSharedEntry,
} from './shared-content.ts'
import { onFilesOf, requireRight } from './shared-entries.ts'
import { forgetExpiredShares, listMarks, listShares, saveShareOf, withdraw } from './shares.ts'

/** Registers sharing, and the job that deletes expired shares. */
export function registerShareRoutes(app: FastifyInstance, bytes: ByteStore, send: SendMessage): void {
  app.jobs.schedule({
    name: 'shares',
    everyHours: 24,
    run: async (signal) => ({ shares: await forgetExpiredShares(app.database, signal) }),
  })
  route(app, findShareReceivers, ({ query }, { tx }) => findReceivers(tx, query))
  route(app, sharesOf, listShares)
  route(app, saveShare, (input, call) => saveShareOf(send, input, call))
  route(app, withdrawShare, withdraw)
  route(app, shareMarks, ({ folderId }, call) => listMarks(folderId ?? null, call))
  route(app, sharedWithMe, listSharedWithMe)
  route(app, listShared, listSharedFolder)
  route(app, createSharedFolder, makeSharedFolder)
  route(app, renameShared, renameSharedEntry)
  route(app, removeShared, removeSharedEntry)
  route(app, restoreShared, restoreSharedEntry)
  streamRoute(app, downloadShared, (call) => {
    const { id } = call.parse({})
    const find = async (tx: Tx) => {
      const { ownerId } = await requireRight(tx, 'file', id)
      return findFile(tx, ownerOf(onFilesOf(call, ownerId)), id)
    }
    return sendFound(bytes, find, call)
  })
}
