import * as calls from '../../../../../contract/calls/session.ts'
import { AUTO_LOGIN_ATTEMPTS } from '../../../../../contract/limits.ts'
import { call } from '../../../api/call.ts'
import { CallError } from '../../../api/call-error.ts'
import { autoLoginCountKey, loggedOutKey } from '../../../state/local-keys.ts'
import { checkSession } from '../check-session.ts'
import { readRemembered } from '../remembered-credentials.ts'
import { session } from '../session-store.ts'
import { signIn, type SignedIn } from '../sign-in.ts'
import { bindingAddress } from './binding.ts'
import type { Flow } from './choose-flow.ts'

/** Ways in that this portal knows but cannot go yet. */
export type UnbuiltWay = 'authorize' | 'ticket' | 'social' | 'wechat'

/** How a way in ended. `nothing`: there was nothing to try. */
export type FlowResult =
  | { kind: 'signed-in'; start: calls.StartData | null }
  | { kind: 'bind'; address: string }
  | { kind: 'failed'; error: unknown }
  | { kind: 'not-set-up'; way: UnbuiltWay }
  | { kind: 'nothing' }

/** Signs in by the chosen way. Never rejects; an aborted one ends as `failed`. */
export async function runFlow(signal: AbortSignal, flow: Flow): Promise<FlowResult> {
  try {
    switch (flow.kind) {
      case 'user-client':
        if (await hasSession()) return { kind: 'signed-in', start: null }
        return signedIn(await call(calls.loginUserClient, { userClientId: flow.userClientId }, { signal }))
      case 'password':
        return signedIn(await signIn(flow.form, { signal }))
      case 'access-token':
        return signedIn(await call(calls.relogin, { accessToken: flow.accessToken }, { signal }))
      case 'remembered':
        return await signInRemembered(signal)
      case 'authorize':
      case 'ticket':
      case 'social':
      case 'wechat':
        return { kind: 'not-set-up', way: flow.kind }
      case 'form':
        return { kind: 'nothing' }
    }
  } catch (error) {
    const address = error instanceof CallError ? bindingAddress(error) : null
    return address === null ? { kind: 'failed', error } : { kind: 'bind', address }
  }
}

function signedIn(answer: SignedIn): FlowResult {
  return { kind: 'signed-in', start: answer.start ?? null }
}

async function hasSession(): Promise<boolean> {
  await checkSession()
  return session.state.status === 'in'
}

async function signInRemembered(signal: AbortSignal): Promise<FlowResult> {
  const form = await readRemembered()
  if (!form || signal.aborted) return { kind: 'nothing' }
  countAttempt()
  return signedIn(await signIn(form, { signal }))
}

/** Counted before the attempt, so that one which ends the page counts too. The last one turns auto-login off until somebody signs in. */
function countAttempt(): void {
  const attempts = (autoLoginCountKey.get() ?? 0) + 1
  if (attempts < AUTO_LOGIN_ATTEMPTS) {
    autoLoginCountKey.set(attempts)
    return
  }
  loggedOutKey.set(true)
  autoLoginCountKey.remove()
}
