import { pageOf } from '../../../../contract/pages.ts'
import { CallError } from '../../core/api/call-error.ts'
import { language } from '../../core/language/language.ts'
import { type Flow, currentFlow } from '../../core/session/flow/choose-flow.ts'
import { environment } from '../../core/session/flow/environment.ts'
import { failureEnd, openRelogin } from '../../core/session/flow/failure-end.ts'
import {
  startExternalSignIn,
  readStartedSignIn,
  type ExternalStart,
  type ExternalProvider,
  WECHAT,
} from '../../core/session/flow/external-sign-in.ts'
import { runFlow, type FlowPage, type FlowResult } from '../../core/session/flow/run-flow.ts'
import { signInTexts } from '../../core/session/login-texts.ts'
import { COOKIES_REFUSED, hasSessionCookies } from '../../core/session/session-cookies.ts'
import { startUp } from '../../core/tenant/start-up.ts'
import { pathHere, returnTarget } from '../../core/session/redirect-target.ts'
import type { StartData } from '../../../../contract/endpoints/sign-in/session.ts'
import type { LoginForm } from '../../../../contract/rules/sign-in/login.ts'
import english from '../../locales/en/externalSignIn.json'
import chinese from '../../locales/zh-CN/externalSignIn.json'
import { failureNotice } from '../../core/notices/failure-message.ts'

/** How an automatic sign-in ended. `none`: nothing to show. */
export type AutomaticOutcome =
  | { kind: 'in'; start: StartData | null }
  /** `form`: the tried credentials, if the user can continue with them. */
  | { kind: 'failed'; text: string; code?: string; form?: LoginForm }
  | { kind: 'none' }

/** Runs a flow, and handles its failure as the environment requires. Never rejects. */
export async function runAutomaticSignIn(signal: AbortSignal, flow: Flow): Promise<AutomaticOutcome> {
  const result = await runFlows(signal, flow, [])
  if (signal.aborted) return { kind: 'none' }
  const texts = signInTexts(language.current)
  switch (result.kind) {
    case 'signed-in': {
      if (!hasSessionCookies()) return { kind: 'failed', text: texts.failures.cookies, code: COOKIES_REFUSED }
      const back = pathHere(result.returnTo, location.origin)
      if (back !== null) history.replaceState(null, '', back)
      return { kind: 'in', start: result.start }
    }
    case 'nothing':
      return { kind: 'none' }
    case 'bind':
    case 'leave':
      return leaveFor(result.address)
    case 'failed':
      endInFailure(flow)
      return {
        kind: 'failed',
        text: failureNotice(result.error).text,
        code: result.error instanceof CallError ? result.error.code : '',
        // The secrets are gone from the address, and the second step needs the password again.
        ...(flow.kind === 'password' && { form: flow.form }),
      }
    case 'no-wechat':
    case 'no-ticket-path':
    case 'not-allowed':
    case 'refused-external':
    case 'provider-error':
      endInFailure(flow)
      return { kind: 'failed', text: describeEnd(result) }
  }
}

function describeEnd(result: Extract<FlowResult, { kind: keyof (typeof chinese)['entry'] }>): string {
  const isEnglish = language.current === 'en'
  const text = (isEnglish ? english : chinese).entry[result.kind]
  if (result.kind === 'provider-error') return text.replace('{{code}}', result.code)
  if (result.kind !== 'no-wechat') return text
  const { name, englishName } = WECHAT[result.provider]
  return text.replace('{{name}}', isEnglish ? englishName : name)
}

/** Begins an external sign-in for this page. Never rejects. */
export async function startExternalOnPage(provider: ExternalProvider): Promise<ExternalStart> {
  try {
    const address = await startExternalSignIn(new AbortController().signal, provider, flowPage().returnTo)
    return { ok: true, address }
  } catch (error) {
    return { ok: false, text: failureNotice(error).text }
  }
}

/** Never settles: the page shows the running sign-in until it is left; the form is enabled again by the timeout. */
function leaveFor(address: string): Promise<never> {
  location.assign(address)
  return new Promise(() => {})
}

/** Runs the flow, and the next one where it may be followed: an authorization without a session, and WeChat. */
async function runFlows(signal: AbortSignal, flow: Flow, before: readonly Flow['kind'][]): Promise<FlowResult> {
  const result = await runFlow(signal, flow, flowPage())
  if (signal.aborted || !isFollowed(flow, result)) return result
  const tried = [...before, flow.kind]
  const next = await runFlows(signal, currentFlow(null, tried), tried)
  return next.kind === 'nothing' ? result : next
}

/** Without a working WeChat provider the remembered credentials are tried, as in any browser. */
function isFollowed({ kind }: Flow, result: FlowResult): boolean {
  if (kind === 'authorize') return result.kind === 'nothing'
  return kind === 'wechat' && (result.kind === 'nothing' || result.kind === 'no-wechat' || result.kind === 'failed')
}

function flowPage(): FlowPage {
  const { ticketPath, jumpPage } = startUp()
  const { kind, host } = environment()
  return {
    ticketPath,
    returnTo: returnTarget({ address: location, environment: kind, jumpPage }),
    host: location.host,
    deviceId: host?.deviceId,
  }
}

function endInFailure(flow: Flow): void {
  const { kind, host } = environment()
  // The provider leads back to the login; only this tab has the originally requested page.
  if (flow.kind === 'social' && pageOf(location.pathname)?.kind === 'login') {
    const returnTo = readStartedSignIn()?.returnTo
    history.replaceState(null, '', returnTo ? `/login?redirect_uri=${encodeURIComponent(returnTo)}` : '/login')
  }
  const end = failureEnd(kind, location.pathname, location.search + location.hash)
  switch (end.kind) {
    case 'relogin-window':
      openRelogin()
      return
    case 'logout-hook':
      host?.onLogout?.()
      return
    case 'form-at':
      // Without a reload, so that the form can show the failure.
      history.replaceState(null, '', end.address)
      return
    case 'form-here':
      return
  }
}
