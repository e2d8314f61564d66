import { randomBytes, randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { REQUEST_TIMEOUT } from '../contract/limits.ts'
import type { AnyEndpoint } from '../contract/endpoint.ts'
import type { Clock } from './runtime/clock.ts'
import { type Config, FACE_LIMITS } from './runtime/config.ts'
import type { Database } from './db/database.ts'
import { parseForm, readBodies } from './http/bodies.ts'
import { answerFailure, answerFailures } from './http/failures.ts'
import { sweepIdleConnections, answerHealth } from './http/lifecycle.ts'
import { servePages, answerShares } from './http/pages.ts'
import { limitRates, refuseCrossSite, sendSecurityHeaders } from './http/security.ts'
import { logRequests } from './http/request-log.ts'
import { keepAccountPicture } from './modules/accounts/account-picture.ts'
import { startData } from './modules/accounts/start-data.ts'
import { registerAdminHelp, registerSignInAdmin } from './modules/administration/routes.ts'
import { registerPasskeyRoutes, registerSecondStepRoutes } from './modules/auth/routes/second-factors.ts'
import { registerPasswordRoutes } from './modules/auth/routes/passwords.ts'
import { registerSecretSignIn, registerSessionRoutes } from './modules/auth/routes/session.ts'
import { readAccessToken, hashToken } from './modules/auth/session-tokens.ts'
import { beginCall, readCallContext } from './modules/auth/sessions.ts'
import { createSignInLimit } from './modules/auth/sign-in-limit.ts'
import { registerFaceRoutes } from './modules/faces/routes/faces.ts'
import { readFrameOrigins } from './modules/identity-providers/providers.ts'
import { registerSocial } from './modules/identity-providers/routes/social.ts'
import { registerThirdParties } from './modules/oauth/routes/third-parties.ts'
import { readUnitConfig } from './modules/tenants/tenants.ts'
import {
  registerAccountPicture,
  registerAccountRoutes,
  registerFamilyRoutes,
  registerLinkedAccounts,
} from './modules/accounts/routes.ts'
import { recordFaceClockIn } from './modules/attendance/clock-in.ts'
import { registerAttendanceRoutes } from './modules/attendance/routes/attendance.ts'
import { registerBaseRoutes, registerDesktopRoutes } from './modules/desktop/routes.ts'
import { registerLiveRoutes } from './modules/live/routes.ts'
import { registerMessageRoutes } from './modules/messages/routes.ts'
import { registerVoiceRoutes } from './modules/voice/routes.ts'
import { readSpeechOrigins } from './modules/voice/speech-service.ts'
import { registerRosterRoutes } from './modules/roster/routes.ts'
import { registerStorageRoutes } from './modules/files/routes.ts'
import { registerTableExport } from './modules/spreadsheets/routes.ts'
import { createFaceDeps } from './modules/faces/face-deps.ts'
import { createPasswords } from './modules/auth/passwords/passwords.ts'
import type { ByteStore } from './blobs/byte-store.ts'
import { createKeyedMutex } from './blobs/keyed-mutex.ts'
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
  readonly config?: Partial<
    Pick<Config, 'trustProxy' | 'requestsPerMinute' | 'uploadDays' | 'clientDownloads' | 'faces'>
  > & {
    /** Milliseconds for running calls when the server closes. */
    readonly closeGrace?: number
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
    // Requests on kept-alive connections are still answered while closing; each response closes its connection.
    return503OnClosing: false,
    routerOptions: { querystringParser: parseForm },
    frameworkErrors: (error, request, reply) => {
      void answerFailure(error, request, reply)
    },
  })
  app.decorate('database', database)
  app.decorate('vault', options.vault ?? createVault(randomBytes(32)))
  app.decorate('sessionReader', {
    readToken: readAccessToken,
    hashToken,
    begin: beginCall,
    readContext: readCallContext,
  })
  app.decorate('now', options.now ?? Date.now)
  app.decorate('clientDownloads', config.clientDownloads ?? {})
  app.decorate('answeredEndpoints', new Set<AnyEndpoint>())
  app.decorateRequest('callContext', null)

  logRequests(app)
  // Each route says whether it is compressed; request bodies are not unpacked.
  await app.register(compress, { global: false })
  await sendSecurityHeaders(app)
  await limitRates(app, config.requestsPerMinute ?? 60_000)
  refuseCrossSite(app)
  await readBodies(app)
  answerFailures(app)
  sweepIdleConnections(app, config.closeGrace)

  answerHealth(app)
  answerShares(app)
  const passwords = createPasswords()
  const limit = createSignInLimit(app)
  const faces = createFaceDeps(app, passwords, config.faces ?? FACE_LIMITS)
  registerSessionRoutes(app, { passwords, limit, readStart: startData })
  registerSecretSignIn(app, { passwords, limit })
  registerPasswordRoutes(app, { passwords, limit })
  registerPasskeyRoutes(app, { passwords, limit, readStart: startData })
  registerSecondStepRoutes(app, passwords)
  registerSocial(app, { passwords, limit })
  registerThirdParties(app, limit)
  await registerLiveRoutes(app)
  registerMessageRoutes(app)
  registerBaseRoutes(app)
  await registerTableExport(app)
  registerDesktopRoutes(app)
  registerVoiceRoutes(app)
  registerAccountRoutes(app, { passwords, limit })
  registerLinkedAccounts(app, limit)
  registerFamilyRoutes(app)
  registerRosterRoutes(app)
  registerFaceRoutes(app, faces, (tx, given) => recordFaceClockIn(tx, given, app.now()), limit)
  registerAttendanceRoutes(app, faces)
  registerSignInAdmin(app)
  registerAdminHelp(app, { passwords, limit })
  if (storage) {
    const deps = { bytes: storage, mutex: createKeyedMutex() }
    registerStorageRoutes(app, deps, { keepAccountPicture, uploadDays: config.uploadDays ?? 7 })
    registerAccountPicture(app, deps)
  }
  await servePages(app, appFolder, async (tx) => {
    const unit = await readUnitConfig(tx, app.clientDownloads)
    const frames = unit.social ? await readFrameOrigins(tx) : []
    return { unit, origins: { frames, connections: await readSpeechOrigins(tx) } }
  })
  return app
}
