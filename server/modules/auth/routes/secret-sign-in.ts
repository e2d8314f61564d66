import type { FastifyInstance } from 'fastify'
import { handover, loginUserClient, registerClient, relogin } from '../../../../contract/endpoints/session.ts'
import type { Session, StreamCall } from '../../../http/call.ts'
import { route, streamRoute } from '../../../http/route.ts'
import { signInContext } from '../sign-in.ts'
import { proveOneself } from '../own-proof.ts'
import type { Passwords } from '../passwords/passwords.ts'
import {
  BY_CLIENT,
  BY_HANDOVER,
  issueHandover,
  registerClient as registerUserClient,
  signInBySecret,
  type SecretMethod,
} from '../secret-sign-in.ts'
import { answerSignIn } from '../session-tokens.ts'
import { originOf } from '../sign-in-events.ts'
import type { SignInLimit } from '../sign-in-limit.ts'

export function registerSecretSignIn(
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
  const signIn = async (call: SignInCall, method: SecretMethod, secret: string) => {
    await limit(call.request)
    return answerSignIn(call.reply, await signInBySecret(app.database, method, secret, signInContext(call, true)))
  }
  streamRoute(app, relogin, (call) => signIn(call, BY_HANDOVER, call.parse({}).accessToken))
  streamRoute(app, loginUserClient, (call) => signIn(call, BY_CLIENT, call.parse({}).userClientId))
}

type SignInCall = Pick<StreamCall<Session | null>, 'unit' | 'session' | 'request' | 'reply'>
