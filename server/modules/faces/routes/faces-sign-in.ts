import type { FastifyInstance } from 'fastify'
import * as rows from '../../../../contract/endpoints/face.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { route, streamRoute } from '../../../http/route.ts'
import { startData } from '../../accounts/start-data.ts'
import { answerSignIn, readDeviceToken } from '../../auth/session-tokens.ts'
import type { SignInLimit } from '../../auth/sign-in-limit.ts'
import { signInContext } from '../../auth/sign-in.ts'
import { keepFaceCookie, readFaceCookie, issueTurn } from '../face-challenges.ts'
import type { FaceDeps } from '../face-deps.ts'
import { readFaceSettings } from '../face-settings.ts'
import { clockInByFace, signInByFace } from '../face-sign-in.ts'
import type { PictureLimit } from '../picture-limit.ts'

/** Registers the public calls of faces. */
export function registerFaceSignIn(
  app: FastifyInstance,
  deps: FaceDeps,
  limit: SignInLimit,
  pictures: PictureLimit,
): void {
  route(app, rows.asks, async (_, { tx }) => {
    const { signIn, clockIn, headTurn, needsPin, needsKnownDevice } = await readFaceSettings(tx)
    return { signIn, clockIn, headTurn, pin: needsPin, knownDevice: needsKnownDevice }
  })

  // Not `route`: cookies of an uncommitted challenge would be useless.
  streamRoute(app, rows.challenge, async (call) => {
    await limit(call.request)
    const { signIn, clockIn } = await call.inUnit(readFaceSettings)
    if (!signIn && !clockIn) throw new PortalError('login.way_off')
    // Loads the networks while the head turns.
    deps.engine.warm()
    const browser = keepFaceCookie(call.reply)
    return call.inUnit((tx) => issueTurn(tx, call.unit.unitId, browser))
  })

  // Not `route`: no transaction may wait for pictures, and a refusal must not roll back its count.
  streamRoute(app, rows.login, async (call) => {
    const { request } = call
    const { withStart, shared, ...given } = call.parse({})
    await limit(request)
    await pictures(request)
    const cookie = readDeviceToken(request)
    const shown = { ...given, browser: readFaceCookie(request) }
    const result = await signInByFace(deps, shown, signInContext(call, !shared), cookie)
    return answerSignIn(call.reply, result, withStart && startData)
  })

  streamRoute(app, rows.clockIn, async (call) => {
    const { unit, request } = call
    const given = call.parse({})
    await pictures(request)
    // The device's cookie is not sent to this path.
    const source = { address: request.ip, device: undefined }
    return clockInByFace(deps, unit.unitId, { ...given, browser: readFaceCookie(request) }, source)
  })
}
