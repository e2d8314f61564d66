import type { FastifyInstance } from 'fastify'
import * as applications from '../../../contract/endpoints/applications/applications.ts'
import { createRequestLimit } from '../../http/request-limit.ts'
import { route, streamRoute } from '../../http/route.ts'
import { keepPicture, makePicture, readPicture, receivePicture } from './application-pictures.ts'
import { cleanUpApplications } from './cleanup.ts'
import { remindOfLicences } from './licence-reminders.ts'
import { createFrameCheck } from './frame-check.ts'
import { canBeFramed, readHttpAddress } from './http-address.ts'
import { readOverview } from './read-applications.ts'
import {
  bringApplicationBack,
  removeApplication,
  saveApplication,
  saveDefaultDesktop,
  sortApplications,
  switchApplication,
} from './save-application.ts'

/** Of one person. */
const PICTURES_PER_MINUTE = 30
/** Likewise. */
const OPENINGS_PER_MINUTE = 60
/** Seconds: a picture's address changes with its content. */
const PICTURE_MAX_AGE = 31_536_000

/** Registers the administration of a unit's applications, their pictures, and reminders of licences. */
export function registerApplicationRoutes(app: FastifyInstance): void {
  app.jobs.schedule({
    name: 'licences',
    everyHours: 1,
    run: () => app.database.asOwner((tx) => remindOfLicences(tx, app.now())),
  })
  app.jobs.schedule({
    name: 'applications',
    everyHours: 12,
    run: (signal) => cleanUpApplications(app.database, signal),
  })
  route(app, applications.read, (_, { tx, request }) => readOverview(tx, request))
  route(app, applications.save, saveApplication)
  route(app, applications.turn, switchApplication)
  route(app, applications.sort, sortApplications)
  route(app, applications.remove, removeApplication)
  route(app, applications.bringBack, bringApplicationBack)
  route(app, applications.saveDefault, saveDefaultDesktop)
  registerPictures(app)
  registerOpening(app)
}

function registerOpening(app: FastifyInstance): void {
  const limit = createRequestLimit({ name: 'application opening', perMinute: OPENINGS_PER_MINUTE })
  const check = createFrameCheck(app.httpApplications)
  // `streamRoute`, because no transaction may wait for the application's server.
  streamRoute(app, applications.opening, async (call) => {
    const { request, session } = call
    const { code, inFrame = false } = call.parse({})
    await limit(request)
    const address = await call.inUnit((tx) => readHttpAddress(tx, session, code, request))
    if (!inFrame) return { address, embeds: null }
    const embeds = canBeFramed(address) && (await check(address, `${request.protocol}://${request.host}`))
    return { address, embeds }
  })
}

function registerPictures(app: FastifyInstance): void {
  const limit = createRequestLimit({ name: 'application picture', perMinute: PICTURES_PER_MINUTE })
  streamRoute(app, applications.uploadPicture, async (call) => {
    await limit(call.request)
    const bytes = await receivePicture(call)
    const content = await makePicture(bytes)
    return call.inUnit(async (tx) => {
      const icon = await keepPicture(tx, call.session.unitId, content)
      await call.record(tx, { changes: { icon, bytes: bytes.length } })
      return { icon }
    })
  })
  streamRoute(app, applications.picture, async (call) => {
    const { pictureId } = call.parse({})
    const content = await call.inUnit((tx) => readPicture(tx, pictureId))
    return call.reply
      .headers({
        'cache-control': `private, max-age=${PICTURE_MAX_AGE}, immutable`,
        'x-content-type-options': 'nosniff',
        // Opened as a page of its own it must not run script in the portal's origin.
        'content-security-policy': "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox",
      })
      .type('image/svg+xml')
      .send(content)
  })
}
