import type { FastifyInstance } from 'fastify'
import * as versions from '../../../../contract/endpoints/storage/versions.ts'
import type { ByteStore } from '../../../blobs/byte-store.ts'
import { route, streamRoute } from '../../../http/route.ts'
import { sendFound } from '../download.ts'
import { ownerOf } from '../entries.ts'
import { findVersionToRead, listVersions, removeFileVersion, restoreFileVersion } from './file-versions.ts'

/** Registers versions of files. */
export function registerVersionRoutes(app: FastifyInstance, bytes: ByteStore): void {
  route(app, versions.fileVersions, listVersions)
  route(app, versions.restoreVersion, restoreFileVersion)
  route(app, versions.removeVersion, removeFileVersion)
  streamRoute(app, versions.downloadVersion, (call) => {
    const { id } = call.parse({})
    return sendFound(bytes, (tx) => findVersionToRead(tx, ownerOf(call), id), call)
  })
}
