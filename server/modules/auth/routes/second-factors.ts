import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as endpoints from '../../../../contract/endpoints/sign-in/second-factor.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { passkeyBrowser } from '../passkeys/passkey-challenges.ts'
import { route, streamRoute, normalizeHost } from '../../../http/route.ts'
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
import { signInContext } from '../sign-in.ts'
import { enqueueNotice } from '../account-notices.ts'
import { originOf } from '../sign-in-events.ts'
import type { SignInDeps } from '../sign-in-limit.ts'

export function registerPasskeyRoutes(app: FastifyInstance, { passwords, limit, readStart }: SignInDeps): void {
  registerOwnPasskeys(app, passwords)

  // Not `route`: cookies of a challenge that could not be committed would be worth nothing.
  streamRoute(app, endpoints.signInPasskeyOptions, async (call) => {
    await limit(call.request)
    const party = { ...siteOf(call.request), browser: passkeyBrowser.keep(call.reply) }
    return call.inUnit((tx) => beginPasskeySignIn(tx, call.unit.unitId, party))
  })

  // Not `route`: an answer that is refused must not undo the use of its challenge.
  streamRoute(app, endpoints.signInPasskey, async (call) => {
    const { response, withStart, shared } = call.parse({})
    await limit(call.request)
    const result = await signInByPasskey(app.database, response, partyOf(call.request), signInContext(call, !shared))
    return answerSignIn(call.reply, result, withStart && readStart)
  })
}

function registerOwnPasskeys(app: FastifyInstance, passwords: Passwords): void {
  // Not `route`: no transaction may wait for the hashing.
  streamRoute(app, endpoints.registerPasskeyOptions, async (call) => {
    await proveOneself(call, passwords, call.parse({}))
    const party = { ...siteOf(call.request), browser: passkeyBrowser.keep(call.reply) }
    return call.inUnit((tx) => beginRegistration(tx, call.session, party))
  })
  streamRoute(app, endpoints.registerPasskey, async (call) => {
    const { session, request } = call
    const given = call.parse({})
    const added = await call.inUnit((tx) => addPasskey(tx, session, given, partyOf(request), originOf(request)))
    if (typeof added === 'string') throw new PortalError(added)
    enqueueNotice(call, session, 'passkey-added')
    return added
  })
  route(app, endpoints.ownPasskeys, (_, { tx, session }) => readPasskeys(tx, session.userId))
  route(app, endpoints.renamePasskey, (input, { tx, session }) => renamePasskey(tx, session.userId, input))
  streamRoute(app, endpoints.removePasskey, async (call) => {
    const { session, request } = call
    const { passkeyId, ...proof } = call.parse({})
    await proveOneself(call, passwords, proof)
    await call.inUnit((tx) => removePasskey(tx, session, passkeyId, originOf(request)))
    enqueueNotice(call, session, 'passkey-removed')
  })
}

/** Only reading is a `route`: no transaction may wait for hashing. */
export function registerSecondStepRoutes(app: FastifyInstance, passwords: Passwords): void {
  route(app, endpoints.secondStep, (_, { tx, session }) => readSecondStep(tx, session))
  streamRoute(app, endpoints.beginSecondStep, (call) => beginSetup(call, passwords, call.parse({})))
  streamRoute(app, endpoints.confirmSecondStep, async (call) => {
    const { recoveryCodes, replaced } = await confirmSetup(call, passwords, call.parse({}).code)
    enqueueNotice(call, call.session, replaced ? 'second-step-replaced' : 'second-step-on')
    return { recoveryCodes }
  })
  streamRoute(app, endpoints.turnOffSecondStep, async (call) => {
    await turnOffSecondStep(call, passwords, call.parse({}))
    enqueueNotice(call, call.session, 'second-step-off')
  })
}

function partyOf(request: FastifyRequest): RelyingParty {
  return { ...siteOf(request), browser: passkeyBrowser.read(request) }
}

/** A proxy that ends TLS hides the scheme, so the Origin header counts where it names this host. A passkey's answer holds the origin as well, signed. */
function siteOf(request: FastifyRequest): { id: string; origin: string } {
  const host = request.host.toLowerCase()
  const { origin } = request.headers
  const isOwn = origin !== undefined && URL.canParse(origin) && new URL(origin).host === host
  return { id: normalizeHost(host), origin: isOwn ? origin : `${request.protocol}://${host}` }
}
