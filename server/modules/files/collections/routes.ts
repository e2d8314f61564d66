import type { FastifyInstance } from 'fastify'
import * as collections from '../../../../contract/endpoints/storage/collections.ts'
import type { ByteStore } from '../../../blobs/byte-store.ts'
import { route, streamRoute } from '../../../http/route.ts'
import { sendFound } from '../download.ts'
import { findHandedIn, handInOwnFiles } from './hand-in-files.ts'
import { sendHandInZip } from './hand-in-zip.ts'
import { listHandIns, listTaughtClasses, readHandInOf, saveHandInOf, setClosed, setRemoved } from './hand-ins.ts'
import type { SendMessage } from '../send-message.ts'
import { remindMissing } from './remind.ts'

/** Registers hand-ins. */
export function registerHandInRoutes(app: FastifyInstance, bytes: ByteStore, send: SendMessage): void {
  route(app, collections.listHandIns, listHandIns)
  route(app, collections.handInClasses, listTaughtClasses)
  route(app, collections.saveHandIn, saveHandInOf)
  route(app, collections.readHandIn, readHandInOf)
  route(app, collections.handInFiles, handInOwnFiles)
  route(app, collections.closeHandIn, setClosed)
  route(app, collections.removeHandIn, (input, call) => setRemoved(true, input, call))
  route(app, collections.restoreHandIn, (input, call) => setRemoved(false, input, call))
  route(app, collections.remindHandIn, (input, call) => remindMissing(send, input, call))
  streamRoute(app, collections.downloadHandedIn, (call) => {
    const { id } = call.parse({})
    return sendFound(bytes, (tx) => findHandedIn(tx, id), call)
  })
  streamRoute(app, collections.downloadHandInZip, (call) => sendHandInZip(bytes, call.parse({}), call))
}
