import * as sessionEndpoints from '../../../../../contract/endpoints/sign-in/session.ts'
import * as sso from '../../../../../contract/endpoints/sign-in/sso.ts'
import { AUTO_LOGIN_ATTEMPTS } from '../../../../../contract/limits.ts'
import { call } from '../../api/call.ts'
import { CallError } from '../../api/call-error.ts'
import { autoLoginCountKey, loggedOutKey } from '../../storage/local-keys.ts'
import { checkSession } from '../check-session.ts'
import { readRemembered } from '../remembered-credentials.ts'
import { session, signIn, type SignedIn } from '../session.ts'
import { bindingAddress } from './failure-end.ts'
import type { Flow } from './choose-flow.ts'
import { hasWeChat, startExternalSignIn, mayRedirectByItself, WECHAT } from './external-sign-in.ts'

export type FlowResult =
  | { kind: 'signed-in'; start: sessionEndpoints.StartData | null; returnTo: string | null }
  | { kind: 'bind'; address: string }
  /** Redirects to another site, which sends the browser back. */
  | { kind: 'leave'; address: string }
  | { kind: 'failed'; error: unknown }
  | { kind: 'no-ticket-path' }
  /** The provider signed no user in, or the user refused there. */
  | { kind: 'refused-external' }
  /** The provider reports an error that the user cannot mend; `code` is its own. */
  | { kind: 'provider-error'; code: string }
  | { kind: 'no-wechat'; provider: 'qy' | 'mp' }
  | { kind: 'not-allowed' }
  | { kind: 'nothing' }

export interface FlowPage {
  readonly ticketPath: string | undefined
  /** The page after an external sign-in; undefined: the desktop. */
  readonly returnTo: string | undefined
  readonly host: string
  /** The device that the host of the page names. */
  readonly deviceId?: string | undefined
}

/** Signs in by the chosen flow. Never rejects; an aborted one ends as `failed`. */
export async function runFlow(signal: AbortSignal, flow: Flow, page: FlowPage): Promise<FlowResult> {
  try {
    switch (flow.kind) {
      case 'authorize':
        // The page itself requests the authorization once there is a session.
        return (await hasSession()) ? signedIn({}) : { kind: 'nothing' }
      case 'user-client':
        if (await hasSession()) return signedIn({})
        return signedIn(await call(sessionEndpoints.loginUserClient, { userClientId: flow.userClientId }, { signal }))
      case 'password':
        return signedIn(await signIn(flow.form, { signal }))
      case 'access-token':
        return signedIn(await call(sessionEndpoints.relogin, { accessToken: flow.accessToken }, { signal }))
      case 'ticket':
        return await signInByTicket(signal, flow.ticket, page)
      case 'social':
        return await signInExternally(signal, flow, page)
      case 'not-allowed':
        return { kind: 'not-allowed' }
      case 'wechat':
        return await redirectToWeChat(signal, flow.provider, page)
      case 'remembered':
        return await signInRemembered(signal)
      case 'form':
        return { kind: 'nothing' }
    }
  } catch (error) {
    const address = error instanceof CallError ? bindingAddress(error) : null
    return address === null ? { kind: 'failed', error } : { kind: 'bind', address }
  }
}

function signedIn(answer: Pick<SignedIn, 'start'> & { returnTo?: string | undefined }): FlowResult {
  return { kind: 'signed-in', start: answer.start ?? null, returnTo: answer.returnTo ?? null }
}

async function hasSession(): Promise<boolean> {
  await checkSession()
  return session.current.status === 'in'
}

async function signInByTicket(signal: AbortSignal, ticket: string, page: FlowPage): Promise<FlowResult> {
  const { ticketPath, host } = page
  // Only a path of this origin: a ticket must not leak.
  if (!ticketPath || !/^\/[\w-][\w./-]*$/.test(ticketPath)) return { kind: 'no-ticket-path' }
  return signedIn(await call({ ...sso.ticket, path: ticketPath }, { ticket, unitHost: host }, { signal }))
}

/** As OAuth 2.0 (RFC 6749, section 4.1.2.1) and OpenID Connect name errors: the address may say anything, and the page shows it. */
const PROVIDER_ERROR = /^[a-z_]{1,40}$/
/** The user went back, or is not signed in there. */
const REFUSED: readonly string[] = ['access_denied', 'login_required', 'interaction_required', 'consent_required']

async function signInExternally(
  signal: AbortSignal,
  { state, code, token, iss, error }: Extract<Flow, { kind: 'social' }>,
  { host, deviceId }: FlowPage,
): Promise<FlowResult> {
  if (code === null && token === null) {
    const isFault = error !== null && PROVIDER_ERROR.test(error) && !REFUSED.includes(error)
    return isFault ? { kind: 'provider-error', code: error } : { kind: 'refused-external' }
  }
  const proof = { ...(code !== null && { code }), ...(token !== null && { token }), ...(iss !== null && { iss }) }
  const device = deviceId === undefined ? {} : { deviceId }
  return signedIn(await call(sso.social, { state, ...proof, ...device, unitHost: host }, { signal }))
}

async function redirectToWeChat(signal: AbortSignal, provider: 'qy' | 'mp', page: FlowPage): Promise<FlowResult> {
  const isSetUp = await hasWeChat(provider, page.host)
  signal.throwIfAborted()
  if (!isSetUp) return { kind: 'no-wechat', provider }
  if (!mayRedirectByItself()) return { kind: 'nothing' }
  const address = await startExternalSignIn(signal, WECHAT[provider], page.returnTo)
  signal.throwIfAborted()
  return { kind: 'leave', address }
}

async function signInRemembered(signal: AbortSignal): Promise<FlowResult> {
  const form = await readRemembered()
  if (!form || signal.aborted) return { kind: 'nothing' }
  countAttempt()
  return signedIn(await signIn(form, { signal }))
}

/** Counted before the attempt, so that attempts which leave the page count. The last one turns auto-login off until the next sign-in. */
function countAttempt(): void {
  const attempts = (autoLoginCountKey.get() ?? 0) + 1
  if (attempts < AUTO_LOGIN_ATTEMPTS) {
    autoLoginCountKey.set(attempts)
    return
  }
  loggedOutKey.set(true)
  autoLoginCountKey.remove()
}
