import type { FastifyInstance } from 'fastify'
import * as face from '../../../../contract/endpoints/faces/face.ts'
import * as faceAdmin from '../../../../contract/endpoints/faces/face-admin.ts'
import { route, streamRoute } from '../../../http/route.ts'
import { proveOneself } from '../../auth/own-proof.ts'
import { addressKey } from '../../../http/network-address.ts'
import { createRequestLimit, type RequestLimit } from '../../../http/request-limit.ts'
import { cleanUpFaces } from '../cleanup.ts'
import { sendAudit } from '../face-audit.ts'
import { giveConsent, readOwnFaces, recordConsent } from '../face-consents.ts'
import type { FaceDeps } from '../face-deps.ts'
import { listFaceCandidates, listFacePeople } from '../face-people.ts'
import { readPinState, removePin, requirePin, savePin } from '../face-pin.ts'
import { registerManagedFaces } from './managed-faces.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { startData } from '../../accounts/start-data.ts'
import { answerSignIn, readDeviceToken } from '../../auth/session-tokens.ts'
import { signInContext } from '../../auth/sign-in.ts'
import { faceBrowser, issueTurn } from '../face-challenges.ts'
import { readFaceSettings, readSettings, saveSettings } from '../face-settings.ts'
import { clockInByFace, signInByFace, type RecordClockIn } from '../face-sign-in.ts'

/** Pictures of one person, known device or address in a minute: the detection handles some five a second in all. */
const PICTURES_PER_MINUTE = 120

/** `recordClockIn`: attendance's. */
export function registerFaceRoutes(
  app: FastifyInstance,
  deps: FaceDeps,
  recordClockIn: RecordClockIn,
  limit: RequestLimit,
): void {
  app.jobs.schedule({ name: 'faces', everyHours: 1, run: (signal) => cleanUpFaces(app.database, signal) })
  const pictures = createRequestLimit({
    name: 'face picture',
    perMinute: PICTURES_PER_MINUTE,
    keyOf: (request) => request.callContext?.session?.userId ?? readDeviceToken(request) ?? addressKey(request.ip),
  })
  route(app, face.mine, (_, { tx, session }) => readOwnFaces(tx, session))
  route(app, face.giveConsent, giveConsent)
  registerManagedFaces(app, deps, pictures, 'family')
  registerFacePin(app, deps)
  registerFaceSignIn(app, deps, recordClockIn, limit, pictures)
  route(app, faceAdmin.settings, readSettings)
  route(app, faceAdmin.saveSettings, saveSettings)
  route(app, faceAdmin.recordConsent, recordConsent)
  route(app, faceAdmin.people, listFacePeople)
  route(app, faceAdmin.candidates, listFaceCandidates)
  streamRoute(app, faceAdmin.audit, sendAudit)
  registerManagedFaces(app, deps, pictures, 'administrator')
}

function registerFacePin(app: FastifyInstance, { passwords }: FaceDeps): void {
  route(app, face.pinState, (_, { tx, session }) => readPinState(tx, session.userId))
  // `streamRoute`, because no transaction may wait for the hashing of a password.
  streamRoute(app, face.setPin, async (call) => {
    const { pin, ...proof } = call.parse({})
    const wanted = requirePin(pin)
    await proveOneself(call, passwords, proof)
    const pinHash = await passwords.hash(wanted)
    await call.inUnit((tx) => savePin(tx, call, pinHash))
  })
  streamRoute(app, face.removePin, async (call) => {
    await proveOneself(call, passwords, call.parse({}))
    await call.inUnit((tx) => removePin(tx, call))
  })
}

/** Registers the public calls of faces. */
function registerFaceSignIn(
  app: FastifyInstance,
  deps: FaceDeps,
  recordClockIn: RecordClockIn,
  limit: RequestLimit,
  pictures: RequestLimit,
): void {
  route(app, face.asks, async (_, { tx }) => {
    const { signIn, clockIn, headTurn, needsPin, needsKnownDevice } = await readFaceSettings(tx)
    return { signIn, clockIn, headTurn, pin: needsPin, knownDevice: needsKnownDevice }
  })

  // `streamRoute`, because the cookie of an uncommitted challenge would be useless.
  streamRoute(app, face.challenge, async (call) => {
    await limit(call.request)
    const { signIn, clockIn } = await call.inUnit(readFaceSettings)
    if (!signIn && !clockIn) throw new PortalError('login.way_off')
    // Loads the networks while the head turns.
    deps.engine.warm()
    const browser = faceBrowser.keep(call.reply)
    return call.inUnit((tx) => issueTurn(tx, call.unit.unitId, browser))
  })

  // `streamRoute`, because no transaction may wait for pictures, and a refusal must not roll back its count.
  streamRoute(
    app,
    face.login,
    async (call) => {
      const { request } = call
      const { withStart, shared, ...given } = call.parse({})
      const cookie = readDeviceToken(request)
      const shown = { ...given, browser: faceBrowser.read(request) }
      const result = await signInByFace(deps, shown, signInContext(call, !shared), cookie)
      return answerSignIn(call.reply, result, withStart && startData)
    },
    {
      admit: async (request) => {
        await limit(request)
        await pictures(request)
        return undefined
      },
    },
  )

  streamRoute(
    app,
    face.clockIn,
    async (call) => {
      const { unit, request } = call
      const shown = { ...call.parse({}), browser: faceBrowser.read(request) }
      return clockInByFace(deps, { unit, address: request.ip }, shown, recordClockIn)
    },
    { admit: (request) => pictures(request).then(() => undefined) },
  )
}
