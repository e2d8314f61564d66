import type { FastifyInstance } from 'fastify'
import * as shares from '../../../../contract/endpoints/storage/shares.ts'
import type { ByteStore } from '../../../blobs/byte-store.ts'
import type { Tx } from '../../../db/database.ts'
import { route, streamRoute } from '../../../http/route.ts'
import { sendFound } from '../download.ts'
import type { SendMessage } from '../send-message.ts'
import { findFile, ownerOf } from '../entries.ts'
import { findShareReceivers } from './receivers.ts'
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
  route(app, shares.findShareReceivers, ({ query }, { tx }) => findShareReceivers(tx, query))
  route(app, shares.sharesOf, listShares)
  route(app, shares.saveShare, (input, call) => saveShareOf(send, input, call))
  route(app, shares.withdrawShare, withdraw)
  route(app, shares.shareMarks, ({ folderId }, call) => listMarks(folderId ?? null, call))
  route(app, shares.sharedWithMe, listSharedWithMe)
  route(app, shares.listShared, listSharedFolder)
  route(app, shares.createSharedFolder, makeSharedFolder)
  route(app, shares.renameShared, renameSharedEntry)
  route(app, shares.removeShared, removeSharedEntry)
  route(app, shares.restoreShared, restoreSharedEntry)
  streamRoute(app, shares.downloadShared, (call) => {
    const { id } = call.parse({})
    const find = async (tx: Tx) => {
      const { ownerId } = await requireRight(tx, 'file', id)
      return findFile(tx, ownerOf(onFilesOf(call, ownerId)), id)
    }
    return sendFound(bytes, find, call)
  })
}
