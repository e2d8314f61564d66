import { randomBytes, randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { BODY_LIMIT, REQUEST_TIMEOUT } from '../contract/limits.ts'
import type { AnyEndpoint } from '../contract/endpoint.ts'
import type { Clock } from './runtime/clock.ts'
import type { Config } from './runtime/config.ts'
import { ADMIN_EVENT_DAYS, FACE_LIMITS } from './runtime/settings.ts'
import type { Database } from './db/database.ts'
import { readForwarded } from './http/forwarded.ts'
import { parseForm, readBodies } from './http/bodies.ts'
import { BODY_RULES, type BodyRules, watchBodies } from './http/due-bodies.ts'
import { takeCspReports } from './http/csp-reports.ts'
import { answerFailure, answerFailures } from './http/failures.ts'
import { answerHealth, drainBeforeClose, sweepIdleConnections } from './http/lifecycle.ts'
import { HEADER_TIMEOUTS, LOAD_LIMITS, type LoadLimits, shedLoad } from './http/load.ts'
import { servePages, answerShares } from './http/pages.ts'
import { limitRates, refuseBadHosts, refuseCrossSite, sendSecurityHeaders } from './http/security.ts'
import { logRequests } from './http/request-log.ts'
import { keepAccountPicture } from './modules/accounts/account-picture.ts'
import { startData } from './modules/accounts/start-data.ts'
import { registerAdminProtection } from './modules/auth/routes/admin-access.ts'
import { registerAreas } from './modules/areas/routes.ts'
import { registerBranding } from './modules/branding/routes.ts'
import { registerSignInAdmin } from './modules/units/settings/sign-in-routes.ts'
import { registerAdminHelp } from './modules/accounts/help-routes.ts'
import { registerTrail } from './modules/trail/routes.ts'
import { registerSecondFactors } from './modules/auth/routes/second-factors.ts'
import { registerPasswordRoutes } from './modules/auth/routes/passwords.ts'
import { registerSessionRoutes } from './modules/auth/routes/session.ts'
import { registerSetup } from './modules/units/setup/routes.ts'
import { registerOperators } from './modules/units/operators/operator-routes.ts'
import { registerUnits } from './modules/units/operators/unit-routes.ts'
import { registerExports } from './modules/units/export/routes.ts'
import { readAccessHash } from './modules/auth/session-tokens.ts'
import { createSignInLimit } from './modules/auth/sign-in-limit.ts'
import { registerFaceRoutes } from './modules/faces/routes/faces.ts'
import { readFrameOrigins } from './modules/identity-providers/providers.ts'
import { registerSocial } from './modules/identity-providers/routes/social.ts'
import { registerToday } from './modules/today/routes.ts'
import { registerThirdParties } from './modules/oauth/routes/third-parties.ts'
import { originOfTables, readUnitConfig } from './modules/units/unit-config.ts'
import {
  registerAccountPicture,
  registerAccountRoutes,
  registerFamilyRoutes,
  registerLinkedAccounts,
} from './modules/accounts/routes.ts'
import { registerLinkedSchools } from './modules/accounts/linked-schools.ts'
import { registerOwnAccounts } from './modules/accounts/own-accounts.ts'
import { recordFaceClockIn } from './modules/attendance/clock-in.ts'
import { registerAttendanceRoutes } from './modules/attendance/routes/attendance.ts'
import { readHttpOrigins } from './modules/applications/http-address.ts'
import { registerApplicationRoutes } from './modules/applications/routes.ts'
import { registerBaseRoutes, registerDesktopRoutes } from './modules/desktop/routes.ts'
import { createBucketDrop, createFolderDrop } from './modules/imports/schedule/file-drops.ts'
import { registerImportRoutes } from './modules/imports/routes.ts'
import { registerLiveRoutes } from './modules/live/routes.ts'
import { sendMessage } from './modules/messages/messages.ts'
import { registerMessageFiles, registerMessageRoutes } from './modules/messages/routes.ts'
import { registerVoiceRoutes } from './modules/voice/routes.ts'
import { registerVoiceSettings } from './modules/voice/settings-routes.ts'
import { registerUnitSettings } from './modules/units/settings/routes.ts'
import { readSpeechOrigins } from './modules/voice/speech-service.ts'
import { registerPeopleRoutes } from './modules/people/routes.ts'
import { registerOneRoster } from './modules/one-roster/routes.ts'
import { registerRoleRoutes } from './modules/roles/routes.ts'
import { registerRosterRoutes } from './modules/roster/routes.ts'
import { registerHandInRoutes } from './modules/files/collections/routes.ts'
import { registerShareRoutes } from './modules/files/sharing/routes.ts'
import { registerStorageRoutes } from './modules/files/routes.ts'
import { registerVersionRoutes } from './modules/files/versions/routes.ts'
import { registerTableExport } from './modules/spreadsheets/routes.ts'
import { createFaceDeps } from './modules/faces/face-deps.ts'
import { createPasswords } from './modules/auth/passwords/passwords.ts'
import { createJobQueue, type JobQueueOptions } from './jobs/job-queue.ts'
import { createOutbox } from './modules/mail/outbox.ts'
import type { ByteStore } from './blobs/byte-store.ts'
import { createKeyedMutex } from './blobs/keyed-mutex.ts'
import { createHttpApplications } from './runtime/http-applications.ts'
import { createOutgoingAddresses } from './runtime/outgoing-addresses.ts'
import { createVault, type Vault } from './runtime/vault.ts'

export interface AppOptions {
  readonly database: Database
  readonly logger: FastifyBaseLogger
  /** Encrypts secrets in the database; by default with a key of this process. */
  readonly vault?: Vault
  /** Where the bytes of files are; without it, the calls of files are not answered. */
  readonly storage?: ByteStore
  /** The built client; without it, pages answer 503. */
  readonly appFolder?: string
  readonly now?: Clock
  readonly config?: Partial<Config> & {
    /** Milliseconds for running calls when the server closes. */
    readonly closeGrace?: number
    readonly bodies?: Partial<BodyRules>
    readonly load?: Partial<LoadLimits>
    readonly jobs?: Partial<JobQueueOptions>
  }
}

/** Builds the portal's server without listening: plugins, routes, pages. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { database, logger, storage, appFolder, config = {} } = options
  const app: FastifyInstance = fastify({
    loggerInstance: logger,
    // One line per request, written by logRequests.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy?.length ? [...config.trustProxy] : false,
    requestTimeout: REQUEST_TIMEOUT,
    http: HEADER_TIMEOUTS,
    bodyLimit: BODY_LIMIT,
    // Requests on kept-alive connections are still answered while closing; each response closes its connection.
    return503OnClosing: false,
    routerOptions: { querystringParser: parseForm },
    frameworkErrors: (error, request, reply) => {
      void answerFailure(error, request, reply)
    },
  })
  app.decorate('database', database)
  app.decorate('vault', options.vault ?? createVault(randomBytes(32)))
  app.decorate('readTokenHash', readAccessHash)
  app.decorate('operatorAddress', { hosts: config.operatorHosts ?? [], port: null })
  app.decorate('now', options.now ?? Date.now)
  app.decorate('clientDownloads', config.clientDownloads ?? {})
  app.decorate('tableExportBase', config.tableExportBase ?? null)
  app.decorate('mailAddresses', createOutgoingAddresses(config.mailNetworks))
  app.decorate('providerAddresses', createOutgoingAddresses(config.providerNetworks))
  app.decorate('httpApplications', createHttpApplications(config.httpApplications))
  const jobs = createJobQueue(database, logger, config.jobs)
  app.decorate('jobs', jobs)
  app.decorate('outbox', createOutbox(app))
  app.decorate('answeredEndpoints', new Set<AnyEndpoint>())
  app.decorateRequest('callContext', null)

  readForwarded(app, { trustProxy: config.trustProxy ?? [], forwardedHost: config.forwardedHost === true })
  logRequests(app)
  drainBeforeClose(app)
  watchBodies(app, { ...BODY_RULES, ...config.bodies })
  // Each route says whether it is compressed; request bodies are not unpacked.
  await app.register(compress, { global: false })
  await sendSecurityHeaders(app)
  refuseBadHosts(app)
  await shedLoad(app, {
    ...LOAD_LIMITS,
    ...(config.trustProxy?.length && { connectionsOfAddress: LOAD_LIMITS.connections }),
    ...config.load,
  })
  await limitRates(app, config.requestsPerMinute ?? 60_000)
  refuseCrossSite(app)
  await readBodies(app)
  answerFailures(app)
  sweepIdleConnections(app, config.closeGrace)
  app.addHook('onReady', async () => jobs.start())
  app.addHook('preClose', async () => jobs.stop())
  app.addHook('onClose', () => jobs.close())

  answerHealth(app)
  await takeCspReports(app)
  answerShares(app)
  const passwords = createPasswords()
  app.addHook('onClose', () => passwords.close())
  const limit = createSignInLimit('sign-in')
  const faces = createFaceDeps(app, passwords, config.faces ?? FACE_LIMITS)
  registerSessionRoutes(app, { passwords, limit, readStart: startData })
  registerPasswordRoutes(app, { passwords, limit })
  registerSecondFactors(app, { passwords, limit, readStart: startData })
  registerSocial(app, { passwords, limit })
  registerThirdParties(app, limit, createOutgoingAddresses(config.logoutNetworks))
  await registerLiveRoutes(app)
  registerMessageRoutes(app)
  registerBaseRoutes(app)
  await registerTableExport(app)
  registerDesktopRoutes(app)
  registerApplicationRoutes(app)
  registerVoiceRoutes(app)
  registerVoiceSettings(app)
  registerAccountRoutes(app, { passwords, limit })
  registerLinkedAccounts(app, limit)
  registerFamilyRoutes(app)
  registerLinkedSchools(app)
  registerOwnAccounts(app)
  registerRosterRoutes(app)
  registerOneRoster(app)
  registerPeopleRoutes(app, { passwords, limit, bytes: storage })
  registerRoleRoutes(app)
  registerFaceRoutes(app, faces, (tx, given) => recordFaceClockIn(tx, given, app.now()), limit)
  registerAttendanceRoutes(app, faces)
  registerToday(app)
  registerImportRoutes(app, {
    folder: config.importFolder === undefined ? undefined : createFolderDrop(config.importFolder, app.now),
    bucket: config.objectStorage && createBucketDrop(config.objectStorage),
  })
  registerTrail(app, config.adminEventDays ?? ADMIN_EVENT_DAYS)
  registerSignInAdmin(app)
  registerAreas(app)
  registerBranding(app)
  registerUnitSettings(app)
  registerAdminProtection(app)
  registerAdminHelp(app, { passwords, limit })
  registerSetup(app, passwords)
  registerOperators(app, passwords)
  registerUnits(app, passwords, storage)
  registerExports(app, storage)
  if (storage) {
    const deps = { bytes: storage, mutex: createKeyedMutex() }
    registerMessageFiles(app, storage)
    registerStorageRoutes(app, deps, { keepAccountPicture, uploadDays: config.uploadDays ?? 7 })
    registerVersionRoutes(app, storage)
    registerShareRoutes(app, storage, sendMessage)
    registerHandInRoutes(app, storage, sendMessage)
    registerAccountPicture(app, deps)
  }
  await servePages(app, appFolder, async (tx, request) => {
    const unit = await readUnitConfig(tx, app)
    const forms = originOfTables(unit)
    const frames = [
      ...(unit.social ? await readFrameOrigins(tx) : []),
      // A page on https shows none of plain http.
      ...(request.protocol === 'http' ? await readHttpOrigins(tx, request) : []),
      // A form is answered in a frame.
      ...forms,
    ]
    return { unit, origins: { frames, forms, connections: await readSpeechOrigins(tx) } }
  })
  return app
}
