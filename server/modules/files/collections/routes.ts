import type { FastifyInstance } from 'fastify'
import {
  closeHandIn,
  downloadHandedIn,
  downloadHandInZip,
  handInClasses,
  handInFiles,
  listHandIns,
  readHandIn,
  remindHandIn,
  removeHandIn,
  restoreHandIn,
  saveHandIn,
} from '../../../../contract/endpoints/storage/collections.ts'
import type { ByteStore } from '../../../blobs/byte-store.ts'
import { route, streamRoute } from '../../../http/route.ts'
import { sendFound } from '../download.ts'
import { findHandedIn, handInOwnFiles } from './hand-in-files.ts'
import { sendHandInZip } from './hand-in-zip.ts'
import {
  listHandIns as listAll,
  listTaughtClasses,
  readHandInOf,
  saveHandInOf,
  setClosed,
  setRemoved,
} from './hand-ins.ts'
import type { SendMessage } from '../send-message.ts'
import { remindMissing } from './remind.ts'

/** Registers hand-ins. */
export function registerHandInRoutes(app: FastifyInstance, bytes: ByteStore, send: SendMessage): void {
  route(app, listHandIns, listAll)
  route(app, handInClasses, listTaughtClasses)
  route(app, saveHandIn, saveHandInOf)
  route(app, readHandIn, readHandInOf)
  route(app, handInFiles, handInOwnFiles)
  route(app, closeHandIn, setClosed)
  route(app, removeHandIn, (input, call) => setRemoved(true, input, call))
  route(app, restoreHandIn, (input, call) => setRemoved(false, input, call))
  route(app, remindHandIn, (input, call) => remindMissing(send, input, call))
  streamRoute(app, downloadHandedIn, (call) => {
    const { id } = call.parse({})
    return sendFound(bytes, (tx) => findHandedIn(tx, id), call)
  })
  streamRoute(app, downloadHandInZip, (call) => sendHandInZip(bytes, call.parse({}), call))
}
