import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as adminAccess from '../../../../contract/endpoints/sign-in/admin-access.ts'
import * as secondFactor from '../../../../contract/endpoints/sign-in/second-factor.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { passkeyBrowser } from '../passkeys/passkey-challenges.ts'
import { normalizeHost } from '../../../http/call-host.ts'
import { siteOrigin } from '../../../http/portal-address.ts'
import { route, streamRoute } from '../../../http/route.ts'
import { proveOneself } from '../own-proof.ts'
import { beginPasskeySignIn, signInByPasskey } from '../passkeys/passkey-sign-in.ts'
import {
  addPasskey,
  beginRegistration,
  readPasskeys,
  removePasskey,
  renamePasskey,
  type RelyingParty,
} from '../passkeys/passkeys.ts'
import type { Passwords } from '../passwords/passwords.ts'
import { answerSignIn } from '../session-tokens.ts'
import { beginSetup, confirmSetup, readSecondStep, turnOffSecondStep } from '../second-step/second-step-setup.ts'
import {
  markSecondFactor,
  proveSecondFactor,
  readAdminAccess,
  requirePasskeyFirst,
} from '../second-step/session-factor.ts'
import { signInContext } from '../sign-in.ts'
import { noticeOf } from '../account-notices.ts'
import { originOf } from '../sign-in-events.ts'
import type { SignInDeps } from '../sign-in-limit.ts'

/** Registers passkeys and second steps, and what administrators prove by them. */
export function registerSecondFactors(app: FastifyInstance, { passwords, limit, readStart }: SignInDeps): void {
  registerOwnPasskeys(app, passwords)
  registerSecondSteps(app, passwords)

  // `streamRoute`, because the cookie of a challenge that was not committed would be useless.
  streamRoute(app, secondFactor.signInPasskeyOptions, async (call) => {
    await limit(call.request)
    const party = { ...siteOf(call.request), browser: passkeyBrowser.keep(call.reply) }
    return call.inUnit((tx) => beginPasskeySignIn(tx, call.unit.unitId, party))
  })

  // `streamRoute`, because a refused answer must not roll back the use of its challenge.
  streamRoute(app, secondFactor.signInPasskey, async (call) => {
    const { response, withStart, shared } = call.parse({})
    await limit(call.request)
    const result = await signInByPasskey(app.database, response, partyOf(call.request), signInContext(call, !shared))
    return answerSignIn(call.reply, result, withStart && readStart)
  })
}

function registerOwnPasskeys(app: FastifyInstance, passwords: Passwords): void {
  // `streamRoute`, because no transaction may wait for the hashing.
  streamRoute(app, secondFactor.registerPasskeyOptions, async (call) => {
    const proof = call.parse({})
    await call.inUnit((tx) => requirePasskeyFirst(tx, call.session))
    await proveOneself(call, passwords, proof)
    const party = { ...siteOf(call.request), browser: passkeyBrowser.keep(call.reply) }
    return call.inUnit((tx) => beginRegistration(tx, call.session, party))
  })
  streamRoute(app, secondFactor.registerPasskey, async (call) => {
    const { session, request } = call
    const given = call.parse({})
    const added = await call.inUnit(async (tx) => {
      const outcome = await addPasskey(tx, session, given, partyOf(request), originOf(request))
      if (typeof outcome === 'string') return outcome
      await markSecondFactor(tx, session)
      await noticeOf(call)(tx, session, 'passkey-added')
      return outcome
    })
    if (typeof added === 'string') throw new PortalError(added)
    return added
  })
  route(app, secondFactor.ownPasskeys, (_, { tx, session }) => readPasskeys(tx, session.userId))
  route(app, secondFactor.renamePasskey, (input, { tx, session }) => renamePasskey(tx, session.userId, input))
  streamRoute(app, secondFactor.removePasskey, async (call) => {
    const { session, request } = call
    const { passkeyId, ...proof } = call.parse({})
    await call.inUnit((tx) => requirePasskeyFirst(tx, session))
    await proveOneself(call, passwords, proof)
    await call.inUnit(async (tx) => {
      await removePasskey(tx, session, passkeyId, originOf(request))
      await noticeOf(call)(tx, session, 'passkey-removed')
    })
  })
}

/** Only reading is a `route`: no transaction may wait for hashing. */
function registerSecondSteps(app: FastifyInstance, passwords: Passwords): void {
  route(app, secondFactor.secondStep, (_, { tx, session }) => readSecondStep(tx, session))
  streamRoute(app, secondFactor.beginSecondStep, async (call) => {
    const proof = call.parse({})
    await call.inUnit((tx) => requirePasskeyFirst(tx, call.session))
    return beginSetup(call, passwords, proof)
  })
  streamRoute(app, secondFactor.confirmSecondStep, async (call) => {
    return { recoveryCodes: await confirmSetup(call, passwords, call.parse({}).code) }
  })
  streamRoute(app, adminAccess.proveSecondFactor, (call) => proveSecondFactor(call, passwords, call.parse({})))
  route(app, adminAccess.adminAccess, (_, { tx, session, request }) => readAdminAccess(tx, session, request.ip))
  streamRoute(app, secondFactor.turnOffSecondStep, async (call) => {
    await turnOffSecondStep(call, passwords, call.parse({}))
  })
}

function partyOf(request: FastifyRequest): RelyingParty {
  return { ...siteOf(request), browser: passkeyBrowser.read(request) }
}

/** A passkey's answer holds the origin as well, signed. */
function siteOf(request: FastifyRequest): { id: string; origin: string } {
  return { id: normalizeHost(request.host), origin: siteOrigin(request) }
}
