import * as calls from '../../../../../contract/endpoints/session.ts'
import * as sso from '../../../../../contract/endpoints/sso.ts'
import { AUTO_LOGIN_ATTEMPTS } from '../../../../../contract/limits.ts'
import { call } from '../../api/call.ts'
import { CallError } from '../../api/call-error.ts'
import { autoLoginCountKey, loggedOutKey } from '../../storage/local-keys.ts'
import { checkSession } from '../check-session.ts'
import { readRemembered } from '../remembered-credentials.ts'
import { session, signIn, type SignedIn } from '../session.ts'
import type { Flow } from './choose-flow.ts'
import { startExternalSignIn, mayRedirectByItself, WECHAT } from './external-sign-in.ts'
import * as z from 'zod/mini'

/** How a way in ended. `nothing`: there was nothing to try. */
export type FlowResult =
  | { kind: 'signed-in'; start: calls.StartData | null; returnTo: string | null }
  | { kind: 'bind'; address: string }
  /** The browser goes to another site, which sends it back. */
  | { kind: 'leave'; address: string }
  | { kind: 'failed'; error: unknown }
  | { kind: 'no-ticket-path' }
  /** The site elsewhere signed nobody in, or the person refused there. */
  | { kind: 'refused-elsewhere' }
  | { kind: 'no-wechat' }
  | { kind: 'nothing' }

/** What a way in needs to know of the page. */
export interface FlowPage {
  /** The path that tickets are asked at, where the school set one up. */
  readonly ticketPath: string | undefined
  /** Where somebody wants to be who signs in elsewhere; undefined: the desktop. */
  readonly returnTo: string | undefined
  readonly host: string
}

/** Signs in by the chosen way. Never rejects; an aborted one ends as `failed`. */
export async function runFlow(signal: AbortSignal, flow: Flow, page: FlowPage): Promise<FlowResult> {
  try {
    switch (flow.kind) {
      case 'authorize':
        // The page itself asks for the authorization, once somebody is signed in.
        return (await hasSession()) ? signedIn({}) : { kind: 'nothing' }
      case 'user-client':
        if (await hasSession()) return signedIn({})
        return signedIn(await call(calls.loginUserClient, { userClientId: flow.userClientId }, { signal }))
      case 'password':
        return signedIn(await signIn(flow.form, { signal }))
      case 'access-token':
        return signedIn(await call(calls.relogin, { accessToken: flow.accessToken }, { signal }))
      case 'ticket':
        return await signInByTicket(signal, flow.ticket, page)
      case 'social':
        return await signInExternally(signal, flow, page)
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
  // A path of this origin: a ticket is told to nobody else.
  if (!ticketPath || !/^\/[\w-][\w./-]*$/.test(ticketPath)) return { kind: 'no-ticket-path' }
  return signedIn(await call({ ...sso.ticket, path: ticketPath }, { ticket, unitHost: host }, { signal }))
}

async function signInExternally(
  signal: AbortSignal,
  { state, code, token, iss }: Extract<Flow, { kind: 'social' }>,
  { host }: FlowPage,
): Promise<FlowResult> {
  if (code === null && token === null) return { kind: 'refused-elsewhere' }
  const proof = { ...(code !== null && { code }), ...(token !== null && { token }), ...(iss !== null && { iss }) }
  return signedIn(await call(sso.social, { state, ...proof, unitHost: host }, { signal }))
}

async function redirectToWeChat(signal: AbortSignal, provider: 'qy' | 'mp', page: FlowPage): Promise<FlowResult> {
  try {
    await call(provider === 'qy' ? sso.weComInfo : sso.weChatInfo, { unitHost: page.host }, { signal })
  } catch (error) {
    if (error instanceof CallError && error.code === 'sso.provider_unknown') return { kind: 'no-wechat' }
    throw error
  }
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

/** This portal's server says what others call invalid_grant in its own codes, and refuses malformed calls: neither knows an identity to bind. */
const REFUSALS = /^(?:invalid_grant$|login\.|request\.)/

const unbound = z.object({
  id: z.optional(z.string()),
  openid: z.optional(z.string()),
  unionid: z.optional(z.string()),
  deviceId: z.optional(z.string()),
})

/** Where an identity that belongs to no account yet is bound to one (status 400 with another code than a refusal), else null. */
export function bindingAddress({ status, code, failure }: CallError): string | null {
  if (failure.kind !== 'envelope' || status !== 400 || REFUSALS.test(code)) return null
  const identity = unbound.safeParse(failure.envelope.data)
  const query = new URLSearchParams(identity.success ? Object.entries(identity.data) : [])
  return query.size > 0 ? `/bind/?${query.toString()}` : '/bind/'
}
