import type { FastifyInstance } from 'fastify'
import * as branding from '../../../contract/endpoints/units/branding.ts'
import { loginPicture } from '../../../contract/endpoints/units/tenant.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { StreamCall } from '../../http/call.ts'
import { drainBody } from '../../http/failures.ts'
import { createRequestLimit } from '../../http/request-limit.ts'
import { route, streamRoute } from '../../http/route.ts'
import { handleAreaBranding, shareBranding } from './area-branding.ts'
import {
  discardBrandingDraft,
  listBrandings,
  publishBranding,
  readBranding,
  restoreBranding,
  saveBrandingDraft,
} from './branding.ts'
import { dropUnusedPictures, keepPicture, makePicture, readPicture } from './pictures.ts'

/** For each person, because every picture is decoded. */
const PICTURES_PER_MINUTE = 20
/** Pictures are named by the hash of their content. */
const IMMUTABLE = 'max-age=31536000, immutable'

export function registerBranding(app: FastifyInstance): void {
  handleAreaBranding(app.database, app.jobs)
  route(app, branding.read, (_, { tx }) => readBranding(tx))
  route(app, branding.history, ({ before }, { tx }) => listBrandings(tx, before))
  route(app, branding.saveDraft, async (given, { tx, session, record }) => {
    await record(tx, { changes: { ...(await saveBrandingDraft(tx, session, given)) } })
    return readBranding(tx)
  })
  route(app, branding.discardDraft, async ({ version }, { tx, session, record }) => {
    await record(tx, { changes: { ...(await discardBrandingDraft(tx, session, version)) } })
    return readBranding(tx)
  })
  route(app, branding.publish, async (given, { tx, session, record }) => {
    await record(tx, { changes: { ...(await publishBranding(tx, session, given)) } })
    await shareBranding(app.jobs, tx)
    return readBranding(tx)
  })
  route(app, branding.restore, async (given, { tx, session, record }) => {
    await record(tx, { changes: { ...(await restoreBranding(tx, session, given)) } })
    await shareBranding(app.jobs, tx)
    return readBranding(tx)
  })
  registerPictures(app)
}

function registerPictures(app: FastifyInstance): void {
  const limit = createRequestLimit({ name: 'branding picture', perMinute: PICTURES_PER_MINUTE })
  streamRoute(app, branding.savePicture, async (call) => {
    await limit(call.request)
    try {
      const { bytes, fields } = await receivePicture(call)
      const { kind } = call.parse(fields)
      const made = await makePicture(bytes, kind)
      return await call.inUnit(async (tx) => {
        await dropUnusedPictures(tx)
        const picture = await keepPicture(tx, call.session.unitId, made)
        await call.record(tx, { changes: { kind, picture } })
        return { picture }
      })
    } finally {
      await drainBody(call.request, call.reply)
    }
  })
  streamRoute(app, branding.picture, async (call) => {
    const { picture } = call.parse({})
    return sendPicture(call, await call.inUnit((tx) => readPicture(tx, picture)), 'private')
  })
  streamRoute(app, loginPicture, async (call) => {
    const { pictureId } = call.parse({})
    return sendPicture(call, await call.inUnit((tx) => readPicture(tx, pictureId, true)), 'public')
  })
}

function sendPicture(
  { reply }: Pick<StreamCall, 'reply'>,
  { mediaType, content }: { mediaType: string; content: Buffer },
  whose: 'private' | 'public',
) {
  void reply.headers({
    'cache-control': `${whose}, ${IMMUTABLE}`,
    'x-content-type-options': 'nosniff',
    // A logo from a set-up file may be an SVG, which must not run scripts when it is opened as a page.
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  })
  return reply.type(mediaType).send(content)
}

/** The file of a form and its fields. Throws 'storage.file_missing', 'branding.picture_size' or 'request.invalid'. */
async function receivePicture({ request }: StreamCall): Promise<{ bytes: Buffer; fields: Record<string, string> }> {
  if (!request.isMultipart()) throw new PortalError('storage.file_missing')
  const fields: Record<string, string> = {}
  let bytes: Buffer | undefined
  try {
    for await (const part of request.parts({
      limits: { fileSize: branding.BRANDING_PICTURE_MAX, files: 1, fields: 4, fieldSize: 1024 },
    })) {
      if (part.type === 'file') {
        bytes = await part.toBuffer()
      } else if (typeof part.value === 'string' && !part.valueTruncated) fields[part.fieldname] = part.value
      else throw new PortalError('request.invalid')
    }
  } catch (error) {
    if (error instanceof PortalError) throw error
    const isLarge = error instanceof Error && 'statusCode' in error && error.statusCode === 413
    throw new PortalError(isLarge ? 'branding.picture_size' : 'request.invalid', { cause: error })
  }
  if (bytes === undefined) throw new PortalError('storage.file_missing')
  return { bytes, fields }
}
