import type { FastifyInstance } from 'fastify'
import * as endpoints from '../../../contract/endpoints/applications/applications.ts'
import { createRequestLimit } from '../../http/request-limit.ts'
import { route, streamRoute } from '../../http/route.ts'
import type { Session } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import { announce } from '../live/live.ts'
import { keepPicture, makePicture, readPicture, receivePicture } from './application-pictures.ts'
import { cleanUpApplications } from './cleanup.ts'
import { remindOfLicences } from './licence-reminders.ts'
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
/** Seconds: a picture's address changes with its content. */
const PICTURE_MAX_AGE = 31_536_000

/** Registers the administration of a unit's applications, their pictures, and reminders of licences. */
export function registerApplicationRoutes(app: FastifyInstance): void {
  app.jobs.schedule({
    name: 'licences',
    everyHours: 1,
    run: () => app.database.asOwner((tx) => remindOfLicences(tx, app.now())),
  })
  app.jobs.schedule({ name: 'applications', everyHours: 12, run: () => app.database.asOwner(cleanUpApplications) })
  /** The overview after a change, which every desktop of the unit is told of. */
  const changed = async (tx: Tx, { unitId }: Session) => {
    await announce(tx, { unitId, to: 'unit', kind: 'desktop' })
    return readOverview(tx, app.now())
  }

  route(app, endpoints.read, (_, { tx }) => readOverview(tx, app.now()))
  route(app, endpoints.save, async (given, { tx, session, record }) => {
    const { code, before, after } = await saveApplication(tx, session, given, app.now())
    await record(tx, { target: { kind: 'application', id: code }, changes: { before, after } })
    return { appCode: code, overview: await changed(tx, session) }
  })
  route(app, endpoints.turn, async ({ code, on }, { tx, session, record }) => {
    const before = await switchApplication(tx, session, code, on)
    await record(tx, { target: { kind: 'application', id: code }, changes: { before: { on: before }, after: { on } } })
    return changed(tx, session)
  })
  route(app, endpoints.sort, async ({ codes }, { tx, session, record }) => {
    const before = await sortApplications(tx, session, codes)
    await record(tx, { changes: { before, after: codes } })
    return changed(tx, session)
  })
  route(app, endpoints.remove, async ({ code }, { tx, session, record }) => {
    const before = await removeApplication(tx, session, code)
    await record(tx, { target: { kind: 'application', id: code }, changes: { before, after: null } })
    return changed(tx, session)
  })
  route(app, endpoints.bringBack, async ({ code }, { tx, session, record }) => {
    await bringApplicationBack(tx, session, code)
    await record(tx, { target: { kind: 'application', id: code }, changes: { broughtBack: true } })
    return changed(tx, session)
  })
  streamRoute(app, endpoints.saveDefault, async (call) => {
    const given = call.parse({})
    const { userType, groups } = given
    return call.inUnit(async (tx) => {
      const before = await saveDefaultDesktop(tx, call.session, given)
      await call.record(tx, { changes: { userType, before, after: groups } })
      return changed(tx, call.session)
    })
  })
  registerPictures(app)
}

function registerPictures(app: FastifyInstance): void {
  const limit = createRequestLimit({ name: 'application picture', perMinute: PICTURES_PER_MINUTE })
  streamRoute(app, endpoints.uploadPicture, async (call) => {
    await limit(call.request)
    const bytes = await receivePicture(call)
    const content = await makePicture(bytes)
    return call.inUnit(async (tx) => {
      const icon = await keepPicture(tx, call.session.unitId, content)
      await call.record(tx, { changes: { icon, bytes: bytes.length } })
      return { icon }
    })
  })
  streamRoute(app, endpoints.picture, async (call) => {
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
