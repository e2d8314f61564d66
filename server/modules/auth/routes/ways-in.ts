import type { FastifyInstance } from 'fastify'
import { handover, loginUserClient, registerClient, relogin } from '../../../../contract/endpoints/session.ts'
import type { Session, StreamCall } from '../../../http/call.ts'
import { route, streamRoute } from '../../../http/route.ts'
import type { Arrival } from '../admit.ts'
import { proveOneself } from '../own-proof.ts'
import type { Passwords } from '../passwords.ts'
import {
  BY_CLIENT,
  BY_HANDOVER,
  issueHandover,
  registerClient as registerUserClient,
  signInBySecret,
  type SecretWay,
} from '../ways-in.ts'
import { toLoginData } from '../login-data.ts'
import { readDeviceToken, setSignInCookies } from '../session-cookies.ts'
import { originOf } from '../origin.ts'
import type { SignInLimit } from '../sign-in-limit.ts'

/** Registers the ways in beside the password: handovers and registered clients. */
export function registerWaysIn(
  app: FastifyInstance,
  { passwords, limit }: { passwords: Passwords; limit: SignInLimit },
): void {
  route(app, handover, async (_, { tx, session, request }) => ({
    accessToken: await issueHandover(tx, session, originOf(request)),
  }))
  // Not `route`: no transaction may wait for the hashing.
  streamRoute(app, registerClient, async (call) => {
    const { session, request } = call
    const { name, ...proof } = call.parse({})
    await proveOneself(app.database, { passwords, vault: app.vault }, session, proof, 'code-if-on', originOf(request))
    return {
      userClientId: await call.inUnit((tx) => registerUserClient(tx, session, { name }, originOf(request))),
    }
  })

  // Not `route`: a wrong secret must not undo its own count.
  const enter = async (call: EnteringCall, way: SecretWay, secret: string) => {
    await limit(call.request)
    const admitted = await signInBySecret(app.database, way, secret, arrivalOf(call))
    setSignInCookies(call.reply, admitted)
    return toLoginData(admitted.session)
  }
  streamRoute(app, relogin, (call) => enter(call, BY_HANDOVER, call.parse({}).accessToken))
  streamRoute(app, loginUserClient, (call) => enter(call, BY_CLIENT, call.parse({}).userClientId))
}

type EnteringCall = Pick<StreamCall<Session | null>, 'unit' | 'session' | 'request' | 'reply'>

function arrivalOf({ unit, session: earlier, request }: EnteringCall): Arrival {
  return { unit, earlier, device: readDeviceToken(request), ...originOf(request) }
}
