import type { FastifyInstance } from 'fastify'
import { ownPicture, removeOwnPicture } from '../../../../contract/endpoints/account.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { streamRoute } from '../../../http/route.ts'
import { findAccountPicture, removeAccountPicture } from '../account-picture.ts'
import type { StorageDeps } from '../../../blobs/byte-store.ts'

/** The picture is saved by the upload of pictures. */
export function registerAccountPicture(app: FastifyInstance, parts: StorageDeps): void {
  streamRoute(app, removeOwnPicture, async (call) => {
    await removeAccountPicture(parts, call)
    return 'success' as const
  })
  streamRoute(app, ownPicture, async (call) => {
    const { request, reply, session } = call
    // Another person's picture is answered like a missing one.
    const isOwn = call.parse({}).userId === session.userId
    const picture = isOwn ? await findAccountPicture(parts.bytes, call) : undefined
    if (!picture) throw new PortalError('request.not_found')
    void reply.headers({
      etag: picture.etag,
      // Cached, but revalidated on each use: the next user of the browser must not see it.
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    if (request.headers['if-none-match']?.includes(picture.etag)) return reply.code(304).send()
    return reply.type(picture.mediaType).send(await picture.open())
  })
}
